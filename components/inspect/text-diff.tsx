"use client";
// Two texts in one: what went, what came, what stayed.
import { useMemo } from "react";
import { type DiffPiece, diff } from "../../lib/timeline/diff.ts";
import { formatCount, plural } from "../ui/format.ts";

/** Above this a text is not laid out in one piece. */
const LONGEST = 200_000;
const CONTEXT = 400;

export interface Difference {
  readonly pieces: readonly DiffPiece[];
  /** In a few words. */
  readonly said: string;
}

export function useDiff(before: string, after: string): Difference {
  return useMemo(() => {
    const { pieces, isFine } = diff(before, after);
    const changed = pieces.filter(({ kind }) => kind !== "same").length;
    const said = changed === 0 ? "no difference" : plural(changed, "change");
    return { pieces, said: isFine ? said : `${said}; too long to compare word by word` };
  }, [before, after]);
}

export function TextDiff({ pieces }: { pieces: readonly DiffPiece[] }) {
  return (
    <div className="compare-text" dir="auto">
      {pieces.map((piece, i) => (
        <Piece key={String(i)} piece={piece} isFirst={i === 0} isLast={i === pieces.length - 1} />
      ))}
    </div>
  );
}

function Piece({
  piece,
  isFirst,
  isLast,
}: {
  piece: DiffPiece;
  isFirst: boolean;
  isLast: boolean;
}) {
  const { kind, text } = piece;
  if (kind === "removed") return <del>{text.slice(0, LONGEST)}</del>;
  if (kind === "added") return <ins>{text.slice(0, LONGEST)}</ins>;
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const left = text.length - head - tail;
  if (left < CONTEXT) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, head)}</span>
      <span className="compare-same">{formatCount(left)} characters the same</span>
      <span>{text.slice(text.length - tail)}</span>
    </>
  );
}
