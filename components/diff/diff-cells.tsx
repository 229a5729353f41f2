"use client";
import type { ComparableRow } from "../../lib/diff/comparable-row.ts";
// Cells of a diff row: the left row, what differs, and the right row.
import type { DiffRowPair, RunDiff } from "../../lib/diff/compare-runs.ts";
import { ASPECT_LABELS } from "../../lib/diff/describe-diff.ts";
import { type DiffSide, getRowText, toComparableText } from "../../lib/diff/row-content.ts";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";

const MARK_LABELS = {
  same: "same",
  changed: "differs",
  left: "left only",
  right: "right only",
} as const;

/** Only the beginning of a text is used for its preview. */
const MAX_PREVIEW_LENGTH = 300;
/** Characters of equal text shown before the first difference. */
const CONTEXT_LENGTH = 24;

export function DiffCells({ diff, line }: { diff: RunDiff; line: DiffRowPair }) {
  const { left, right, mark, differences } = line;
  const [before, after] = createPreviews(diff, line);
  const aspects = [...new Set(differences.map(({ of }) => ASPECT_LABELS[of]))];
  return (
    <>
      <Cell row={left} segments={before} />
      <span role="gridcell" className="diff-mark">
        <span className={mark === "same" ? "sr-only" : undefined}>
          {aspects.length > 0 ? aspects.join(", ") : MARK_LABELS[mark]}
        </span>
        {mark === "same" && <Icon name="check" size={12} />}
      </span>
      <Cell row={right} segments={after} />
    </>
  );
}

function Cell({ row, segments }: { row: ComparableRow | null; segments: readonly DiffSegment[] }) {
  if (!row) {
    return (
      <span role="gridcell" className="diff-cell" data-none>
        <span className="sr-only">not in this run</span>
      </span>
    );
  }
  const { icon, hue, label } = ITEM_KIND_META[row.kind];
  return (
    <span role="gridcell" className="diff-cell">
      <span className="diff-kind" data-hue={hue} title={label}>
        <Icon name={icon} size={14} />
      </span>
      <b dir="auto">{boundText(row.name || label)}</b>
      <span className="diff-preview" dir="auto">
        {segments.map(({ kind, text }, index) => {
          const key = String(index);
          if (kind === "removed") return <del key={key}>{boundMarks(text)}</del>;
          return kind === "added" ? <ins key={key}>{boundMarks(text)}</ins> : boundMarks(text);
        })}
      </span>
    </span>
  );
}

type PreviewSegments = readonly DiffSegment[];

/** The beginnings of both texts; for differing texts, from shortly before the first difference. */
function createPreviews(
  diff: RunDiff,
  { left, right, mark, differences }: DiffRowPair,
): [PreviewSegments, PreviewSegments] {
  const one = left ? getSingleLineText(diff.left, left) : "";
  const other = right ? getSingleLineText(diff.right, right) : "";
  const isMarked = mark === "changed" && differences.some(({ of }) => of === "text");
  if (!isMarked) return [[{ kind: "same", text: one }], [{ kind: "same", text: other }]];
  const { segments } = diffTexts(one, other);
  const shown = segments.map((segment, index) =>
    index === 0 && segment.kind === "same" && segment.text.length > CONTEXT_LENGTH
      ? { ...segment, text: `…${segment.text.slice(-CONTEXT_LENGTH)}` }
      : segment,
  );
  return [
    shown.filter(({ kind }) => kind !== "added"),
    shown.filter(({ kind }) => kind !== "removed"),
  ];
}

/** A tool call has no text, so its arguments are shown. */
function getSingleLineText(side: DiffSide, { item, tool }: ComparableRow): string {
  const text = getRowText(side, item, MAX_PREVIEW_LENGTH).replace(/\s+/g, " ");
  if (text !== "" || tool === null || tool.args === null) return text;
  return toComparableText(tool.args).slice(0, MAX_PREVIEW_LENGTH);
}
