/**
 * `loupe diff A B`: compares two logs row by row, aligned by meaning. Exit code 0: the runs are the
 * same; 1: they differ; 2: a log could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { compareRuns } from "../lib/diff/compare-runs.ts";
import { createDiffReport } from "../lib/diff/diff-report.ts";
import { type ColorDiffText, formatDiffText } from "../lib/diff/diff-text.ts";
import type { DiffSide } from "../lib/diff/row-content.ts";
import { writeJson } from "../lib/report/write-json.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { type DiffRequest, parseDiffArguments } from "./diff-arguments.ts";
import { readLog } from "./read-log.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseDiffArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  const { left, right } = request;
  return runDiff(request, [left, right], [left, right], terminal);
}

/** Compares two logs; `names` are the names to print for them. */
export async function runDiff(
  options: Omit<DiffRequest, "left" | "right">,
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
      return refuse(terminal, `cannot read ${names[at]}: ${getErrorMessage(error)}`);
    }
  }
  const [left, right] = sides;
  if (!left || !right) return 2;
  const diff = compareRuns(left, right, options.ignored);
  if (options.json) {
    for (const piece of writeJson(createDiffReport(diff, options.text))) stdout.write(piece);
    stdout.write("\n");
  } else {
    const { text, timing } = options;
    const paint = stdout.isTTY ? addColor : keepPlain;
    for (const line of formatDiffText(diff, { names, text, timing, paint }))
      stdout.write(`${line}\n`);
  }
  return diff.isSame ? 0 : 1;
}

function createSide(timeline: Timeline): DiffSide {
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

const keepPlain: ColorDiffText = (text) => text;

const ESCAPES = { plain: "", left: "\u001b[31m", right: "\u001b[32m", changed: "\u001b[33m" };

const addColor: ColorDiffText = (text, colour) =>
  colour === "plain" ? text : `${ESCAPES[colour]}${text}\u001b[0m`;
