/**
 * `loupe inspect LOG`: reads a saved log with the code that the browser runs, and prints what it
 * found. Exit code 0: clean; 1: findings or a bad verdict; 2: the log could not be read.
 */

import { DialectReading } from "../lib/dialects/reading.ts";
import { ALL_DIALECTS, NO_DIALECTS } from "../lib/dialects/settings.ts";
import { printable } from "../lib/report/printable.ts";
import { type Report, report } from "../lib/report/report.ts";
import { summary } from "../lib/report/summary.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { type InspectRequest, readInspectArguments } from "./inspect-arguments.ts";
import { readLog } from "./read-log.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = readInspectArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  let found: Report;
  try {
    found = await inspect(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${messageOf(error)}`);
  }
  const { entries, verdict, findings } = found;
  if (request.json) for (const piece of writeJson(found)) terminal.stdout.write(piece);
  terminal.stdout.write(request.json ? "\n" : summary(found));
  const isEmpty = entries.length === 0;
  const isBad = !verdict.clean || findings.some(({ severity }) => severity === "error");
  return isEmpty || isBad ? 1 : 0;
}

async function inspect(request: InspectRequest, { stdin }: Terminal): Promise<Report> {
  const { timeline, source } = await readLog(request.log, stdin);
  const { lastEvent } = timeline;
  const n = Math.min(request.at ?? lastEvent, lastEvent);
  const settings = request.dialects ? ALL_DIALECTS : NO_DIALECTS;
  const reading = new DialectReading(timeline, settings).update();
  return report(timeline, source, n, reading);
}

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${printable(message)}\n`);
  return 2;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
