/**
 * `loupe check LOG…|ADDRESS`: checks logs, cards or a live agent against the rules. Exit code 0: the
 * check passes; 1: it fails; 2: something could not be read.
 */

import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type BaselineEntry, formatBaseline, parseBaseline } from "../lib/check/baseline.ts";
import {
  type AnalyzedLog,
  analyzeLog,
  type CheckResult,
  createCheckResult,
  type UncheckedLog,
} from "../lib/check/check.ts";
import { formatCheckMarkdown } from "../lib/check/check-markdown.ts";
import { formatCheckText } from "../lib/check/check-text.ts";
import { createCheckReport } from "../lib/check/json-report.ts";
import { formatJunit } from "../lib/check/junit.ts";
import { LogLineIndex } from "../lib/check/log-lines.ts";
import { createSarif } from "../lib/check/sarif.ts";
import { isRecordingId } from "../lib/server/ids.ts";
import { maskAddressSecrets } from "../lib/server/live/live-agent.ts";
import type { ProgressOutput } from "../lib/server/live/run-options.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { CHECK, type CheckRequest } from "./check-options.ts";
import { type CommandWords, printJson, printNext } from "./json-output.ts";
import { sendRunSpans, tryGetOtlpTarget } from "./otlp-options.ts";
import { findPlainFileError, isExistingFile, type OutputFile, openOutput } from "./output-file.ts";
import { describeHandEdges, readLog } from "./read-log.ts";
import { toAbortSignal } from "./record.ts";
import { isAgentAddress, recordForCheck } from "./record-for-check.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, getTerminalStyle, type Terminal } from "./terminal.ts";

export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(CHECK, argv, terminal, (request) => check(request, terminal, stopped));

