"use client";
// Not to hear of a rule, of this agent or at all; and to hear of it again.
import { muteRule, unmuteRule } from "../../lib/session/muted-rules.ts";
import { useSession, useView } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { MenuButton } from "../ui/menu.tsx";
import { useMutedRules, useRunAgents } from "./use-muted-rules.ts";

interface MuteMenuProps {
  rule: string;
  tabIndex?: number;
  onMuted?: () => void;
}

export function MuteMenu({ rule, tabIndex, onMuted }: MuteMenuProps) {
  const { view } = useSession();
  const agents = useRunAgents();
  const isMuted = useMutedRules().has(rule);
  const place = tabIndex === undefined ? {} : { tabIndex };
  if (isMuted) {
    const hear = () => {
      unmuteRule(view, rule, agents);
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
      muteRule(view, rule, whose);
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
        ...(agents.length > 0 ? [silence(agents, `for ${formatAgentNames(agents)}`)] : []),
        silence(null, "everywhere"),
      ]}
    />
  );
}

/** Where a rule is muted, in words; empty where it is not. */
export function useMuteDescription(rule: string): string {
  const mutes = useView((view) => view.mutes);
  const its = mutes.filter((one) => one.rule === rule);
  const isMuted = useMutedRules().has(rule);
  if (!isMuted) return "";
  if (its.some(({ agent }) => agent === null)) return "muted everywhere";
  return `muted for ${formatAgentNames(its.flatMap(({ agent }) => agent ?? []))}`;
}

function formatAgentNames(agents: readonly string[]): string {
  const [only] = agents;
  if (agents.length !== 1 || only === undefined)
    return `these ${formatQuantity(agents.length, "agent")}`;
  return only.replace(/^https?:\/\//, "");
}
