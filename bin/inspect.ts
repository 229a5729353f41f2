/**
 * `loupe inspect LOG`: reads a log with the code that the browser runs, and prints a report.
 * Exit code 0: the run ended well, without errors; 1: an error, a bad verdict or nothing to show;
 * 2: the log could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { ALL_DIALECTS, NO_DIALECTS } from "../lib/dialects/settings.ts";
import { getNextAfterRun } from "../lib/operations/next-after-run.ts";
import { createReport, type Report } from "../lib/report/report.ts";
import { formatSummary } from "../lib/report/summary.ts";
import { createFlag, createOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION, omitIfInput, printJson, printNext, toCommandWords } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";
import { readLog } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

interface InspectRequest {
  readonly log: string;
  readonly json: boolean;
  readonly at: number | null;
  readonly dialects: boolean;
}

const AT = createOption<number | null>(
  "--at N",
  "report the state just after event N",
  null,
  (_, text, name) => {
    if (!/^\d+$/.test(text)) throw new UsageError(`${name} needs an event number, not "${text}"`);
    return Number(text);
  },
);

export const INSPECT = defineCommand({
  name: "inspect",
  operands: "LOG",
  summary: "prints a report on a log.",
  options: {
    json: JSON_OPTION,
    at: AT,
    isPlain: createFlag("--no-dialects", "ignore framework conventions; show plain A2A"),
  },
  createRequest({ json, at, isPlain }, operands): InspectRequest {
    return { log: getOnlyLog("inspect", operands), json, at, dialects: !isPlain };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(INSPECT, argv, terminal, (request) => printReport(request, terminal));

async function printReport(request: InspectRequest, terminal: Terminal): Promise<number> {
  let report: Report;
  try {
    report = await inspect(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${getErrorMessage(error)}`);
  }
  const { entries, verdict, findings } = report;
  const { log } = request;
  const lastEvent = report.source.events - 1;
  const steps = getNextAfterRun({ run: log, verdict, findings, lastEvent });
  const next = omitIfInput(log, toCommandWords(steps));
  if (request.json) printJson(terminal, report, next);
  else {
    terminal.stdout.write(formatSummary(report));
    printNext(terminal, next);
  }
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
