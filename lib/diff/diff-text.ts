/** Formats a diff for the terminal, with text differences on request. */

import { toPrintable, toPrintableLine } from "../report/printable.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { ComparableRow } from "./comparable-row.ts";
import type { DiffRowPair, RunDiff } from "./compare-runs.ts";
import { formatDifference, formatHeadline, getRowPairTitle } from "./describe-diff.ts";
import { createDiffFacts, formatFactLabel } from "./diff-facts.ts";
import { type DiffSide, getRowContent, getRowText } from "./row-content.ts";

type DiffTextColor = "plain" | "left" | "right" | "changed";

/** Colors a line or a part of it; returns it unchanged if colors are off. */
export type ColorDiffText = (text: string, color: DiffTextColor) => string;

interface DiffTextOptions {
  readonly names: readonly [left: string, right: string];
  /** Show the differences within texts. */
  readonly text: boolean;
  readonly timing: boolean;
  readonly paint: ColorDiffText;
}

export function* formatDiffText(diff: RunDiff, options: DiffTextOptions): Generator<string> {
  const { names, paint } = options;
  yield paint(
    `--- ${toPrintableLine(names[0], MAX_NAME_LENGTH)}: ${toPrintable(diff.verdict.left.because)}`,
    "left",
  );
  yield paint(
    `+++ ${toPrintableLine(names[1], MAX_NAME_LENGTH)}: ${toPrintable(diff.verdict.right.because)}`,
    "right",
  );
  yield formatHeadline(diff);
  yield "";
  const facts = createDiffFacts(diff).filter(({ isFigure }) => !isFigure || options.timing);
  const labels = facts.map((fact) => toPrintable(formatFactLabel(fact)));
  const width = Math.max(LABEL_WIDTH, ...labels.map(({ length }) => length));
  for (const [i, { left, right, differs }] of facts.entries()) {
    const value = left === right ? left : `${left} | ${right}`;
    const label = labels[i] ?? "";
    yield paint(`${label.padEnd(width)} ${toPrintable(value)}`, differs ? "changed" : "plain");
  }
  if (diff.isSame) return;
  yield "";
  for (const line of diff.lines) yield* formatRowPair(line, diff, options);
}

const MAX_NAME_LENGTH = 200;
/** At least. */
const LABEL_WIDTH = 22;
const MAX_TEXT_LENGTH = 80;

function* formatRowPair(
  line: DiffRowPair,
  diff: RunDiff,
  options: DiffTextOptions,
): Generator<string> {
  const { mark, left, right, differences } = line;
  const { paint } = options;
  if (mark === "left" && left) yield paint(formatUnpaired("-", line, diff.left, left), "left");
  if (mark === "right" && right) yield paint(formatUnpaired("+", line, diff.right, right), "right");
  if (mark !== "changed" || !left || !right) return;
  yield paint(`~ ${toPrintable(getRowPairTitle(line))}`, "changed");
  for (const difference of differences) {
    yield `    ${toPrintable(formatDifference(difference))}`;
    if (difference.of === "text" && options.text) yield* formatTextDiff(diff, left, right, paint);
  }
}

function formatUnpaired(
  sign: string,
  line: DiffRowPair,
  side: DiffSide,
  { item }: ComparableRow,
): string {
  const text = toPrintableLine(getRowText(side, item, 4 * MAX_TEXT_LENGTH), MAX_TEXT_LENGTH);
  return `${sign} ${toPrintable(getRowPairTitle(line))}${text === "" ? "" : `  ${text}`}`;
}

/** How many unchanged characters to show around a difference. */
const CONTEXT_LENGTH = 60;

/** `You chose [-blue-]{+green+}`, line by line. */
function* formatTextDiff(
  diff: RunDiff,
  left: ComparableRow,
  right: ComparableRow,
  paint: ColorDiffText,
): Generator<string> {
  const before = getRowContent(diff.left, left.item).text;
  const after = getRowContent(diff.right, right.item).text;
  const { segments } = diffTexts(before, after);
  const parts = segments.map(({ kind, text }, at) => {
    if (kind === "removed") return formatChange(text, "[-", "-]", "left", paint);
    if (kind === "added") return formatChange(text, "{+", "+}", "right", paint);
    return paint(shortenUnchanged(text, at === 0, at === segments.length - 1), "plain");
  });
  for (const line of parts.join("").split("\n")) yield `      ${line}`;
}

function formatChange(
  text: string,
  open: string,
  close: string,
  color: DiffTextColor,
  paint: ColorDiffText,
): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : paint(`${open}${toPrintable(line)}${close}`, color)))
    .join("\n");
}

function shortenUnchanged(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split("\n").map(toPrintable).join("\n");
  if (lines.length <= 2 * CONTEXT_LENGTH + 20) return lines;
  const head = isFirst ? "" : lines.slice(0, CONTEXT_LENGTH);
  const tail = isLast ? "" : lines.slice(-CONTEXT_LENGTH);
  return `${head}…${tail}`;
}
