"use client";
// How the run is read, beside the filter: with the dialects or as plain A2A, and the way to set them.
import { COMMANDS, toggleDialects } from "../../lib/session/commands.ts";
import { useAppContext } from "../app-context.tsx";
import { useView } from "../session.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { useDialects } from "./use-dialects.ts";

const TOGGLE_KEY = COMMANDS.find(({ id }) => id === "plain")?.keys[0];

export function DialectToggle() {
  const desk = useAppContext();
  const { settings } = useDialects();
  const isReading = useView(({ pendingDialects }) => pendingDialects !== null);
  const canMakeRule = useView(({ selected }) => selected !== null);
  const { on } = settings;
  const { screen } = desk;
  return (
    <span className="dialect-toggle">
      <button
        type="button"
        className="ui-toggle"
        aria-pressed={on}
        aria-label={on ? "Dialects" : "Dialects off: Plain A2A"}
        aria-keyshortcuts={TOGGLE_KEY}
        title={`Rows are read ${on ? "with the dialects of agents" : "as plain A2A"} (${TOGGLE_KEY})`}
        data-tinted=""
        data-hue="accent"
        onClick={() => toggleDialects(desk)}
      >
        {isReading ? <Spinner size={12} label="Reading" /> : <Icon name="braces" size={13} />}
        <span className="dialect-word">{on ? "Dialects" : "Plain A2A"}</span>
      </button>
      <MenuButton
        label="How rows are read"
        icon="chevron-down"
        size={24}
        align="end"
        items={[
          {
            id: "on",
            label: "With dialects",
            checked: on,
            onSelect: () => on || toggleDialects(desk),
            ...(!on && TOGGLE_KEY && { keys: TOGGLE_KEY }),
          },
          {
            id: "off",
            label: "As plain A2A",
            checked: !on,
            onSelect: () => on && toggleDialects(desk),
            ...(on && TOGGLE_KEY && { keys: TOGGLE_KEY }),
          },
          { id: "rule-above", separator: true },
          { id: "set", label: "Set the dialects…", onSelect: screen.openDialects },
          {
            id: "rule",
            label: "Make a rule from this row…",
            disabled: !canMakeRule,
            onSelect: screen.createRule,
          },
        ]}
      />
    </span>
  );
}
