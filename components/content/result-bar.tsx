"use client";
// A result that was both streamed and sent whole: how the two relate, and where they differ.
import { useState } from "react";
import {
  compareResultsAt,
  type ResultComparison,
  type ResultRelation,
} from "../../lib/dialects/compare-results.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { ResultDetail } from "../../lib/dialects/item-detail.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import type { Hue } from "../ui/hue.ts";
import { Tag } from "../ui/tag.tsx";
import { TextDiff, useTextDiff } from "./text-diff.tsx";

export const RELATION_META: Readonly<Record<ResultRelation, { hue: Hue; label: string }>> = {
  identical: { hue: "ok", label: "identical to stream" },
  continued: { hue: "ok", label: "continues the stream" },
  different: { hue: "warning", label: "differs from stream" },
};

/** The comparison in which an item is the whole result; only that item gets the tag. */
export function findResultComparison(
  result: ResultDetail,
  item: Item,
  n: number,
): ResultComparison | null {
  const compared = compareResultsAt(result, n);
  return compared?.whole.item === item ? compared : null;
}

const LINE = "flex flex-wrap items-center gap-1.5 text-12/5 text-fg-3";

interface ResultBarProps {
  result: ResultDetail;
  item: Item;
  playhead: number;
}

export function ResultBar({ result, item, playhead }: ResultBarProps) {
  const { view } = useSession();
  const compared = compareResultsAt(result, playhead);
  // Different texts are compared right away.
  const [isOpen, setOpen] = useState(
    compared?.whole.item === item && compared.relation === "different",
  );
  const isPart = compared?.whole.item === item || compared?.streamed.item === item;
  if (!compared || !isPart) return null;
  const { relation, whole, streamed } = compared;
  const other = whole.item === item ? streamed.item : whole.item;
  const { hue, label } = RELATION_META[relation];
  return (
    <section
      className="flex max-h-[60%] flex-none flex-col px-4 pt-1.5"
      aria-label="Same result elsewhere"
    >
      <p className={LINE}>
        <Tag hue={hue}>{label}</Tag>
        <Button size={24} onClick={() => view.setState({ selected: other.index, event: null })}>
          {whole.item === item ? "Go to stream" : "Go to full result"}
        </Button>
        {relation !== "identical" && (
          <Button size={24} pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            Compare
          </Button>
        )}
      </p>
      {isOpen && <ResultDiff compared={compared} playhead={playhead} />}
    </section>
  );
}

function ResultDiff({ compared, playhead }: { compared: ResultComparison; playhead: number }) {
  const { segments, summary } = useTextDiff(
    compared.streamed.textAt(playhead),
    compared.whole.textAt(playhead),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="min-h-30 flex-1 overflow-auto pb-4" aria-label="Comparison" tabIndex={0}>
      <p className={LINE}>Changes from stream to full result: {summary}</p>
      <TextDiff segments={segments} />
    </section>
  );
}
