"use client";
// Toggle in the filter bar between dialects and plain A2A, with a menu of related commands.
import { useAppContext } from "../app-context.tsx";
import { useView } from "../session.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { toggleClass } from "../ui/toggle-chip.tsx";
import { createRuleFromRow, TOGGLE_DIALECTS_KEY, toggleDialects } from "./dialect-actions.ts";
import { useDialects } from "./use-dialects.ts";

export function DialectToggle() {
  const app = useAppContext();
  const { settings } = useDialects();
  const isReading = useView(({ pendingDialects }) => pendingDialects !== null);
  const canMakeRule = useView(({ selected }) => selected !== null);
  const { on } = settings;
  return (
    <span className="inline-flex flex-none items-center">
      <button
        type="button"
        className={toggleClass({ pressed: on, tinted: true })}
        aria-pressed={on}
        aria-label={on ? "Dialects" : "Dialects off: Plain A2A"}
        aria-keyshortcuts={TOGGLE_DIALECTS_KEY}
        title={`Rows show ${on ? "agent framework conventions" : "plain A2A"} (${TOGGLE_DIALECTS_KEY})`}
        data-hue="accent"
        onClick={() => toggleDialects(app)}
      >
        {/* Where there is little room, the default has no label, to make room for the kinds. */}
        {isReading ? <Spinner size={12} label="Updating" /> : <Icon name="dialects" size={13} />}
        <span className={on ? "@max-[760px]/filter:sr-only" : undefined}>
          {on ? "Dialects" : "Plain A2A"}
        </span>
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
            ...(!on && { keys: TOGGLE_DIALECTS_KEY }),
          },
          {
            id: "off",
            label: "Plain A2A",
            checked: !on,
            onSelect: () => on && toggleDialects(app),
            ...(on && { keys: TOGGLE_DIALECTS_KEY }),
          },
          { id: "rule-above", separator: true },
          {
            id: "set",
            label: "Dialect settings…",
            onSelect: () => app.dialogs.getState().openDialog("dialects"),
          },
          {
            id: "rule",
            label: "Create rule from row…",
            disabled: !canMakeRule,
            onSelect: () => void createRuleFromRow(app),
          },
        ]}
      />
    </span>
  );
}
