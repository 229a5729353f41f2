"use client";
// Not to hear of a rule, of this agent or at all; and to hear of it again.
import { mute, unmute } from "../../lib/session/mutes.ts";
import { useSession, useView } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/format.ts";
import { MenuButton } from "../ui/menu.tsx";
import { useAgents, useMuted } from "./use-muted.ts";

interface MuteMenuProps {
  rule: string;
  tabIndex?: number;
  onMuted?: () => void;
}

export function MuteMenu({ rule, tabIndex, onMuted }: MuteMenuProps) {
  const { view } = useSession();
  const agents = useAgents();
  const isMuted = useMuted().has(rule);
  const place = tabIndex === undefined ? {} : { tabIndex };
  if (isMuted) {
    const hear = () => {
      unmute(view, rule, agents);
      announce(`${rule} is heard of again`);
    };
    return (
      <Button variant="outline" size={24} aria-label={`Unmute ${rule}`} onClick={hear} {...place}>
        Unmute
      </Button>
    );
  }
  const silence = (whose: readonly string[] | null, where: string) => ({
    id: where,
    label: `Mute ${where}`,
    onSelect() {
      mute(view, rule, whose);
      announce(`${rule} is muted ${where}`);
      onMuted?.();
    },
  });
  return (
    <MenuButton
      label={`Mute ${rule}`}
      icon="mute"
      size={24}
      align="end"
      {...place}
      items={[
        ...(agents.length > 0 ? [silence(agents, `for ${namesOf(agents)}`)] : []),
        silence(null, "everywhere"),
      ]}
    />
  );
}

/** Where a rule is muted, in words; empty where it is not. */
export function useMutedWhere(rule: string): string {
  const mutes = useView((view) => view.mutes);
  const its = mutes.filter((one) => one.rule === rule);
  const isMuted = useMuted().has(rule);
  if (!isMuted) return "";
  if (its.some(({ agent }) => agent === null)) return "muted everywhere";
  return `muted for ${namesOf(its.flatMap(({ agent }) => agent ?? []))}`;
}

function namesOf(agents: readonly string[]): string {
  const [only] = agents;
  if (agents.length !== 1 || only === undefined) return `these ${plural(agents.length, "agent")}`;
  return only.replace(/^https?:\/\//, "");
}
