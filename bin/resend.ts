/**
 * `loupe resend LOG ADDRESS`: sends the requests of a log to a live agent and compares the two
 * runs. Exit code 0: the runs are the same; 1: they differ; 2: an error.
 */

import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPrintable, toPrintableLine } from "../lib/report/printable.ts";
import { type ResendProgress, resendRequests } from "../lib/resend/resend.ts";
import { createResendSteps, type ResendStep } from "../lib/resend/resend-steps.ts";
import {
  connectLiveAgent,
  createLibrary,
  formatIntroduction,
} from "../lib/server/live/live-agent.ts";
import type { CallOptions } from "../lib/server/live/run-options.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { CALL_OPTIONS } from "./call-options.ts";
import { createTextOption, defineCommand, UsageError } from "./command-line.ts";
import { createDiffOptions, DIFF_OPTIONS, type DiffOptions, runDiff } from "./diff.ts";
import { openOutput } from "./output-file.ts";
import { readLog } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { refuse, type Terminal } from "./terminal.ts";

interface ResendRequest {
  readonly log: string;
  /** Address of the live agent. */
  readonly address: string;
  /** File for the new run; `null` if it is not kept. */
  readonly output: string | null;
  readonly call: CallOptions;
  readonly diff: DiffOptions;
}

export const RESEND = defineCommand({
  name: "resend",
  operands: "LOG ADDRESS",
  summary: "sends the requests of a log to a live agent and compares the two runs.",
  options: {
    output: createTextOption("-o, --output FILE", "save the new run", "a file name"),
    ...CALL_OPTIONS,
    ...DIFF_OPTIONS,
  },
  createRequest({ output, json, text, ignore, ...call }, operands): ResendRequest {
    const [log, address, other] = operands;
    if (log === undefined || address === undefined || other !== undefined) {
      throw new UsageError("resend needs a log and the address of an agent");
    }
    if (log === "-") {
      throw new UsageError("resend reads the log twice, so it cannot be standard input");
    }
    return { log, address, output, call, diff: createDiffOptions({ json, text, ignore }) };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(RESEND, argv, terminal, (request) => resend(request, terminal));

async function resend(request: ResendRequest, terminal: Terminal): Promise<number> {
  const { log, address, output, diff } = request;
  const file =
    output === null ? null : await openOutput(output, { isForced: true, isPrivate: true });
  if (typeof file === "string") return refuse(terminal, file);
  const folder = await mkdtemp(join(tmpdir(), "loupe-resend-"));
  try {
    const newRun = await resendRun(request, folder, terminal);
    await file?.write(createReadStream(newRun, "utf8"));
    return await runDiff(diff, [log, newRun], [log, address], terminal, {
      about: { file: output },
      next: file?.isPlain ? [["inspect", file.path]] : [],
    });
  } catch (error) {
    return refuse(terminal, getErrorMessage(error));
  } finally {
    await file?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to the file of the new run. Prints progress to standard error. */
async function resendRun(
  request: ResendRequest,
  dataFolder: string,
  { stdin, stderr }: Terminal,
): Promise<string> {
  const { log, address, call } = request;
  const print = (line: string) => stderr.write(`${toPrintable(line)}\n`);
  const { timeline } = await readLog(log, stdin);
  const steps = createResendSteps(timeline);
  if (!steps.some(({ sending }) => sending)) {
    throw new Error(`${log} contains no request that can be resent`);
  }
  const library = createLibrary(dataFolder, call.limits);
  const agent = await connectLiveAgent(library, address, call, new AbortController().signal);
  for (const line of formatIntroduction(agent)) print(line);
  const report = (progress: ResendProgress) => {
    const step = steps[progress.step];
    if (step && REPORTED_STATES.has(progress.state))
      for (const line of formatStep(step, progress)) print(line);
  };
  const context = { secrets: new Map(), timeoutMs: call.limitMs };
  await resendRequests(steps, timeline, agent, report, context);
  await agent.waitUntilWritten();
  return library.recordings.getPath(agent.getRecording());
}

const REPORTED_STATES: ReadonlySet<string> = new Set(["ended", "left-out", "failed", "stopped"]);

function* formatStep(
  { index, title, messageText, masks }: ResendStep,
  progress: ResendProgress,
): Generator<string> {
  const { state, notes } = progress;
  const text = messageText === "" ? "" : ` “${toPrintableLine(messageText, 60)}”`;
  yield `${String(index + 1).padStart(3)}  ${title}${text}: ${STATE_LABELS[state]}`;
  for (const note of notes) yield `     ${note}`;
  if (masks.length > 0) yield "     The request was sent with masks in place of its secrets.";
}

const STATE_LABELS: Readonly<Record<ResendProgress["state"], string>> = {
  waiting: "waiting",
  running: "running",
  ended: "answered",
  "left-out": "not sent",
  failed: "could not be sent",
  stopped: "stopped",
};
