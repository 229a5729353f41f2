/**
 * `loupe diff A B`: two saved logs side by side, aligned by meaning. Exit code 0: they say the same;
 * 1: they differ; 2: one of them could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { compareRuns } from "../lib/diff/compare-runs.ts";
import { createDiffReport } from "../lib/diff/diff-report.ts";
import { type ColorDiffText, formatDiffText } from "../lib/diff/diff-text.ts";
import type { DiffSide } from "../lib/diff/row-content.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { writeJson } from "../lib/report/write-json.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { type DiffRequest, parseDiffArguments } from "./diff-arguments.ts";
import { readLog } from "./read-log.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseDiffArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  const { left, right } = request;
  return runDiff(request, [left, right], [left, right], terminal);
}

/** Compares two files under the names that they are to have. */
export async function runDiff(
  how: Omit<DiffRequest, "left" | "right">,
  logs: readonly [left: string, right: string],
  names: readonly [left: string, right: string],
  terminal: Terminal,
): Promise<number> {
  const { stdout, stdin } = terminal;
  const sides: DiffSide[] = [];
  for (const [at, log] of logs.entries()) {
    try {
      sides.push(createSide((await readLog(log, stdin)).timeline));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refuse(terminal, `cannot read ${names[at]}: ${reason}`);
    }
  }
  const [left, right] = sides;
  if (!left || !right) return 2;
  const found = compareRuns(left, right, how.ignored);
  if (how.json) {
    for (const piece of writeJson(createDiffReport(found, how.text))) stdout.write(piece);
    stdout.write("\n");
  } else {
    const { text, timing } = how;
    const paint = stdout.isTTY ? addColor : keepPlain;
    for (const line of formatDiffText(found, { names, text, timing, paint }))
      stdout.write(`${line}\n`);
  }
  return found.isSame ? 0 : 1;
}

function refuse({ stderr }: Terminal, message: string): number {
  stderr.write(`loupe: ${toPrintable(message)}\n`);
  return 2;
}

function createSide(timeline: Timeline): DiffSide {
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

const keepPlain: ColorDiffText = (text) => text;

const ESCAPES = { plain: "", left: "\u001b[31m", right: "\u001b[32m", changed: "\u001b[33m" };

const addColor: ColorDiffText = (text, colour) =>
  colour === "plain" ? text : `${ESCAPES[colour]}${text}\u001b[0m`;
