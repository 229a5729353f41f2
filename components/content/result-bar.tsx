"use client";
// An answer that was said more than once: how its tellings relate, and where they differ.
import { useState } from "react";
import {
  compareResultsAt,
  type ResultComparison,
  type ResultRelation,
} from "../../lib/dialects/compare-results.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { ResultDetail } from "../../lib/dialects/item-detail.ts";
import { TextDiff, useTextDiff } from "../inspect/text-diff.tsx";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import type { Hue } from "../ui/hue.ts";
import { Tag } from "../ui/tag.tsx";

export const RELATION_META: Readonly<Record<ResultRelation, { hue: Hue; word: string }>> = {
  identical: { hue: "ok", word: "identical to stream" },
  continued: { hue: "ok", word: "continues the stream" },
  different: { hue: "warning", word: "differs from stream" },
};

/** The comparison that an item is the whole of; only that one carries the tag. */
export function findResultComparison(
  result: ResultDetail,
  item: Item,
  n: number,
): ResultComparison | null {
  const compared = compareResultsAt(result, n);
  return compared?.whole.item === item ? compared : null;
}

export interface ResultBarProps {
  result: ResultDetail;
  item: Item;
  playhead: number;
}

export function ResultBar({ result, item, playhead }: ResultBarProps) {
  const { view } = useSession();
  const compared = compareResultsAt(result, playhead);
  // What differs is looked at for the difference.
  const [isOpen, setOpen] = useState(
    compared?.whole.item === item && compared.relation === "different",
  );
  const isPart = compared?.whole.item === item || compared?.streamed.item === item;
  if (!compared || !isPart) return null;
  const { relation, whole, streamed } = compared;
  const other = whole.item === item ? streamed.item : whole.item;
  const { hue, word } = RELATION_META[relation];
  return (
    <section className="result-bar" aria-label="The same answer elsewhere">
      <p className="compare-head">
        <Tag hue={hue}>{word}</Tag>
        <Button size={24} onClick={() => view.setState({ selected: other.index, event: null })}>
          {whole.item === item ? "Go to the stream" : "Go to the whole"}
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
    <section className="compare" aria-label="Comparison" tabIndex={0}>
      <p className="compare-head">From the stream to the whole: {summary}</p>
      <TextDiff segments={segments} />
    </section>
  );
}
