/** A comparison as lines of a terminal: what differs, in words, and on request its texts. */

import { toPrintable, toPrintableLine } from "../report/printable.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { DiffLine, RunDiff } from "./compare.ts";
import { beginningOf, contentOf, type Side } from "./content.ts";
import { factsOf } from "./facts.ts";
import type { DiffRow } from "./row.ts";
import { differenceWords, headline, lineTitle } from "./words.ts";

export type Colour = "plain" | "left" | "right" | "changed";

/** How a line, or a piece of one, is coloured; as it is where it may not be. */
export type Paint = (text: string, colour: Colour) => string;

export interface PrintOptions {
  readonly names: readonly [left: string, right: string];
  /** With the words in which texts differ. */
  readonly text: boolean;
  readonly timing: boolean;
  readonly paint: Paint;
}

export function* printed(found: RunDiff, options: PrintOptions): Generator<string> {
  const { names, paint } = options;
  yield paint(
    `--- ${toPrintableLine(names[0], NAME)}: ${toPrintable(found.verdict.left.because)}`,
    "left",
  );
  yield paint(
    `+++ ${toPrintableLine(names[1], NAME)}: ${toPrintable(found.verdict.right.because)}`,
    "right",
  );
  yield headline(found);
  yield "";
  for (const { label, left, right, differs, isFigure } of factsOf(found)) {
    if (isFigure && !options.timing) continue;
    const said = left === right ? left : `${left} | ${right}`;
    yield paint(`${label.padEnd(WIDTH)} ${toPrintable(said)}`, differs ? "changed" : "plain");
  }
  if (found.isSame) return;
  yield "";
  for (const line of found.lines) yield* linesOf(line, found, options);
}

const NAME = 200;
const WIDTH = 22;
const SHOWN = 80;

function* linesOf(line: DiffLine, found: RunDiff, options: PrintOptions): Generator<string> {
  const { mark, left, right, differences } = line;
  const { paint } = options;
  if (mark === "left" && left) yield paint(alone("-", line, found.left, left), "left");
  if (mark === "right" && right) yield paint(alone("+", line, found.right, right), "right");
  if (mark !== "changed" || !left || !right) return;
  yield paint(`~ ${toPrintable(lineTitle(line))}`, "changed");
  for (const difference of differences) {
    yield `    ${toPrintable(differenceWords(difference))}`;
    if (difference.of === "text" && options.text) yield* texts(found, left, right, paint);
  }
}

function alone(sign: string, line: DiffLine, side: Side, { item }: DiffRow): string {
  const text = toPrintableLine(beginningOf(side, item, 4 * SHOWN), SHOWN);
  return `${sign} ${toPrintable(lineTitle(line))}${text === "" ? "" : `  ${text}`}`;
}

/** Around what differs, so much of what is the same is shown. */
const CONTEXT = 60;

/** `You chose [-blue-]{+green+}`, line by line. */
function* texts(found: RunDiff, left: DiffRow, right: DiffRow, paint: Paint): Generator<string> {
  const before = contentOf(found.left, left.item).text;
  const after = contentOf(found.right, right.item).text;
  const { segments: pieces } = diffTexts(before, after);
  const words = pieces.map(({ kind, text }, at) => {
    if (kind === "removed") return marked(text, "[-", "-]", "left", paint);
    if (kind === "added") return marked(text, "{+", "+}", "right", paint);
    return paint(inShort(text, at === 0, at === pieces.length - 1), "plain");
  });
  for (const one of words.join("").split("\n")) yield `      ${one}`;
}

function marked(text: string, open: string, close: string, colour: Colour, paint: Paint): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : paint(`${open}${toPrintable(line)}${close}`, colour)))
    .join("\n");
}

function inShort(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split("\n").map(toPrintable).join("\n");
  if (lines.length <= 2 * CONTEXT + 20) return lines;
  const head = isFirst ? "" : lines.slice(0, CONTEXT);
  const tail = isLast ? "" : lines.slice(-CONTEXT);
  return `${head}…${tail}`;
}
