/**
 * `loupe client LOG`: serves the responses of a log to real clients, and compares what each handed to
 * its application with what the wire said. Exit code 0: all clients are the same as the wire; 1: one
 * differs or failed, or a known failure is stale; 2: nothing could be run.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENT_CHECKS, createClientGrade } from "../lib/clients/client-grade.ts";
import type { ClientLine } from "../lib/clients/client-line.ts";
import { formatClientText } from "../lib/clients/client-text.ts";
import { describeDelivered } from "../lib/clients/delivered-exchanges.ts";
import { formatStressText } from "../lib/clients/stress-text.ts";
import { type Grade, isFailing, type KnownFailure } from "../lib/conform/grade.ts";
import { applyKnownFailures } from "../lib/conform/known-failures.ts";
import { createGradeReport } from "../lib/conform/report/json.ts";
import { GRADE_REPORTS } from "../lib/conform/report/reports.ts";
import { formatGradeText } from "../lib/conform/report/text.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { type ClientRun, selectClientRun } from "../lib/server/clients/client-run.ts";
import { type ClientOutcome, compareClients } from "../lib/server/clients/compare-clients.ts";
import { listFailureLogs } from "../lib/server/clients/failure-logs.ts";
import { findClients, KNOWN_CLIENTS } from "../lib/server/clients/find-clients.ts";
import type { ClientDriver } from "../lib/server/clients/run-clients.ts";
import { createRecordingId } from "../lib/server/ids.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import { CLIENT, CLIENT_REPORTS, type ClientRequest } from "./client-options.ts";
import { printJson } from "./json-output.ts";
import { toAbortSignal } from "./record.ts";
import { readRecords } from "./replay-source.ts";
import { loadKnownFailures, openReports } from "./report-files.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, refuse, type Terminal } from "./terminal.ts";

export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(CLIENT, argv, terminal, (request) => performRun(request, terminal, stopped));

async function performRun(
  request: ClientRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const { log } = request;
  const known = await loadKnownFailures(request.known, (id) => CLIENT_CHECKS.has(id));
  if (typeof known === "string") return refuse(terminal, known);
  const run = await readRun(request, terminal);
  if (typeof run === "string") return refuse(terminal, `cannot serve ${log}: ${run}`);
  const drivers = await findDrivers(request);
  if (typeof drivers === "string") return refuse(terminal, drivers);
  const outputs = await openReports(CLIENT_REPORTS, request.files);
  if (typeof outputs === "string") return refuse(terminal, outputs);
  const signal = toAbortSignal(stopped);
  try {
    const outcome = await runClients(drivers, run, request, terminal, signal);
    if (signal.aborted) return refuse(terminal, "stopped");
    const at = new Date().toISOString();
    const saved = await saveFailures(request.save, run, outcome, at);
    const grade = gradeOutcome(request, run, outcome, known, saved, at);
    for (const [name, output] of outputs)
      await output.write(GRADE_REPORTS[name].print(grade, { failOn: "fail", app: null }));
    printOutcome(request, outcome, run.notServed, grade, terminal);
    if (outcome.clients.length === 0) {
      return refuse(terminal, "no client could be asked for a response");
    }
    return isFailing(grade, "fail") ? 1 : 0;
  } catch (error) {
    return refuse(terminal, signal.aborted ? "stopped" : getErrorMessage(error));
  } finally {
    for (const output of outputs.values()) await output.close();
  }
}

function runClients(
  drivers: readonly ClientDriver[],
  run: ClientRun,
  request: ClientRequest,
  { stderr }: Terminal,
  signal: AbortSignal,
): Promise<ClientOutcome> {
  const output = createProgressOutput(stderr);
  const onLine = (line: ClientLine) => {
    if (line.kind !== "progress") return;
    const { client, variant } = line.progress;
    output.printStatus(variant === null ? client : `${client}: ${variant}`);
  };
  return compareClients(drivers, run, { ...request, signal, onLine });
}

const toFileName = (text: string) => text.replace(/[^\w.@-]+/g, "-").replace(/^-+|-+$/g, "");

/** Resolves to the path of the log of each failure, by client and check. */
async function saveFailures(
  folder: string | null,
  run: ClientRun,
  { clients, stress }: ClientOutcome,
  at: string,
): Promise<ReadonlyMap<string, string>> {
  const saved = new Map<string, string>();
  if (folder === null) return saved;
  await mkdir(folder, { recursive: true });
  for (const { client, check, text } of listFailureLogs(run, clients, stress, at)) {
    const path = join(folder, `${toFileName(`${client}-${check}`)}.jsonl`);
    // Logs may have what users wrote.
    await writeFile(path, text, { mode: 0o600 });
    saved.set(`${client} ${check}`, path);
  }
  return saved;
}

