/**
 * `loupe resend LOG ADDRESS`: sends the requests of a log to a live agent and compares the two
 * runs. Exit code 0: the runs are the same; 1: they differ; 2: an error.
 */

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPrintable, toPrintableLine } from "../lib/report/printable.ts";
import { type ResendProgress, resendRequests } from "../lib/resend/resend.ts";
import { createResendSteps, type ResendStep } from "../lib/resend/resend-steps.ts";
import { runDiff } from "./diff.ts";
import { parseDiffArguments } from "./diff-arguments.ts";
import { connectLiveAgent, createLibrary, formatIntroduction } from "./live-agent.ts";
import { readLog } from "./read-log.ts";
import { parseResendArguments, type ResendRequest } from "./resend-arguments.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseResendArguments(argv);
  if (typeof request === "string") return refuse(terminal, request);
  const { log, address } = request;
  const diffOptions = parseDiffArguments([log, address, ...request.rest]);
  if (typeof diffOptions === "string") return refuse(terminal, diffOptions);
  const folder = await mkdtemp(join(tmpdir(), "loupe-resend-"));
  try {
    const newRun = await resendRun(request, folder, terminal);
    if (request.output !== null) await copyFile(newRun, request.output);
    return await runDiff(diffOptions, [log, newRun], [log, address], terminal);
  } catch (error) {
    return refuse(terminal, getErrorMessage(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to the file of the new run. Prints progress to standard error. */
async function resendRun(
  request: ResendRequest,
  dataFolder: string,
  { stdin, stderr }: Terminal,
): Promise<string> {
  const { log, address, limitMs, limits } = request;
  const print = (line: string) => stderr.write(`${toPrintable(line)}\n`);
  const { timeline } = await readLog(log, stdin);
  const steps = createResendSteps(timeline);
  if (!steps.some(({ sending }) => sending)) {
    throw new Error(`${log} contains no request that can be resent`);
  }
  const library = createLibrary(dataFolder, limits);
  const agent = await connectLiveAgent(library, address, request, new AbortController().signal);
  for (const line of formatIntroduction(agent)) print(line);
  const report = (progress: ResendProgress) => {
    const step = steps[progress.step];
    if (step && REPORTED_STATES.has(progress.state))
      for (const line of formatStep(step, progress)) print(line);
  };
  await resendRequests(steps, timeline, agent, report, { secrets: new Map(), timeoutMs: limitMs });
  await agent.waitUntilWritten();
  return library.getPath(agent.getRecording());
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
