"use client";
// Inline diff of two texts.
import { useMemo } from "react";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CollapsedText, MAX_DIFF_SEGMENT_LENGTH } from "../ui/collapsed-text.tsx";
import { formatQuantity } from "../ui/format.ts";

interface TextDifference {
  readonly segments: readonly DiffSegment[];
  /** For example `3 changes`. */
  readonly summary: string;
}

export function useTextDiff(before: string, after: string): TextDifference {
  return useMemo(() => {
    const { segments, isFineGrained } = diffTexts(before, after);
    const changed = segments.filter(({ kind }) => kind !== "same").length;
    const summary = changed === 0 ? "no differences" : formatQuantity(changed, "change");
    return {
      segments,
      summary: isFineGrained ? summary : `${summary}; too long to compare word by word`,
    };
  }, [before, after]);
}

interface TextDiffProps {
  segments: readonly DiffSegment[];
  /** Shows only one side; without it, both sides inline. */
  side?: "before" | "after";
}

const OMITTED_KINDS = { before: "added", after: "removed" } as const;

export function TextDiff({ segments, side }: TextDiffProps) {
  const shown = side ? segments.filter(({ kind }) => kind !== OMITTED_KINDS[side]) : segments;
  return (
    <div className="leading-5.25 wrap-anywhere whitespace-pre-wrap" dir="auto">
      {shown.map(({ kind, text }, i) => {
        const key = String(i);
        if (kind === "removed")
          return (
            <del key={key} data-hue="error" className="rounded-[2px] bg-tint text-hue">
              {boundText(text, MAX_DIFF_SEGMENT_LENGTH)}
            </del>
          );
        if (kind === "added")
          return (
            <ins key={key} data-hue="ok" className="rounded-[2px] bg-tint text-hue no-underline">
              {boundText(text, MAX_DIFF_SEGMENT_LENGTH)}
            </ins>
          );
        return (
          <CollapsedText key={key} text={text} isFirst={i === 0} isLast={i === shown.length - 1} />
        );
      })}
    </div>
  );
}
