/**
 * `loupe inspect LOG`: reads a log with the code that the browser runs, and prints a report.
 * Exit code 0: the run ended well, without errors; 1: an error, a bad verdict or nothing to show;
 * 2: the log could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { ALL_DIALECTS, NO_DIALECTS } from "../lib/dialects/user-rules.ts";
import { createReport, type Report } from "../lib/report/report.ts";
import { formatSummary } from "../lib/report/summary.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { type InspectRequest, parseInspectArguments } from "./inspect-arguments.ts";
import { readLog } from "./read-log.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseInspectArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  let report: Report;
  try {
    report = await inspect(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${getErrorMessage(error)}`);
  }
  const { entries, verdict, findings } = report;
  if (request.json) for (const piece of writeJson(report)) terminal.stdout.write(piece);
  terminal.stdout.write(request.json ? "\n" : formatSummary(report));
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
