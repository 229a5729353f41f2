"use client";
// Toggle in the filter bar between dialects and plain A2A, with a menu of related commands.
import { COMMANDS, toggleDialects } from "../../lib/session/commands.ts";
import { useAppContext } from "../app-context.tsx";
import { useView } from "../session.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { toggleClass } from "../ui/toggle-chip.tsx";
import { useDialects } from "./use-dialects.ts";

const TOGGLE_KEY = COMMANDS.find(({ id }) => id === "plain")?.keys[0];

export function DialectToggle() {
  const app = useAppContext();
  const { settings } = useDialects();
  const isReading = useView(({ pendingDialects }) => pendingDialects !== null);
  const canMakeRule = useView(({ selected }) => selected !== null);
  const { on } = settings;
  const { screen } = app;
  return (
    <span className="dialect-toggle">
      <button
        type="button"
        className={toggleClass({ pressed: on, tinted: true })}
        aria-pressed={on}
        aria-label={on ? "Dialects" : "Dialects off: Plain A2A"}
        aria-keyshortcuts={TOGGLE_KEY}
        title={`Rows show ${on ? "agent framework conventions" : "plain A2A"} (${TOGGLE_KEY})`}
        data-hue="accent"
        onClick={() => toggleDialects(app)}
      >
        {isReading ? <Spinner size={12} label="Updating" /> : <Icon name="braces" size={13} />}
        <span className="dialect-word">{on ? "Dialects" : "Plain A2A"}</span>
      </button>
      <MenuButton
        label="Dialect options"
        icon="chevron-down"
        size={24}
        align="end"
        items={[
          {
            id: "on",
            label: "Use dialects",
            checked: on,
            onSelect: () => on || toggleDialects(app),
            ...(!on && TOGGLE_KEY && { keys: TOGGLE_KEY }),
          },
          {
            id: "off",
            label: "Plain A2A",
            checked: !on,
            onSelect: () => on && toggleDialects(app),
            ...(on && TOGGLE_KEY && { keys: TOGGLE_KEY }),
          },
          { id: "rule-above", separator: true },
          { id: "set", label: "Dialect settings…", onSelect: screen.openDialects },
          {
            id: "rule",
            label: "Create rule from row…",
            disabled: !canMakeRule,
            onSelect: screen.createRule,
          },
        ]}
      />
    </span>
  );
}
