/**
 * `loupe tap LISTEN=TARGET…`: stands between agents, passes their calls on, and records them until it
 * is stopped. Exit code 0: stopped; 1: `--check` found problems; 2: it could not listen or record.
 */

import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { PRODUCT } from "../lib/api/version.ts";
import { analyzeLog, type CheckResult, createCheckResult } from "../lib/check/check.ts";
import { formatCheckText } from "../lib/check/check-text.ts";
import { createCheckReport } from "../lib/check/json-report.ts";
import { LogLineIndex } from "../lib/check/log-lines.ts";
import { formatCommandLine } from "../lib/operations/command-words.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { getCallLimits } from "../lib/server/exchange/exchange-limits.ts";
import { createRecordingId } from "../lib/server/ids.ts";
import { createLibrary } from "../lib/server/live/live-agent.ts";
import {
  createMaskFactory,
  loadMaskFactory,
  type MaskFactory,
} from "../lib/server/masking/mask-factory.ts";
import { Recorder } from "../lib/server/recording/recorder.ts";
import { isLoopback } from "../lib/server/replay/replay-server.ts";
import { readSettings } from "../lib/server/settings.ts";
import { CallMonitor, type TapCall } from "../lib/server/tap/call-monitor.ts";
import { Tap } from "../lib/server/tap/tap.ts";
import { formatRoute, type TapRoute } from "../lib/server/tap/tap-route.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { LOG_VERSION } from "../lib/wire/record.ts";
import { type CommandWords, JSON_FORMAT, printNext } from "./json-output.ts";
import { readLog } from "./read-log.ts";
import { findWriteError, isExistingFile } from "./record.ts";
import { runCommand } from "./run-command.ts";
import { TAP, type TapRequest } from "./tap-options.ts";
import { describeCall, formatCall, formatListening } from "./tap-output.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";
import { getTerminalStyle } from "./terminal-style.ts";

/** Taps until `stopped` resolves. */
export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> => runCommand(TAP, argv, terminal, (request) => tap(request, terminal, stopped));

interface TapLog {
  readonly recorder: Recorder;
  /** Where the file that it replaces waits until the tap has started. */
  readonly replaced: string | null;
  readonly createMask: MaskFactory;
  /** How other commands open it: its file, or the ID of its recording. */
  readonly name: string;
}