function gradeOutcome(
  { log }: ClientRequest,
  { exchanges }: ClientRun,
  { clients, stress, notRun }: ClientOutcome,
  known: readonly KnownFailure[],
  saved: ReadonlyMap<string, string>,
  at: string,
): Grade {
  const isOf1 = exchanges.some(({ version }) => version === "1.0");
  const grade = createClientGrade({
    id: createRecordingId(new Date(at)),
    log,
    at,
    text: isOf1 ? "1.0.1" : "0.3.0",
    clients,
    stress,
    notRun: notRun.map(({ name, reason }) => `${name}: ${reason}`),
    findSaved: (client, check) => saved.get(`${client} ${check}`) ?? null,
  });
  return applyKnownFailures(grade, known);
}

function printOutcome(
  { log, json, isGraded, listsEvents }: ClientRequest,
  { clients, stress, notRun }: ClientOutcome,
  notServed: readonly string[],
  grade: Grade,
  terminal: Terminal,
): void {
  if (json) {
    const { results, stale } = grade;
    const checks = { stress, checks: results, stale };
    const report = isGraded
      ? createGradeReport(grade, "fail")
      : { log, clients, notRun, notServed, ...checks };
    return printJson(terminal, report, []);
  }
  const lines = isGraded ? formatGradeText(grade) : formatOutcome();
  for (const line of lines) terminal.stdout.write(`${toPrintable(line)}\n`);

  function* formatOutcome(): Generator<string> {
    for (const result of clients) yield* formatClientText(result, listsEvents);
    for (const { name, reason } of notRun) yield `– ${name} was not run: ${reason}.`;
    for (const line of describeDelivered(clients)) yield `– ${line}`;
    for (const what of notServed) yield `– Not served: ${what}.`;
    if (stress.length > 0) yield* formatStressText(stress);
    for (const { known, message, recording } of grade.results) {
      if (known !== undefined) yield `Known, because ${known}: ${message}`;
      if (recording !== null) yield `Saved ${recording}`;
    }
    for (const { id, reason } of grade.stale) yield `Stale: ${id} no longer fails (${reason}).`;
  }
}

/** The drivers to run, or why there are none. */
async function findDrivers({
  clients,
  drivers,
  folder,
}: ClientRequest): Promise<readonly ClientDriver[] | string> {
  if (drivers.length > 0 && clients.length === 0) return drivers;
  const wanted = KNOWN_CLIENTS.filter(({ id }) => clients.length === 0 || clients.includes(id));
  const lookup = { folder: folder ?? process.cwd(), jsDriver: JS_DRIVER };
  const { found, missing } = await findClients(lookup, wanted);
  const all = [...found.map(({ driver }) => driver), ...drivers];
  if (missing.length === 0 || (clients.length === 0 && all.length > 0)) return all;
  const hints = missing.map(({ title, install }) => `${title} (${install})`).join(", ");
  return `not found in ${lookup.folder}: ${hints}`;
}

/** Beside this module in the built command. */
const JS_DRIVER = fileURLToPath(new URL("./sdk-driver.js", import.meta.url));

/** The responses of a log that a client can be asked for, or why there are none. */
async function readRun(
  { log, exchange }: ClientRequest,
  { stdin }: Terminal,
): Promise<ClientRun | string> {
  try {
    const records: WireRecord[] = [];
    const reason = await readRecords(log, stdin, (record) => records.push(record));
    const run = selectClientRun(records, exchange);
    return "refusal" in run ? (run.refusal ?? reason) : run;
  } catch (error) {
    return getErrorMessage(error);
  }
}
