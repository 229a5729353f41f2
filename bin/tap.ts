/**
 * `loupe tap LISTEN=TARGET…`: stands between agents, passes their calls on, and records them until it
 * is stopped, or until the program behind `--` has ended. Exit code 0: stopped; 1: `--check` found
 * problems; 2: it could not listen or record everything; else that of the program. If recording
 * fails, calls still pass.
 */

import { existsSync } from "node:fs";
import { lstat, readFile, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PRODUCT } from "../lib/api/version.ts";
import {
  type AnalyzedLog,
  analyzeLog,
  type CheckResult,
  createCheckResult,
} from "../lib/check/check.ts";
import { formatCheckText } from "../lib/check/check-text.ts";
import { createCheckReport } from "../lib/check/json-report.ts";
import { LogLineIndex } from "../lib/check/log-lines.ts";
import { formatCommandLine } from "../lib/operations/command-words.ts";
import { type PublicKey, parsePublicKeys } from "../lib/protocol/card/signature/public-keys.ts";
import { formatHeld } from "../lib/report/held-stream.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { getCallLimits } from "../lib/server/exchange/exchange-limits.ts";
import { createRecordingId } from "../lib/server/ids.ts";
import { createLibrary } from "../lib/server/live/live-agent.ts";
import { isLoopbackHost } from "../lib/server/security/loopback.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { TapCall } from "../lib/server/tap/call-monitor.ts";
import {
  type ControlServer,
  startControlServer,
} from "../lib/server/tap/control/control-server.ts";
import { LogThread } from "../lib/server/tap/log-thread.ts";
import { formatHoldCommands } from "../lib/server/tap/plan/hold-commands.ts";
import { HoldControl } from "../lib/server/tap/plan/hold-control.ts";
import { Tap } from "../lib/server/tap/tap.ts";
import {
  type OpenTapLog,
  TapLog,
  type TapLogEvents,
  type TapLogOptions,
} from "../lib/server/tap/tap-log.ts";
import { formatAddress, formatProxy, formatRoute } from "../lib/server/tap/tap-route.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { LOG_VERSION, type LogHeader } from "../lib/wire/record.ts";
import { type CommandWords, JSON_FORMAT, printNext } from "./json-output.ts";
import { sendRunSpans, tryGetOtlpTarget } from "./otlp-options.ts";
import { findPlainFileError, isExistingFile } from "./output-file.ts";
import { readLog } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { controlHolds, startPlan } from "./tap-hold.ts";
import { TAP, type TapRequest } from "./tap-options.ts";
import {
  describeCall,
  formatCall,
  formatListening,
  formatProxyListening,
  formatReachable,
} from "./tap-output.ts";
import { createProxyVariables, ProgramError, runProgram } from "./tap-program.ts";
import { FAILURE, getTerminalStyle, printData, refuse, type Terminal } from "./terminal.ts";

/** Taps until `stopped` resolves. */
export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> => runCommand(TAP, argv, terminal, (request) => tap(request, terminal, stopped));

interface TapFile {
  readonly options: TapLogOptions;
  /** How other commands open it: its file, or the ID of its recording. */
  readonly name: string;
  /** Where the file that it replaces waits until the tap has started. */
  readonly replaced: string | null;
}