async function tap(
  request: TapRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const settings = readSettings();
  let log: TapLog | null = null;
  let running: Tap | null = null;
  try {
    const { file, isForced } = request;
    const writeError = file === null ? null : await findWriteError(file, isForced);
    if (writeError !== null) return refuse(terminal, writeError);
    const library = createLibrary(settings.dataFolder, {});
    const values = await library.limits.getValues();
    log = await createLog(request, library, settings.dataFolder);
    const { recorder, createMask } = log;
    const calls = new CallPrinter(request, terminal);
    running = await Tap.start({
      routes: request.routes,
      sink: createMonitoredSink(recorder, new CallMonitor((call) => calls.print(call))),
      createMask,
      policy: { wide: settings.wide, allow: settings.allowTargets },
      limit: getCallLimits(values).response,
      maxCardBytes: values.cardBytes,
    });
    if (log.replaced !== null) await rm(log.replaced);
    printStart(running.routes, log, request, terminal);
    const { failureSignal } = recorder;
    const failed = new Promise<void>((resolve) => {
      failureSignal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([stopped, failed]);
    await running.close();
    if (recorder.failure) return refuse(terminal, `recording stopped: ${recorder.failure.message}`);
    return await finish(log, calls.count, request, terminal);
  } catch (error) {
    await running?.close();
    if (log && !running) await discardLog(log);
    return refuse(terminal, getErrorMessage(error));
  }
}

async function createLog(
  { routes, file }: TapRequest,
  library: ReturnType<typeof createLibrary>,
  dataFolder: string,
): Promise<TapLog> {
  const name = `tap ${routes.map(formatRoute).join(", ")}`;
  if (file === null) {
    await library.store.ensureSpace();
    const recorder = await library.createRecording(name);
    const createMask = await loadMaskFactory(dataFolder);
    return { recorder, replaced: null, createMask, name: recorder.id };
  }
  const replaced = (await isExistingFile(file)) ? `${file}.replaced` : null;
  if (replaced !== null) await rename(file, replaced);
  const now = new Date();
  const header = { r: "loupe", version: LOG_VERSION, id: createRecordingId(now) } as const;
  const recorder = await Recorder.createFile(file, {
    ...header,
    at: now.toISOString(),
    by: PRODUCT,
    name,
  });
  return { recorder, replaced, createMask: createMaskFactory(randomBytes(32)), name: file };
}

/** The tap did not start: nothing was recorded, and what was there before is there again. */
async function discardLog({ recorder, replaced }: TapLog): Promise<void> {
  await recorder.close();
  if (replaced === null) await rm(recorder.path, { force: true });
  else await rename(replaced, recorder.path);
}

function createMonitoredSink(recorder: Recorder, monitor: CallMonitor) {
  return {
    append(record: Parameters<Recorder["append"]>[0]) {
      recorder.append(record);
      monitor.push(record);
    },
    now: () => recorder.now(),
    waitUntilWritten: () => recorder.waitUntilWritten(),
    get pendingBytes() {
      return recorder.pendingBytes;
    },
  };
}

class CallPrinter {
  count = 0;
  readonly #request: TapRequest;
  readonly #terminal: Terminal;

  constructor(request: TapRequest, terminal: Terminal) {
    this.#request = request;
    this.#terminal = terminal;
  }

  print(call: TapCall): void {
    this.count += 1;
    const { stdout } = this.#terminal;
    if (this.#request.json) return printJsonLine(this.#terminal, describeCall(call));
    stdout.write(`${formatCall(call, getTerminalStyle(stdout).paint)}\n`);
  }
}

/** One object in one line, with the next commands if they are known. */
function printJsonLine(
  { stdout }: Pick<Terminal, "stdout">,
  value: object,
  next?: readonly CommandWords[],
): void {
  const commands = next?.map((words) => formatCommandLine(["loupe", ...words, "--json"]));
  stdout.write(
    `${JSON.stringify({ format: JSON_FORMAT, ...value, ...(commands && { next: commands }) })}\n`,
  );
}

function printStart(
  routes: readonly TapRoute[],
  { name }: TapLog,
  { json, file }: TapRequest,
  terminal: Terminal,
): void {
  const print = (line: string) => terminal.stderr.write(`${toPrintable(line)}\n`);
  for (const route of routes) print(formatListening(route));
  print(file === null ? `Recording ${name}` : `Recording to ${name}`);
  const wide = routes.filter(({ listen }) => !isLoopback(listen.host));
  if (wide.length > 0) {
    print(
      `Anyone who can reach this machine can call ${wide.length === 1 ? "the agent" : "the agents"} through the tap, and is recorded.`,
    );
  }
  if (json) printJsonLine(terminal, { tap: { log: name, routes } });
}

async function finish(
  { name }: TapLog,
  calls: number,
  { json, checks, failOn }: TapRequest,
  terminal: Terminal,
): Promise<number> {
  const result = checks && calls > 0 ? await check(name, failOn, terminal) : null;
  const next: CommandWords[] = [
    ["inspect", name],
    ["findings", name],
  ];
  const usable = calls > 0 ? next : [];
  if (json) {
    const report = result && createCheckReport(result);
    printJsonLine(terminal, { end: { log: name, calls, check: report } }, usable);
  } else {
    const style = getTerminalStyle(terminal.stdout);
    for (const line of result ? formatCheckText(result, style) : []) {
      terminal.stdout.write(`${line}\n`);
    }
    terminal.stderr.write(`Recorded ${formatPlural(calls, "call")}.\n`);
    printNext(terminal, usable);
  }
  return result?.fails ? 1 : 0;
}

async function check(
  name: string,
  failOn: TapRequest["failOn"],
  { stdin }: Terminal,
): Promise<CheckResult> {
  const lines = new LogLineIndex();
  const { timeline, source } = await readLog(name, stdin, lines);
  const analyzed = analyzeLog(timeline, lines, { name, uri: null, source });
  return createCheckResult([analyzed], [], { failOn, ignored: new Set(), known: null });
}
