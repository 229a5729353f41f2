"use client";
import { useMemo } from "react";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { boundText } from "../ui/bounded-text.ts";
// Two texts in one: what went, what came, what stayed.
import { plural } from "../ui/format.ts";
import { LONGEST_PIECE, SameText } from "../ui/same-text.tsx";

export interface Difference {
  readonly pieces: readonly DiffSegment[];
  /** In a few words. */
  readonly said: string;
}

export function useDiff(before: string, after: string): Difference {
  return useMemo(() => {
    const { segments: pieces, isFineGrained: isFine } = diffTexts(before, after);
    const changed = pieces.filter(({ kind }) => kind !== "same").length;
    const said = changed === 0 ? "no difference" : plural(changed, "change");
    return { pieces, said: isFine ? said : `${said}; too long to compare word by word` };
  }, [before, after]);
}

interface TextDiffProps {
  pieces: readonly DiffSegment[];
  /** As one of the two has it; without it both in one. */
  side?: "before" | "after";
}

const LEFT_OUT = { before: "added", after: "removed" } as const;

export function TextDiff({ pieces, side }: TextDiffProps) {
  const shown = side ? pieces.filter(({ kind }) => kind !== LEFT_OUT[side]) : pieces;
  return (
    <div className="compare-text" dir="auto">
      {shown.map(({ kind, text }, i) => {
        const key = String(i);
        if (kind === "removed") return <del key={key}>{boundText(text, LONGEST_PIECE)}</del>;
        if (kind === "added") return <ins key={key}>{boundText(text, LONGEST_PIECE)}</ins>;
        return <SameText key={key} text={text} isFirst={i === 0} isLast={i === shown.length - 1} />;
      })}
    </div>
  );
}
