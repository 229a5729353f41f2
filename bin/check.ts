/**
 * `loupe check LOG…|URL`: what logs, or a live agent, break of the rules. Exit code 0: nothing that
 * fails; 1: something does; 2: something could not be read.
 */

import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaselineEntry, formatBaseline, parseBaseline } from "../lib/check/baseline.ts";
import {
  type AnalyzedLog,
  analyzeLog,
  type CheckResult,
  createCheckResult,
  type UncheckedLog,
} from "../lib/check/check.ts";
import { type ColorText, formatCheckText } from "../lib/check/check-text.ts";
import { createCheckReport } from "../lib/check/json-report.ts";
import { formatJunit } from "../lib/check/junit.ts";
import { LogLineIndex } from "../lib/check/log-lines.ts";
import { createSarif } from "../lib/check/sarif.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import { type CheckRequest, parseCheckArguments } from "./check-arguments.ts";
import { maskAddressSecrets } from "./live-agent.ts";
import { getLogUri } from "./log-uri.ts";
import { createProgressOutput, type ProgressOutput } from "./progress.ts";
import { readLog } from "./read-log.ts";
import { findWriteError, isExistingFile, toAbortSignal } from "./record.ts";
import { isAgentAddress, recordForCheck } from "./record-for-check.ts";

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: {
    write(text: string): unknown;
    readonly isTTY?: boolean;
    readonly columns?: number;
  };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

export async function main(
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const progress = createProgressOutput(terminal.stderr);
  const { print: say } = progress;
  const refuse = (message: string) => {
    say(`loupe: ${message}`);
    return 2;
  };
  const request = parseCheckArguments(argv);
  if (typeof request === "string") return refuse(request);
  const live = await findLiveSubjects(request);
  if (typeof live === "string") return refuse(live);
  const known = await loadBaseline(request);
  if (typeof known === "string") return refuse(known);
  const folder = await mkdtemp(join(tmpdir(), "loupe-check-"));
  try {
    const job = { request, live, folder, signal: toAbortSignal(stopped), ...progress };
    const { looked, unread } = await analyzeAll(job, terminal);
    const checked = await createResult(request, looked, unread, known, say);
    await writeResult(checked, request, terminal);
    return unread.length > 0 ? 2 : checked.fails ? 1 : 0;
  } catch (error) {
    return refuse(getErrorMessage(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of the subjects that are agents; a string where what was asked for fits none. */
async function findLiveSubjects({ subjects, run, output, isForced }: CheckRequest) {
  const live = new Set<string>();
  for (const subject of subjects) if (await isAgentAddress(subject)) live.add(subject);
  if (live.size !== 1) {
    if (output !== null) return "-o keeps the run of one live agent";
    if (run.messages.length > 0 && live.size === 0) return "-m needs the address of an agent";
  }
  const { binding } = run;
  if (binding !== null && live.size > 0 && run.messages.length === 0) {
    return "--binding calls an endpoint without a card, and needs a message: -m TEXT";
  }
  if (run.also.size > 0 && run.messages.length === 0) return "--also needs a message: -m TEXT";
  const why = output === null ? null : await findWriteError(output, isForced);
  return why ?? live;
}

/** `null` where nothing is said to be known; a file that is to be written need not be there yet. */
async function loadBaseline({ baseline, writeBaseline }: CheckRequest) {
  const path = baseline ?? writeBaseline;
  if (path === null) return null;
  if (path === writeBaseline && !(await isExistingFile(path))) return [];
  try {
    const known = parseBaseline(await readFile(path, "utf8"));
    return typeof known === "string" ? `cannot read ${path}: ${known}` : known;
  } catch (error) {
    return `cannot read ${path}: ${getErrorMessage(error)}`;
  }
}

interface CheckJob extends ProgressOutput {
  readonly request: CheckRequest;
  readonly live: ReadonlySet<string>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function analyzeAll(job: CheckJob, { stdin }: Terminal) {
  const looked: AnalyzedLog[] = [];
  const unread: UncheckedLog[] = [];
  for (const subject of job.request.subjects) {
    try {
      looked.push(await analyzeSubject(subject, job, stdin));
    } catch (error) {
      const said = (text: string) =>
        job.live.has(subject) ? maskAddressSecrets(subject, text) : text;
      const [name, reason] = [said(subject), said(getErrorMessage(error))];
      unread.push({ name, reason });
      job.print(`loupe: cannot check ${name}: ${reason}`);
    }
  }
  return { looked, unread };
}

async function analyzeSubject(
  subject: string,
  job: CheckJob,
  stdin: Terminal["stdin"],
): Promise<AnalyzedLog> {
  const { request, live, folder, signal, print: say } = job;
  const { run, output } = request;
  let file = subject;
  let uri = getLogUri(subject);
  if (live.has(subject)) {
    file = await recordForCheck(folder, subject, run, signal, job);
    if (output !== null) await copyFile(file, output);
    uri = output === null ? null : getLogUri(output);
    if (output !== null) say(`Recorded in ${output}.`);
  }
  const lines = new LogLineIndex();
  const { timeline, source } = await readLog(file, stdin, lines);
  const name = live.has(subject) ? maskAddressSecrets(subject, subject) : subject;
  return analyzeLog(timeline, lines, { name, uri, source });
}

/** What is written down as known is known from then on. */
async function createResult(
  { failOn, ignored, writeBaseline }: CheckRequest,
  looked: readonly AnalyzedLog[],
  unread: readonly UncheckedLog[],
  known: readonly BaselineEntry[] | null,
  say: CheckJob["print"],
): Promise<CheckResult> {
  const checked = createCheckResult(looked, unread, { failOn, ignored, known });
  if (writeBaseline === null) return checked;
  if (unread.length > 0) {
    say(`${writeBaseline} is left as it is: not all could be read.`);
    return checked;
  }
  const findings = checked.logs.flatMap((log) => log.findings);
  const text = formatBaseline(findings, known ?? []);
  await writeFile(writeBaseline, text);
  const now = parseBaseline(text);
  const list = typeof now === "string" ? [] : now;
  say(`${formatPlural(list.length, "known finding")} in ${writeBaseline}.`);
  return createCheckResult(looked, unread, { failOn, ignored, known: list });
}

async function writeResult(
  checked: CheckResult,
  request: CheckRequest,
  { stdout }: Terminal,
): Promise<void> {
  if (request.junit !== null) await writeFile(request.junit, formatJunit(checked));
  if (request.sarif !== null) {
    await writeFile(request.sarif, `${JSON.stringify(createSarif(checked), null, 2)}\n`);
  }
  if (request.json) {
    for (const piece of writeJson(createCheckReport(checked))) stdout.write(piece);
    stdout.write("\n");
    return;
  }
  if (checked.logs.length === 0) return;
  const paint = stdout.isTTY && !process.env.NO_COLOR ? addColor : keepPlain;
  const width = (stdout.isTTY && stdout.columns) || DEFAULT_WIDTH;
  for (const line of formatCheckText(checked, { width, paint })) stdout.write(`${line}\n`);
}

/** Where nobody says how wide a line may be. */
const DEFAULT_WIDTH = 100;

const keepPlain: ColorText = (text) => text;

const ESCAPES = { error: "31", warning: "33", info: "36", good: "32", dim: "2" };

const addColor: ColorText = (text, colour) => `\u001b[${ESCAPES[colour]}m${text}\u001b[0m`;

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
