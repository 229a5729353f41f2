"use client";
// Dialect settings: on or off, kinds, frameworks and the user's rules.
import { ITEM_KINDS, KIND_BY_MEANING } from "../../lib/dialects/kinds.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { FrameworkList } from "./framework-list.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { toggleItem, useDialects } from "./use-dialects.ts";
import { UserRuleSection } from "./user-rule-section.tsx";

const MODE_OPTIONS = [
  { value: "dialects", label: "Use dialects" },
  { value: "plain", label: "Plain A2A" },
] as const;

export default function DialectsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Dialects">
      <DialectsForm />
    </Dialog>
  );
}

export function DialectsForm() {
  const { settings, change } = useDialects();
  return (
    <>
      <p className="mb-2.5 text-fg-2">
        Dialects are the conventions by which agent frameworks send plans, tool calls and results,
        which A2A itself does not define. Choose here how rows show them. The recording never
        changes: every frame and every byte stays as received.
      </p>
      <SegmentedControl
        label="Row interpretation"
        options={MODE_OPTIONS}
        value={settings.on ? "dialects" : "plain"}
        onChange={(value) => change({ on: value === "dialects" })}
      />
      <SettingsSection title="Kinds" hint="Kinds of rows that dialects may produce.">
        <KindChoice />
      </SettingsSection>
      <UserRuleSection />
      <SettingsSection
        title="Frameworks"
        hint="Supported frameworks, how they are detected, and how many rows of the open run each one applies to."
      >
        <FrameworkList />
      </SettingsSection>
    </>
  );
}

const PRODUCED_KINDS = new Set(Object.values(KIND_BY_MEANING));
const SHOWN_KINDS = ITEM_KINDS.filter((kind) => PRODUCED_KINDS.has(kind));

/** The kinds that dialects may produce. Rows of a disabled kind stay plain A2A. */
function KindChoice() {
  const { settings, change } = useDialects();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the heading
    <div role="group" aria-label="Kinds" className="-ml-1.5 flex flex-wrap gap-0.5">
      {SHOWN_KINDS.map((kind) => (
        <ToggleChip
          key={kind}
          label={ITEM_KIND_META[kind].label}
          hue={ITEM_KIND_META[kind].hue}
          pressed={!settings.kinds.includes(kind)}
          onToggle={() => change({ kinds: toggleItem(settings.kinds, kind) })}
        />
      ))}
    </div>
  );
}
