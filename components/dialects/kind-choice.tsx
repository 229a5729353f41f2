"use client";
// Choice of the kinds that dialects may produce. Rows of a disabled kind stay plain A2A.
import { ITEM_KINDS, KIND_BY_MEANING } from "../../lib/dialects/kinds.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { toggleItem, useDialects } from "./use-dialects.ts";

const PRODUCED_KINDS = new Set(Object.values(KIND_BY_MEANING));
const SHOWN_KINDS = ITEM_KINDS.filter((kind) => PRODUCED_KINDS.has(kind));

export function KindChoice() {
  const { settings, change } = useDialects();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the heading
    <div role="group" aria-label="Kinds" className="dialect-kinds">
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