async function check(
  request: CheckRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const progress = createProgressOutput(terminal.stderr);
  const { print } = progress;
  const refuse = (message: string) => {
    print(`loupe: ${message}`);
    return 2;
  };
  const target = tryGetOtlpTarget(request.telemetry);
  if (typeof target === "string") return refuse(target);
  const live = await findLiveSubjects(request);
  if (typeof live === "string") return refuse(live);
  const baseline = await loadBaseline(request);
  if (typeof baseline === "string") return refuse(baseline);
  const files = await openFiles(request);
  if (typeof files === "string") return refuse(files);
  const folder = await mkdtemp(join(tmpdir(), "loupe-check-"));
  try {
    const job: CheckJob = {
      request,
      live,
      folder,
      signal: toAbortSignal(stopped),
      sent: [],
      files,
      ...progress,
    };
    const { analyzed, unread } = await analyzeAll(job, terminal);
    const result = await createResult(request, analyzed, unread, baseline, print);
    await writeResult(result, request, files, terminal);
    for (const log of job.sent) await sendRunSpans(log, target, request.telemetry, print);
    return unread.length > 0 ? 2 : result.fails ? 1 : 0;
  } catch (error) {
    return refuse(getErrorMessage(error));
  } finally {
    await closeFiles(files);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the subjects that are agents, or an error message if the options do not fit them. */
async function findLiveSubjects({ subjects, run, output }: CheckRequest) {
  const live = new Set<string>();
  for (const subject of subjects) if (await isAgentAddress(subject)) live.add(subject);
  if (live.size !== 1) {
    if (output !== null) return "-o needs the address of exactly one agent";
    if (run.messages.length > 0 && live.size === 0) return "-m needs the address of an agent";
  }
  const { binding } = run;
  if (binding !== null && live.size > 0 && run.messages.length === 0) {
    return "--binding calls the endpoint without a card, so check needs a message: -m TEXT";
  }
  if (run.also.size > 0 && run.messages.length === 0) return "--also needs a message: -m TEXT";
  return live;
}

type CheckFile = "output" | "junit" | "sarif" | "markdown";

type CheckFiles = ReadonlyMap<CheckFile, OutputFile>;

/** Reports replace existing files. Resolves to an error message if a file cannot be written. */
async function openFiles(request: CheckRequest): Promise<CheckFiles | string> {
  const files = new Map<CheckFile, OutputFile>();
  for (const name of ["output", "junit", "sarif", "markdown"] as const) {
    const path = request[name];
    if (path === null) continue;
    const isLog = name === "output";
    const options = { isForced: !isLog || request.isForced, isPrivate: isLog };
    const file = await openOutput(path, options);
    if (typeof file === "string") {
      await closeFiles(files);
      return file;
    }
    files.set(name, file);
  }
  return files;
}

async function closeFiles(files: CheckFiles): Promise<void> {
  for (const file of files.values()) await file.close();
}

/** `null` without a baseline. The file for `--write-baseline` need not exist yet. */
async function loadBaseline({ baseline, writeBaseline }: CheckRequest) {
  const path = baseline ?? writeBaseline;
  if (path === null) return null;
  const writeError = writeBaseline === null ? null : await findPlainFileError(writeBaseline, true);
  if (writeError !== null) return writeError;
  if (path === writeBaseline && !(await isExistingFile(path))) return [];
  try {
    const entries = parseBaseline(await readFile(path, "utf8"));
    return typeof entries === "string" ? `cannot read ${path}: ${entries}` : entries;
  } catch (error) {
    return `cannot read ${path}: ${getErrorMessage(error)}`;
  }
}

interface CheckJob extends ProgressOutput {
  readonly request: CheckRequest;
  readonly live: ReadonlySet<string>;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** The logs whose spans are sent. */
  readonly sent: string[];
  readonly files: CheckFiles;
}

async function analyzeAll(job: CheckJob, { stdin }: Terminal) {
  const analyzed: AnalyzedLog[] = [];
  const unread: UncheckedLog[] = [];
  for (const subject of job.request.subjects) {
    try {
      analyzed.push(await analyzeSubject(subject, job, stdin));
    } catch (error) {
      const mask = (text: string) =>
        job.live.has(subject) ? maskAddressSecrets(subject, text) : text;
      const [name, reason] = [mask(subject), mask(getErrorMessage(error))];
      unread.push({ name, reason });
      job.print(`loupe: cannot check ${name}: ${reason}`);
    }
  }
  return { analyzed, unread };
}

async function analyzeSubject(
  subject: string,
  job: CheckJob,
  stdin: Terminal["stdin"],
): Promise<AnalyzedLog> {
  const { request, live, folder, signal, files, print } = job;
  const { run, output } = request;
  let file = subject;
  // Other logs are sent only if the command asks for it itself. Standard input is read only once.
  if (!live.has(subject) && request.telemetry.otlp !== null && subject !== "-") {
    job.sent.push(subject);
  }
  let uri = getLogUri(subject);
  if (live.has(subject)) {
    file = await recordForCheck(folder, subject, run, signal, job);
    job.sent.push(file);
    await files.get("output")?.write(createReadStream(file, "utf8"));
    uri = output === null ? null : getLogUri(output);
    if (output !== null) print(`Saved the run to ${output}.`);
  }
  const lines = new LogLineIndex();
  const { timeline, source } = await readLog(file, stdin, lines);
  const handEdges = describeHandEdges(timeline, subject);
  if (handEdges !== null) print(`loupe: ${handEdges}`);
  const name = live.has(subject) ? maskAddressSecrets(subject, subject) : subject;
  return analyzeLog(timeline, lines, { name, uri, source });
}

/** Writes the baseline first if requested, so that the result counts its problems as known. */
async function createResult(
  { failOn, ignored, writeBaseline }: CheckRequest,
  analyzed: readonly AnalyzedLog[],
  unread: readonly UncheckedLog[],
  known: readonly BaselineEntry[] | null,
  print: CheckJob["print"],
): Promise<CheckResult> {
  const result = createCheckResult(analyzed, unread, { failOn, ignored, known });
  if (writeBaseline === null) return result;
  if (unread.length > 0) {
    print(`${writeBaseline} was not changed: some logs could not be read.`);
    return result;
  }
  const findings = result.logs.flatMap((log) => log.findings);
  const text = formatBaseline(findings, known ?? []);
  await writeFile(writeBaseline, text);
  const parsed = parseBaseline(text);
  const written = typeof parsed === "string" ? [] : parsed;
  print(`Wrote ${formatPlural(written.length, "known problem")} to ${writeBaseline}.`);
  return createCheckResult(analyzed, unread, { failOn, ignored, known: written });
}

async function writeResult(
  result: CheckResult,
  request: CheckRequest,
  files: CheckFiles,
  terminal: Terminal,
): Promise<void> {
  const { stdout } = terminal;
  await files.get("junit")?.write(formatJunit(result));
  await files.get("sarif")?.write(`${JSON.stringify(createSarif(result), null, 2)}\n`);
  await files.get("markdown")?.write(formatCheckMarkdown(result));
  const next = getNextCommands(result, files.get("output"));
  if (request.json) return printJson(terminal, createCheckReport(result), next);
  if (result.logs.length === 0) return;
  for (const line of formatCheckText(result, getTerminalStyle(stdout))) stdout.write(`${line}\n`);
  printNext(terminal, next);
}

/** How to look at the first problem. */
function getNextCommands({ logs }: CheckResult, output?: OutputFile): CommandWords[] {
  const log = logs.find(({ findings }) => findings.length > 0);
  const [first] = log?.findings ?? [];
  if (!log || !first) return [];
  const isSaved = output !== undefined && log.uri === getLogUri(output.path);
  const saved = output?.isPlain ? output.path : "-";
  const isNamed = log.uri !== null || isRecordingId(log.name);
  const file = isSaved ? saved : isNamed ? log.name : "-";
  return [["explain", first.rule], ...(file === "-" ? [] : [["findings", file]])];
}

/** Relative if the log is inside the folder. `null` for standard input and for recordings, which have no file to point at. */
export function getLogUri(log: string, folder: string = process.cwd()): string | null {
  if (log === "-" || isRecordingId(log)) return null;
  const path = resolve(folder, log);
  const within = relative(folder, path);
  if (within === "" || within.startsWith("..") || isAbsolute(within)) {
    return pathToFileURL(path).href;
  }
  return within.split(sep).map(encodeURIComponent).join("/");
}