async function tap(
  request: TapRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const print = (line: string) => void terminal.stderr.write(`${toPrintable(line)}\n`);
  const calls = new CallPrinter(request, terminal);
  let failure: string | null = null;
  let file: TapFile | null = null;
  let log: OpenTapLog | null = null;
  let running: Tap | null = null;
  let control: ControlServer | null = null;
  const planned = await startPlan(request, terminal).catch(getErrorMessage);
  if (typeof planned === "string") return refuse(terminal, planned);
  const target = tryGetOtlpTarget(request.telemetry);
  if (typeof target === "string") return refuse(terminal, target);
  try {
    const { wide, allowTargets, dataFolder } = readSettings();
    const library = createLibrary(dataFolder, {});
    const values = await library.limits.getValues();
    const limit = getCallLimits(values).response;
    const prepared = await prepareFile(request, library, dataFolder, limit);
    if (typeof prepared === "string") return refuse(terminal, prepared);
    file = prepared;
    const names = [prepared.name];
    log = await openLog(prepared.options, {
      onCall: (call) => calls.print(call),
      onRoll: (name) => {
        names.push(name);
        printLog(name, request, terminal);
        if (request.json) printJsonLine(terminal, { roll: { log: name } });
      },
      onFailure: (message) => {
        failure ??= message;
        refuse(terminal, `recording stopped: ${message} Calls still pass.`);
      },
    });
    running = await Tap.start({
      routes: request.routes,
      hosts: request.hosts,
      ...(request.proxy && { proxy: request.proxy }),
      ...(request.push && { push: request.push }),
      recorder: log,
      policy: { wide, allow: allowTargets },
      maxCardBytes: values.cardBytes,
      ...(planned && { plan: planned.plan, answers: planned.answers }),
      onNotice: print,
    });
    if (planned) {
      if (!request.program && !request.json) print(formatHoldCommands());
      // The standard input of a program is its own.
      const typed = request.program ? NO_INPUT : terminal.stdin;
      controlHolds(planned.plan, typed, createHoldPrinter(request, terminal, print));
      const { id, name = id } = prepared.options.header;
      control = await startControlServer(
        dataFolder,
        new HoldControl(() => [
          { id, name, recording: names.at(-1) ?? prepared.name, plan: planned.plan },
        ]),
      );
      if (!control) print(`loupe hold cannot reach this tap: ${dataFolder} is not writable.`);
    }
    if (prepared.replaced !== null) await rm(prepared.replaced);
    printStart(running, prepared, request, terminal);
    const programCode = await waitUntilOver(running, request, stopped, print);
    await control?.close();
    await running.close();
    await planned?.close();
    await log.close();
    const code = await finish(names, calls.count, request, terminal);
    for (const name of calls.count > 0 ? names : []) {
      await sendRunSpans(name, target, request.telemetry, print);
    }
    return failure === null ? code || programCode : FAILURE;
  } catch (error) {
    await control?.close();
    await running?.close();
    await planned?.close();
    await log?.close();
    if (file && !running) await discardFile(file);
    const code = refuse(terminal, getErrorMessage(error));
    return error instanceof ProgramError ? error.code : code;
  }
}

/** Waits for the program if there is one, and returns its exit code. */
async function waitUntilOver(
  { proxy }: Tap,
  { program, json }: TapRequest,
  stopped: Promise<unknown>,
  print: (line: string) => void,
): Promise<number> {
  if (!program) {
    await stopped;
    return 0;
  }
  const variables = proxy ? createProxyVariables(`http://${formatReachable(proxy.listen)}`) : {};
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  // Its arguments may be secret.
  print(`Running ${program[0]}${set.length > 0 ? ` with ${set.join(" ")}` : ""}`);
  return runProgram(program, { variables, isOutputMoved: json });
}

const THREAD = new URL("./tap-thread.js", import.meta.url);

/** The built command records in a thread of its own; run from its sources, it has none. */
const openLog = (options: TapLogOptions, events: TapLogEvents): Promise<OpenTapLog> =>
  existsSync(THREAD) ? LogThread.open(THREAD, options, events) : TapLog.open(options, events);

/** An error message if the file cannot be written. */
async function prepareFile(
  { routes, proxy, file, isForced, keyFiles, roll }: TapRequest,
  library: ReturnType<typeof createLibrary>,
  dataFolder: string,
  limit: TapLogOptions["limit"],
): Promise<TapFile | string> {
  const signatureKeys = await readKeys(keyFiles);
  if (typeof signatureKeys === "string") return signatureKeys;
  const now = new Date();
  const id = createRecordingId(now);
  const places = [...routes.map(formatRoute), ...(proxy ? [formatProxy(proxy)] : [])];
  const name = `tap ${places.join(", ")}`;
  const header: LogHeader = {
    r: "loupe",
    version: LOG_VERSION,
    id,
    at: now.toISOString(),
    by: PRODUCT,
    name,
  };
  const shared = { header, routes, proxy, limit, signatureKeys, roll };
  if (file === null) {
    await library.recordings.store.ensureSpace();
    const path = join(library.recordings.folder, `${id}.jsonl`);
    return { options: { ...shared, path, maskFolder: dataFolder }, name: id, replaced: null };
  }
  const writeError = await findPlainFileError(file, isForced);
  if (writeError !== null) return writeError;
  const isExisting = await isExistingFile(file);
  // What a link leads to is replaced, not the link.
  const isLink = isExisting && (await lstat(file)).isSymbolicLink();
  const path = isLink ? await realpath(file) : file;
  const replaced = isExisting ? `${path}.replaced` : null;
  if (replaced !== null) await rename(path, replaced);
  return { options: { ...shared, path, maskFolder: null }, name: file, replaced };
}

