"use client";
import type { ComparableRow } from "../../lib/diff/comparable-row.ts";
// Cells of a diff row: the left row, what differs, and the right row.
import type { DiffRowPair, RunDiff } from "../../lib/diff/compare-runs.ts";
import { ASPECT_LABELS } from "../../lib/diff/describe-diff.ts";
import { type DiffSide, getRowText, toComparableText } from "../../lib/diff/row-content.ts";
import { type DiffSegment, diffTexts } from "../../lib/timeline/text-diff.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon } from "../ui/icons.tsx";

const MARK_LABELS = {
  same: "same",
  changed: "differs",
  left: "left only",
  right: "right only",
} as const;

const CELL = "flex min-w-0 items-center gap-2 px-2.5 py-1.5";
const MISSING =
  "bg-[repeating-linear-gradient(-45deg,var(--hatch)_0_4px,transparent_4px_8px)] max-phone:hidden";
/** What only one of the runs has is tinted. */
const CELL_HUES: Readonly<Partial<Record<DiffRowPair["mark"], Hue>>> = {
  left: "error",
  right: "ok",
};
const MARK =
  "grid place-items-center px-1 py-1.5 text-center text-11/3.5 max-phone:order-first max-phone:justify-items-start max-phone:px-2.5 max-phone:pb-0";
const MARK_COLORS: Readonly<Record<DiffRowPair["mark"], string>> = {
  same: "text-fg-4 max-phone:hidden",
  changed: "text-warning",
  left: "text-error",
  right: "text-ok",
};
const CHANGE =
  "rounded-[2px] bg-tint text-hue no-underline forced-colors:bg-[CanvasText] forced-colors:text-[Canvas] forced-colors:forced-color-adjust-none";

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
      <Cell row={left} mark={mark} segments={before} />
      <span role="gridcell" className={cx(MARK, MARK_COLORS[mark])}>
        <span className={mark === "same" ? "sr-only" : undefined}>
          {aspects.length > 0 ? aspects.join(", ") : MARK_LABELS[mark]}
        </span>
        {mark === "same" && <Icon name="check" size={12} />}
      </span>
      <Cell row={right} mark={mark} segments={after} isRepeated={mark === "same"} />
    </>
  );
}

interface CellProps {
  /** `null` if this run has no such row. */
  row: ComparableRow | null;
  mark: DiffRowPair["mark"];
  segments: readonly DiffSegment[];
  /** The left cell says the same; on a phone, it is enough. */
  isRepeated?: boolean;
}

function Cell({ row, mark, segments, isRepeated = false }: CellProps) {
  if (!row) {
    return (
      <span role="gridcell" className={cx(CELL, MISSING)}>
        <span className="sr-only">not in this run</span>
      </span>
    );
  }
  const { icon, hue, label } = ITEM_KIND_META[row.kind];
  return (
    <span
      role="gridcell"
      data-hue={CELL_HUES[mark]}
      className={cx(
        CELL,
        mark === "same" && "text-fg-3",
        CELL_HUES[mark] && "bg-faint",
        isRepeated && "max-phone:hidden",
      )}
    >
      <span className="grid flex-none text-hue" data-hue={hue} title={label}>
        <Icon name={icon} size={14} />
      </span>
      <b dir="auto" className="max-w-[45%] flex-none truncate font-medium">
        {boundText(row.name || label)}
      </b>
      <span className={cx("min-w-0 truncate", mark !== "same" && "text-fg-2")} dir="auto">
        {segments.map(({ kind, text }, index) => {
          const key = String(index);
          if (kind === "same") return boundMarks(text);
          const Change = kind === "removed" ? "del" : "ins";
          return (
            <Change key={key} data-hue={kind === "removed" ? "error" : "ok"} className={CHANGE}>
              {boundMarks(text)}
            </Change>
          );
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
