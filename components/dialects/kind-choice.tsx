"use client";
// Which kinds rows may be made into; what is off stays what plain A2A says it is.
import { ITEM_KINDS, KIND_BY_MEANING } from "../../lib/dialects/kinds.ts";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { toggledIn, useDialects } from "./use-dialects.ts";

const MADE = new Set(Object.values(KIND_BY_MEANING));
const KINDS = ITEM_KINDS.filter((kind) => MADE.has(kind));

export function KindChoice() {
  const { settings, change } = useDialects();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the heading
    <div role="group" aria-label="Kinds" className="dialect-kinds">
      {KINDS.map((kind) => (
        <ToggleChip
          key={kind}
          label={KIND_LOOKS[kind].word}
          hue={KIND_LOOKS[kind].hue}
          pressed={!settings.kinds.includes(kind)}
          onToggle={() => change({ kinds: toggledIn(settings.kinds, kind) })}
        />
      ))}
    </div>
  );
}
