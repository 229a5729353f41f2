"use client";
// A line of both runs: the row of either side, and between them what differs.
import type { DiffLine, RunDiff } from "../../lib/diff/compare.ts";
import { beginningOf, type Side, written } from "../../lib/diff/content.ts";
import type { DiffRow } from "../../lib/diff/row.ts";
import { ASPECT_WORDS } from "../../lib/diff/words.ts";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";

const SIGNS = { same: "same", changed: "differs", left: "left only", right: "right only" } as const;

/** So much of a text is looked at for its line. */
const LOOKED_AT = 300;
/** So much of what is the same stands before the first difference. */
const BEFORE = 24;

export function DiffCells({ diff, line }: { diff: RunDiff; line: DiffLine }) {
  const { left, right, mark, differences } = line;
  const [before, after] = previewsOf(diff, line);
  const aspects = [...new Set(differences.map(({ of }) => ASPECT_WORDS[of]))];
  return (
    <>
      <Cell row={left} pieces={before} />
      <span role="gridcell" className="diff-mark">
        <span className={mark === "same" ? "sr-only" : undefined}>
          {aspects.length > 0 ? aspects.join(", ") : SIGNS[mark]}
        </span>
        {mark === "same" && <Icon name="check" size={12} />}
      </span>
      <Cell row={right} pieces={after} />
    </>
  );
}

function Cell({ row, pieces }: { row: DiffRow | null; pieces: readonly DiffSegment[] }) {
  if (!row) {
    return (
      <span role="gridcell" className="diff-cell" data-none>
        <span className="sr-only">not there</span>
      </span>
    );
  }
  const { icon, hue, word } = KIND_LOOKS[row.kind];
  return (
    <span role="gridcell" className="diff-cell">
      <span className="diff-kind" data-hue={hue} title={word}>
        <Icon name={icon} size={14} />
      </span>
      <b dir="auto">{boundText(row.name || word)}</b>
      <span className="diff-preview" dir="auto">
        {pieces.map(({ kind, text }, index) => {
          const key = String(index);
          if (kind === "removed") return <del key={key}>{boundMarks(text)}</del>;
          return kind === "added" ? <ins key={key}>{boundMarks(text)}</ins> : boundMarks(text);
        })}
      </span>
    </span>
  );
}

type Pieces = readonly DiffSegment[];

/** The beginnings of both texts; where they differ, from a little before that. */
function previewsOf(diff: RunDiff, { left, right, mark, differences }: DiffLine): [Pieces, Pieces] {
  const one = left ? flat(diff.left, left) : "";
  const other = right ? flat(diff.right, right) : "";
  const isMarked = mark === "changed" && differences.some(({ of }) => of === "text");
  if (!isMarked) return [[{ kind: "same", text: one }], [{ kind: "same", text: other }]];
  const { segments: pieces } = diffTexts(one, other);
  const shown = pieces.map((piece, index) =>
    index === 0 && piece.kind === "same" && piece.text.length > BEFORE
      ? { ...piece, text: `…${piece.text.slice(-BEFORE)}` }
      : piece,
  );
  return [
    shown.filter(({ kind }) => kind !== "added"),
    shown.filter(({ kind }) => kind !== "removed"),
  ];
}

/** A tool has no text: what it was called with stands for it. */
function flat(side: Side, { item, tool }: DiffRow): string {
  const text = beginningOf(side, item, LOOKED_AT).replace(/\s+/g, " ");
  if (text !== "" || tool === null || tool.args === null) return text;
  return written(tool.args).slice(0, LOOKED_AT);
}
