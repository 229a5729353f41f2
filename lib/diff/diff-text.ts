/** A comparison as lines of a terminal: what differs, in words, and on request its texts. */

import { toPrintable, toPrintableLine } from "../report/printable.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { ComparableRow } from "./comparable-row.ts";
import type { DiffRowPair, RunDiff } from "./compare-runs.ts";
import { formatDifference, formatHeadline, getRowPairTitle } from "./describe-diff.ts";
import { createDiffFacts } from "./diff-facts.ts";
import { type DiffSide, getRowContent, getRowText } from "./row-content.ts";

export type DiffTextColor = "plain" | "left" | "right" | "changed";

/** How a line, or a piece of one, is coloured; as it is where it may not be. */
export type ColorDiffText = (text: string, colour: DiffTextColor) => string;

export interface DiffTextOptions {
  readonly names: readonly [left: string, right: string];
  /** With the words in which texts differ. */
  readonly text: boolean;
  readonly timing: boolean;
  readonly paint: ColorDiffText;
}

export function* formatDiffText(found: RunDiff, options: DiffTextOptions): Generator<string> {
  const { names, paint } = options;
  yield paint(
    `--- ${toPrintableLine(names[0], MAX_NAME_LENGTH)}: ${toPrintable(found.verdict.left.because)}`,
    "left",
  );
  yield paint(
    `+++ ${toPrintableLine(names[1], MAX_NAME_LENGTH)}: ${toPrintable(found.verdict.right.because)}`,
    "right",
  );
  yield formatHeadline(found);
  yield "";
  for (const { label, left, right, differs, isFigure } of createDiffFacts(found)) {
    if (isFigure && !options.timing) continue;
    const said = left === right ? left : `${left} | ${right}`;
    yield paint(`${label.padEnd(LABEL_WIDTH)} ${toPrintable(said)}`, differs ? "changed" : "plain");
  }
  if (found.isSame) return;
  yield "";
  for (const line of found.lines) yield* formatRowPair(line, found, options);
}

const MAX_NAME_LENGTH = 200;
const LABEL_WIDTH = 22;
const MAX_TEXT_LENGTH = 80;

function* formatRowPair(
  line: DiffRowPair,
  found: RunDiff,
  options: DiffTextOptions,
): Generator<string> {
  const { mark, left, right, differences } = line;
  const { paint } = options;
  if (mark === "left" && left) yield paint(formatUnpaired("-", line, found.left, left), "left");
  if (mark === "right" && right)
    yield paint(formatUnpaired("+", line, found.right, right), "right");
  if (mark !== "changed" || !left || !right) return;
  yield paint(`~ ${toPrintable(getRowPairTitle(line))}`, "changed");
  for (const difference of differences) {
    yield `    ${toPrintable(formatDifference(difference))}`;
    if (difference.of === "text" && options.text) yield* formatTextDiff(found, left, right, paint);
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

/** Around what differs, so much of what is the same is shown. */
const CONTEXT_LENGTH = 60;

/** `You chose [-blue-]{+green+}`, line by line. */
function* formatTextDiff(
  found: RunDiff,
  left: ComparableRow,
  right: ComparableRow,
  paint: ColorDiffText,
): Generator<string> {
  const before = getRowContent(found.left, left.item).text;
  const after = getRowContent(found.right, right.item).text;
  const { segments } = diffTexts(before, after);
  const words = segments.map(({ kind, text }, at) => {
    if (kind === "removed") return formatChange(text, "[-", "-]", "left", paint);
    if (kind === "added") return formatChange(text, "{+", "+}", "right", paint);
    return paint(shortenUnchanged(text, at === 0, at === segments.length - 1), "plain");
  });
  for (const one of words.join("").split("\n")) yield `      ${one}`;
}

function formatChange(
  text: string,
  open: string,
  close: string,
  colour: DiffTextColor,
  paint: ColorDiffText,
): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : paint(`${open}${toPrintable(line)}${close}`, colour)))
    .join("\n");
}

function shortenUnchanged(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split("\n").map(toPrintable).join("\n");
  if (lines.length <= 2 * CONTEXT_LENGTH + 20) return lines;
  const head = isFirst ? "" : lines.slice(0, CONTEXT_LENGTH);
  const tail = isLast ? "" : lines.slice(-CONTEXT_LENGTH);
  return `${head}…${tail}`;
}
