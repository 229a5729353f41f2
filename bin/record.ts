/**
 * `loupe record ADDRESS -m TEXT`: sends messages to an agent and writes the run as a log. Exit code
 * 0: the run ended well; 1: it did not, or was stopped; 2: nothing was recorded.
 */

import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatVerdictLine } from "../lib/lint/verdict/verdict-words.ts";
import { createLibrary } from "../lib/server/live/live-agent.ts";
import { type LiveRun, runConversation } from "../lib/server/live/live-run.ts";
import type { ProgressOutput, RunOptions } from "../lib/server/live/run-options.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { RUN_OPTIONS } from "./call-options.ts";
import { createFlag, createTextOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_NEEDS_FILE, JSON_OPTION, printJson, printNext } from "./json-output.ts";
import { OTLP_OPTIONS, type OtlpRequest, sendRunSpans, tryGetOtlpTarget } from "./otlp-options.ts";
import { type OutputFile, openOutput } from "./output-file.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, printData, type Terminal } from "./terminal.ts";

interface RecordRequest {
  readonly address: string;
  readonly run: RunOptions;
  /** `null` for standard output. */
  readonly file: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
  readonly json: boolean;
  readonly telemetry: OtlpRequest;
}

export const RECORD = defineCommand({
  name: "record",
  operands: "ADDRESS -m TEXT",
  summary: "sends messages to an agent and writes the run as a log.",
  options: {
    output: createTextOption(
      "-o, --output FILE",
      "output file (default: standard output)",
      "a file name, or - for standard output",
    ),
    isForced: createFlag("--force", "replace an existing file"),
    json: JSON_OPTION,
    ...OTLP_OPTIONS,
    ...RUN_OPTIONS,
  },
  createRequest(
    { output, isForced, json, otlp, hasOtlpContent, ...run },
    [address, other],
  ): RecordRequest {
    if (address === undefined || other !== undefined) {
      throw new UsageError("record needs the address of one agent");
    }
    if (run.messages.length === 0) throw new UsageError("record needs a message: -m TEXT");
    const file = output === "-" ? null : output;
    if (json && file === null) throw new UsageError(JSON_NEEDS_FILE);
    return { address, run, file, isForced, json, telemetry: { otlp, hasOtlpContent } };
  },
});

type RecordTerminal = Pick<Terminal, "stdout" | "stderr">;

/** When `stopped` resolves, the run ends with what has been received so far. */
export const main = (
  argv: readonly string[],
  terminal: RecordTerminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(RECORD, argv, terminal, (request) => record(request, terminal, stopped));

async function record(
  request: RecordRequest,
  terminal: RecordTerminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const progress = createProgressOutput(stderr);
  const { print } = progress;
  const refuse = (message: string) => {
    print(`loupe: ${message}`);
    return 2;
  };
  const { file, isForced } = request;
  const target = tryGetOtlpTarget(request.telemetry);
  if (typeof target === "string") return refuse(target);
  const output = file === null ? null : await openOutput(file, { isForced, isPrivate: true });
  if (typeof output === "string") return refuse(output);
  const folder = await mkdtemp(join(tmpdir(), "loupe-record-"));
  try {
    const run = await recordRun(request, folder, toAbortSignal(stopped), progress);
    if (run === null) return refuse("stopped before anything was recorded");
    if (output) await output.write(createReadStream(run.file, "utf8"));
    else printData(stdout, await readFile(run.file, "utf8"));
    print(formatVerdictLine(run.verdict));
    if (output) {
      print(`Saved the run to ${output.path}.`);
      printSummary(request, output, run, terminal);
    }
    await sendRunSpans(run.file, target, request.telemetry, print);
    return run.verdict.clean ? 0 : 1;
  } catch (error) {
    return refuse(getErrorMessage(error));
  } finally {
    await output?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The log is in the file, so standard output is free for a summary. */
function printSummary(
  { json }: RecordRequest,
  { path: file, isPlain }: OutputFile,
  { timeline, verdict }: LiveRun,
  terminal: RecordTerminal,
): void {
  const next = isPlain
    ? [
        ["inspect", file],
        ["findings", file],
      ]
    : [];
  if (!json) return printNext(terminal, next);
  const events = timeline.lastEvent + 1;
  printJson(terminal, { file, verdict, exchanges: timeline.exchanges.length, events }, next);
}

function recordRun(
  { address, run }: RecordRequest,
  dataFolder: string,
  signal: AbortSignal,
  progress: ProgressOutput,
): Promise<LiveRun | null> {
  return runConversation(createLibrary(dataFolder, run.limits), address, run, signal, progress);
}

export function toAbortSignal(stopped: Promise<unknown>): AbortSignal {
  const stop = new AbortController();
  stopped.then(() => stop.abort());
  return stop.signal;
}
