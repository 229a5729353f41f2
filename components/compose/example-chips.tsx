"use client";
// The agent's examples below the composer, until the first message (of the demo team, always): a click fills the message box, or
// sends the example at once.
import { DEMO_TEAM_PATH } from "../../lib/api/demo-paths.ts";
import { useAgent, useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import type { ComposedMessage } from "./use-composed-message.ts";

const isDemoTeam = (url: string) => url === `${location.origin}${DEMO_TEAM_PATH}`;

/** More would push the rows away; the card lists all. */
const MAX_SHOWN = 8;

const CHIP =
  "flex min-w-0 flex-none items-stretch rounded-full text-12 text-fg-2 inset-ring inset-ring-line-2 hover:inset-ring-line-3 forced-colors:border";
const CHIP_PART =
  "rounded-full py-0.5 hover:bg-bg-3 hover:text-fg-1 pointer-coarse:min-h-9 focus-visible:-outline-offset-2";

interface ExampleChipsProps {
  draft: ComposedMessage;
  /** The box has the example. */
  onFill: () => void;
  onSend: () => void;
}

export function ExampleChips({ draft, onFill, onSend }: ExampleChipsProps) {
  const examples = useAgent(({ card }) => card?.examples) ?? [];
  const isUnused = useRun(({ version }) => version.timeline.calls === 0);
  // Its first message was sent by the start page.
  const isTeam = useAgent(({ endpoint }) => endpoint !== null && isDemoTeam(endpoint.url));
  if (!(isUnused || isTeam) || !draft.isEmpty || draft.sending || examples.length === 0)
    return null;
  return (
    <ul
      aria-label="Examples from the agent card"
      className={cx(
        "flex gap-1.5",
        // Rows need the room.
        isUnused
          ? "flex-wrap low:flex-nowrap low:overflow-x-auto low:[scrollbar-width:none] max-phone:flex-nowrap max-phone:overflow-x-auto max-phone:[scrollbar-width:none]"
          : "overflow-x-auto [scrollbar-width:none]",
      )}
    >
      {examples.slice(0, MAX_SHOWN).map((example, index) => (
        <li key={`${String(index)} ${example}`} className={CHIP}>
          <button
            type="button"
            dir="auto"
            className={cx(CHIP_PART, "max-w-70 truncate pr-1 pl-2.5")}
            title={`Put into the message box: ${boundText(example)}`}
            onClick={() => {
              draft.setText(example);
              onFill();
            }}
          >
            {boundText(example)}
          </button>
          <button
            type="button"
            className={cx(CHIP_PART, "pr-2 pl-1 text-fg-3")}
            aria-label={`${boundText(example)}: send now`}
            title="Send now"
            onClick={() => {
              draft.setText(example);
              onSend();
            }}
          >
            <Icon name="send" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
