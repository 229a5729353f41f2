/**
 * `loupe inspect LOG`: reads a saved log with the code that the browser runs, and prints what it
 * found. Exit code 0: clean; 1: findings or a bad verdict; 2: the log could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { ALL_DIALECTS, NO_DIALECTS } from "../lib/dialects/settings.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { createReport, type Report } from "../lib/report/report.ts";
import { formatSummary } from "../lib/report/summary.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { type InspectRequest, parseInspectArguments } from "./inspect-arguments.ts";
import { readLog } from "./read-log.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseInspectArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  let found: Report;
  try {
    found = await inspect(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${getErrorMessage(error)}`);
  }
  const { entries, verdict, findings } = found;
  if (request.json) for (const piece of writeJson(found)) terminal.stdout.write(piece);
  terminal.stdout.write(request.json ? "\n" : formatSummary(found));
  const isEmpty = entries.length === 0;
  const isBad = !verdict.clean || findings.some(({ severity }) => severity === "error");
  return isEmpty || isBad ? 1 : 0;
}

async function inspect(request: InspectRequest, { stdin }: Terminal): Promise<Report> {
  const { timeline, source } = await readLog(request.log, stdin);
  const { lastEvent } = timeline;
  const n = Math.min(request.at ?? lastEvent, lastEvent);
  const settings = request.dialects ? ALL_DIALECTS : NO_DIALECTS;
  const interpretation = new Interpretation(timeline, settings).update();
  return createReport(timeline, source, n, interpretation);
}

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${toPrintable(message)}\n`);
  return 2;
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
