/**
 * `loupe diff A B`: two saved logs side by side, aligned by meaning. Exit code 0: they say the same;
 * 1: they differ; 2: one of them could not be read.
 */

import { DialectReading } from "../lib/dialects/reading.ts";
import { compareRuns } from "../lib/diff/compare.ts";
import type { Side } from "../lib/diff/content.ts";
import { type Paint, printed } from "../lib/diff/print.ts";
import { diffReport } from "../lib/diff/report.ts";
import { printable } from "../lib/report/printable.ts";
import { writeJson } from "../lib/report/write-json.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { type DiffRequest, readDiffArguments } from "./diff-arguments.ts";
import { readLog } from "./read-log.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = readDiffArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  const { left, right } = request;
  return diff(request, [left, right], [left, right], terminal);
}

/** Compares two files under the names that they are to have. */
export async function diff(
  how: Omit<DiffRequest, "left" | "right">,
  logs: readonly [left: string, right: string],
  names: readonly [left: string, right: string],
  terminal: Terminal,
): Promise<number> {
  const { stdout, stdin } = terminal;
  const sides: Side[] = [];
  for (const [at, log] of logs.entries()) {
    try {
      sides.push(sideOf((await readLog(log, stdin)).timeline));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refuse(terminal, `cannot read ${names[at]}: ${reason}`);
    }
  }
  const [left, right] = sides;
  if (!left || !right) return 2;
  const found = compareRuns(left, right, how.ignored);
  if (how.json) {
    for (const piece of writeJson(diffReport(found, how.text))) stdout.write(piece);
    stdout.write("\n");
  } else {
    const { text, timing } = how;
    const paint = stdout.isTTY ? painted : plain;
    for (const line of printed(found, { names, text, timing, paint })) stdout.write(`${line}\n`);
  }
  return found.isSame ? 0 : 1;
}

function refuse({ stderr }: Terminal, message: string): number {
  stderr.write(`loupe: ${printable(message)}\n`);
  return 2;
}

function sideOf(timeline: Timeline): Side {
  return { reading: new DialectReading(timeline).update(), n: timeline.lastEvent };
}

const plain: Paint = (text) => text;

const ESCAPES = { plain: "", left: "\u001b[31m", right: "\u001b[32m", changed: "\u001b[33m" };

const painted: Paint = (text, colour) =>
  colour === "plain" ? text : `${ESCAPES[colour]}${text}\u001b[0m`;
