/**
 * `loupe check LOG…|URL`: what logs, or a live agent, break of the rules. Exit code 0: nothing that
 * fails; 1: something does; 2: something could not be read.
 */

import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KnownFinding, readBaseline, writeBaseline } from "../lib/check/baseline.ts";
import { type Checked, judge, type Looked, look, type Unread } from "../lib/check/check.ts";
import { junit } from "../lib/check/junit.ts";
import { LogLines } from "../lib/check/lines.ts";
import { type Paint, printed } from "../lib/check/print.ts";
import { checkReport } from "../lib/check/report.ts";
import { sarif } from "../lib/check/sarif.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import { type CheckRequest, readCheckArguments } from "./check-arguments.ts";
import { isAddress, recordLive } from "./check-live.ts";
import { keyless } from "./live-agent.ts";
import { logUri } from "./log-uri.ts";
import { type Progress, progressOn } from "./progress.ts";
import { readLog } from "./read-log.ts";
import { isThere, signalOf, whyNotWritable } from "./record.ts";

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
  const progress = progressOn(terminal.stderr);
  const { say } = progress;
  const refuse = (message: string) => {
    say(`loupe: ${message}`);
    return 2;
  };
  const request = readCheckArguments(argv);
  if (typeof request === "string") return refuse(request);
  const live = await liveOf(request);
  if (typeof live === "string") return refuse(live);
  const known = await knownTo(request);
  if (typeof known === "string") return refuse(known);
  const folder = await mkdtemp(join(tmpdir(), "loupe-check-"));
  try {
    const job = { request, live, folder, signal: signalOf(stopped), ...progress };
    const { looked, unread } = await lookAtAll(job, terminal);
    const checked = await conclude(request, looked, unread, known, say);
    await hand(checked, request, terminal);
    return unread.length > 0 ? 2 : checked.fails ? 1 : 0;
  } catch (error) {
    return refuse(messageOf(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of the subjects that are agents; a string where what was asked for fits none. */
async function liveOf({ subjects, run, output, isForced }: CheckRequest) {
  const live = new Set<string>();
  for (const subject of subjects) if (await isAddress(subject)) live.add(subject);
  if (live.size !== 1) {
    if (output !== null) return "-o keeps the run of one live agent";
    if (run.messages.length > 0 && live.size === 0) return "-m needs the address of an agent";
  }
  const { binding } = run;
  if (binding !== null && live.size > 0 && run.messages.length === 0) {
    return "--binding calls an endpoint without a card, and needs a message: -m TEXT";
  }
  if (run.also.size > 0 && run.messages.length === 0) return "--also needs a message: -m TEXT";
  const why = output === null ? null : await whyNotWritable(output, isForced);
  return why ?? live;
}

/** `null` where nothing is said to be known; a file that is to be written need not be there yet. */
async function knownTo({ baseline, writeBaseline: written }: CheckRequest) {
  const path = baseline ?? written;
  if (path === null) return null;
  if (path === written && !(await isThere(path))) return [];
  try {
    const known = readBaseline(await readFile(path, "utf8"));
    return typeof known === "string" ? `cannot read ${path}: ${known}` : known;
  } catch (error) {
    return `cannot read ${path}: ${messageOf(error)}`;
  }
}

interface Job extends Progress {
  readonly request: CheckRequest;
  readonly live: ReadonlySet<string>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

async function lookAtAll(job: Job, { stdin }: Terminal) {
  const looked: Looked[] = [];
  const unread: Unread[] = [];
  for (const subject of job.request.subjects) {
    try {
      looked.push(await lookAt(subject, job, stdin));
    } catch (error) {
      const said = (text: string) => (job.live.has(subject) ? keyless(subject, text) : text);
      const [name, reason] = [said(subject), said(messageOf(error))];
      unread.push({ name, reason });
      job.say(`loupe: cannot check ${name}: ${reason}`);
    }
  }
  return { looked, unread };
}

async function lookAt(subject: string, job: Job, stdin: Terminal["stdin"]): Promise<Looked> {
  const { request, live, folder, signal, say } = job;
  const { run, output } = request;
  let file = subject;
  let uri = logUri(subject);
  if (live.has(subject)) {
    file = await recordLive(folder, subject, run, signal, job);
    if (output !== null) await copyFile(file, output);
    uri = output === null ? null : logUri(output);
    if (output !== null) say(`Recorded in ${output}.`);
  }
  const lines = new LogLines();
  const { timeline, source } = await readLog(file, stdin, lines);
  const name = live.has(subject) ? keyless(subject, subject) : subject;
  return look(timeline, lines, { name, uri, source });
}

/** What is written down as known is known from then on. */
async function conclude(
  { failOn, ignored, writeBaseline: path }: CheckRequest,
  looked: readonly Looked[],
  unread: readonly Unread[],
  known: readonly KnownFinding[] | null,
  say: Job["say"],
): Promise<Checked> {
  const checked = judge(looked, unread, { failOn, ignored, known });
  if (path === null) return checked;
  if (unread.length > 0) {
    say(`${path} is left as it is: not all could be read.`);
    return checked;
  }
  const findings = checked.logs.flatMap((log) => log.findings);
  const text = writeBaseline(findings, known ?? []);
  await writeFile(path, text);
  const now = readBaseline(text);
  const list = typeof now === "string" ? [] : now;
  say(`${formatPlural(list.length, "known finding")} in ${path}.`);
  return judge(looked, unread, { failOn, ignored, known: list });
}

async function hand(checked: Checked, request: CheckRequest, { stdout }: Terminal): Promise<void> {
  if (request.junit !== null) await writeFile(request.junit, junit(checked));
  if (request.sarif !== null) {
    await writeFile(request.sarif, `${JSON.stringify(sarif(checked), null, 2)}\n`);
  }
  if (request.json) {
    for (const piece of writeJson(checkReport(checked))) stdout.write(piece);
    stdout.write("\n");
    return;
  }
  if (checked.logs.length === 0) return;
  const paint = stdout.isTTY && !process.env.NO_COLOR ? painted : plain;
  const width = (stdout.isTTY && stdout.columns) || WIDTH;
  for (const line of printed(checked, { width, paint })) stdout.write(`${line}\n`);
}

/** Where nobody says how wide a line may be. */
const WIDTH = 100;

const plain: Paint = (text) => text;

const ESCAPES = { error: "31", warning: "33", info: "36", good: "32", dim: "2" };

const painted: Paint = (text, colour) => `\u001b[${ESCAPES[colour]}m${text}\u001b[0m`;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
