/**
 * `loupe again LOG URL`: sends the requests of a saved log to a live agent and compares the two
 * runs. Exit code 0: they say the same; 1: they differ; 2: trouble.
 */

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPrintable, toPrintableLine } from "../lib/report/printable.ts";
import { type ResendProgress, resendRequests } from "../lib/resend/resend.ts";
import { createResendSteps, type ResendStep } from "../lib/resend/resend-steps.ts";
import { parseResendArguments, type ResendRequest } from "./again-arguments.ts";
import { runDiff, type Terminal } from "./diff.ts";
import { parseDiffArguments } from "./diff-arguments.ts";
import { connectLiveAgent, createLibrary, formatIntroduction } from "./live-agent.ts";
import { readLog } from "./read-log.ts";

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = parseResendArguments(argv);
  const refuse = (message: string) => {
    terminal.stderr.write(`loupe: ${toPrintable(message)}\n`);
    return 2;
  };
  if (typeof request === "string") return refuse(request);
  const { log, address } = request;
  const how = parseDiffArguments([log, address, ...request.rest]);
  if (typeof how === "string") return refuse(how);
  const folder = await mkdtemp(join(tmpdir(), "loupe-again-"));
  try {
    const fresh = await resendRun(request, folder, terminal);
    if (request.output !== null) await copyFile(fresh, request.output);
    return await runDiff(how, [log, fresh], [log, address], terminal);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to the file of the new run. Progress goes where it is in nobody's way. */
async function resendRun(
  request: ResendRequest,
  dataFolder: string,
  { stdin, stderr }: Terminal,
): Promise<string> {
  const { log, address, limitMs, limits } = request;
  const say = (line: string) => stderr.write(`${toPrintable(line)}\n`);
  const { timeline } = await readLog(log, stdin);
  const steps = createResendSteps(timeline);
  if (!steps.some(({ sending }) => sending)) {
    throw new Error(`${log} holds no request that can be sent again`);
  }
  const library = createLibrary(dataFolder, limits);
  const agent = await connectLiveAgent(library, address, request, new AbortController().signal);
  for (const line of formatIntroduction(agent)) say(line);
  const tell = (progress: ResendProgress) => {
    const step = steps[progress.step];
    if (step && REPORTED_STATES.has(progress.state))
      for (const line of formatStep(step, progress)) say(line);
  };
  await resendRequests(steps, timeline, agent, tell, { secrets: new Map(), timeoutMs: limitMs });
  await agent.waitUntilWritten();
  return library.getPath(agent.getRecording());
}

const REPORTED_STATES: ReadonlySet<string> = new Set(["ended", "left-out", "failed", "stopped"]);

function* formatStep(
  { index, title, messageText, masks }: ResendStep,
  progress: ResendProgress,
): Generator<string> {
  const { state, notes } = progress;
  const words = messageText === "" ? "" : ` “${toPrintableLine(messageText, 60)}”`;
  yield `${String(index + 1).padStart(3)}  ${title}${words}: ${STATE_LABELS[state]}`;
  for (const note of notes) yield `     ${note}`;
  if (masks.length > 0) yield "     It was sent with the marks of masked secrets in their places.";
}

const STATE_LABELS: Readonly<Record<ResendProgress["state"], string>> = {
  waiting: "waiting",
  running: "running",
  ended: "answered",
  "left-out": "not sent",
  failed: "could not be sent",
  stopped: "stopped",
};