/** An error message if a file has no key. */
async function readKeys(files: readonly string[]): Promise<readonly PublicKey[] | string> {
  const all: PublicKey[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(getErrorMessage);
    const { keys, warning } = parsePublicKeys(text);
    if (keys.length === 0) return `cannot read a key from ${file}: ${warning ?? "it is empty"}`;
    all.push(...keys);
  }
  return all;
}

/** The tap did not start: nothing was recorded, and what was there before is there again. */
async function discardFile({ options: { path }, replaced }: TapFile): Promise<void> {
  if (replaced === null) await rm(path, { force: true });
  else await rename(replaced, path);
}

const NO_INPUT: AsyncIterable<string> = { async *[Symbol.asyncIterator]() {} };

const createHoldPrinter = (
  { json }: TapRequest,
  terminal: Terminal,
  print: (line: string) => void,
): Parameters<typeof controlHolds>[2] => ({
  onHeld: (held) => (json ? printJsonLine(terminal, { held }) : print(`Held ${formatHeld(held)}`)),
  onPassed: (id) => (json ? printJsonLine(terminal, { passed: { id } }) : print(`${id} goes on.`)),
  print,
});

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
    const { stdout, stderr } = this.#terminal;
    if (this.#request.json) return printJsonLine(this.#terminal, describeCall(call));
    // Standard output is that of the program.
    const output = this.#request.program ? stderr : stdout;
    const { paint } = getTerminalStyle(output);
    for (const line of formatCall(call, paint)) output.write(`${line}\n`);
  }
}

/** One object in one line, with the next commands if they are known. */
function printJsonLine(
  { stdout }: Pick<Terminal, "stdout">,
  value: object,
  next?: readonly CommandWords[],
): void {
  const commands = next?.map((words) => formatCommandLine(["loupe", ...words, "--json"]));
  printData(
    stdout,
    `${JSON.stringify({ format: JSON_FORMAT, ...value, ...(commands && { next: commands }) })}\n`,
  );
}

function printStart(
  { routes, proxy, push }: Tap,
  { name }: TapFile,
  request: TapRequest,
  terminal: Terminal,
): void {
  const print = (line: string) => terminal.stderr.write(`${toPrintable(line)}\n`);
  for (const route of routes) print(formatListening(route));
  if (proxy) print(formatProxyListening(proxy));
  if (push) print(`Listening at ${formatAddress(push)} for notifications`);
  printLog(name, request, terminal);
  const places = [...routes, ...(proxy ? [proxy] : [])];
  const wide = places.filter(({ listen }) => !isLoopbackHost(listen.host));
  if (wide.length > 0) {
    print(
      `Anyone who can reach this machine can call ${routes.length === 1 && !proxy ? "the agent" : "the agents"} through the tap, and is recorded.`,
    );
  }
  if (request.json) printJsonLine(terminal, { tap: { log: name, routes, proxy, push } });
}

function printLog(name: string, { file }: TapRequest, { stderr }: Terminal): void {
  stderr.write(`${toPrintable(file === null ? `Recording ${name}` : `Recording to ${name}`)}\n`);
}

async function finish(
  names: readonly string[],
  calls: number,
  { json, checks, failOn, program }: TapRequest,
  terminal: Terminal,
): Promise<number> {
  const result = checks && calls > 0 ? await check(names, failOn, terminal) : null;
  const name = names.at(-1) ?? "";
  const next: CommandWords[] = [
    ["inspect", name],
    ["findings", name],
  ];
  const usable = calls > 0 ? next : [];
  if (json) {
    const report = result && createCheckReport(result);
    printJsonLine(terminal, { end: { log: name, logs: names, calls, check: report } }, usable);
  } else {
    const output = program ? terminal.stderr : terminal.stdout;
    const style = getTerminalStyle(output);
    for (const line of result ? formatCheckText(result, style) : []) output.write(`${line}\n`);
    terminal.stderr.write(`Recorded ${formatPlural(calls, "call")}.\n`);
    printNext(terminal, usable);
  }
  return result?.fails ? 1 : 0;
}

async function check(
  names: readonly string[],
  failOn: TapRequest["failOn"],
  { stdin }: Terminal,
): Promise<CheckResult> {
  const analyzed: AnalyzedLog[] = [];
  for (const name of names) {
    const lines = new LogLineIndex();
    const { timeline, source } = await readLog(name, stdin, lines);
    analyzed.push(analyzeLog(timeline, lines, { name, uri: null, source }));
  }
  return createCheckResult(analyzed, [], { failOn, ignored: new Set(), known: null });
}
