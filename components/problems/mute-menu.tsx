"use client";
// Menu to mute a rule, for the agents of this run or everywhere, and a button to unmute it.
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
  const tabProps = tabIndex === undefined ? {} : { tabIndex };
  if (isMuted) {
    const unmute = () => {
      unmuteRule(view, rule, agents);
      announce(`${rule} is no longer muted`);
    };
    return (
      <Button
        variant="outline"
        size={24}
        aria-label={`Unmute ${rule}`}
        onClick={unmute}
        {...tabProps}
      >
        Unmute
      </Button>
    );
  }
  const createMuteItem = (origins: readonly string[] | null, where: string) => ({
    id: where,
    label: `Mute ${where}`,
    onSelect() {
      muteRule(view, rule, origins);
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
      {...tabProps}
      items={[
        ...(agents.length > 0 ? [createMuteItem(agents, `for ${formatAgentNames(agents)}`)] : []),
        createMuteItem(null, "everywhere"),
      ]}
    />
  );
}

/** Describes where a rule is muted. Empty if it is not. */
export function useMuteDescription(rule: string): string {
  const mutes = useView((view) => view.mutes);
  const ownMutes = mutes.filter((one) => one.rule === rule);
  const isMuted = useMutedRules().has(rule);
  if (!isMuted) return "";
  if (ownMutes.some(({ agent }) => agent === null)) return "muted everywhere";
  return `muted for ${formatAgentNames(ownMutes.flatMap(({ agent }) => agent ?? []))}`;
}

function formatAgentNames(agents: readonly string[]): string {
  const [only] = agents;
  if (agents.length !== 1 || only === undefined)
    return `these ${formatQuantity(agents.length, "agent")}`;
  return only.replace(/^https?:\/\//, "");
}
