/**
 * `loupe again LOG URL`: sends the requests of a saved log to a live agent and compares the two
 * runs. Exit code 0: they say the same; 1: they differ; 2: trouble.
 */

import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Progress, sendAgain } from "../lib/again/run.ts";
import { type Step, stepsOf } from "../lib/again/steps.ts";
import { oneLine, printable } from "../lib/report/printable.ts";
import { type AgainRequest, readAgainArguments } from "./again-arguments.ts";
import { diff, type Terminal } from "./diff.ts";
import { readDiffArguments } from "./diff-arguments.ts";
import { connectLive, introductionOf, libraryIn } from "./live-agent.ts";
import { readLog } from "./read-log.ts";

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const request = readAgainArguments(argv);
  const refuse = (message: string) => {
    terminal.stderr.write(`loupe: ${printable(message)}\n`);
    return 2;
  };
  if (typeof request === "string") return refuse(request);
  const { log, address } = request;
  const how = readDiffArguments([log, address, ...request.rest]);
  if (typeof how === "string") return refuse(how);
  const folder = await mkdtemp(join(tmpdir(), "loupe-again-"));
  try {
    const fresh = await run(request, folder, terminal);
    if (request.output !== null) await copyFile(fresh, request.output);
    return await diff(how, [log, fresh], [log, address], terminal);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to the file of the new run. Progress goes where it is in nobody's way. */
async function run(
  request: AgainRequest,
  dataFolder: string,
  { stdin, stderr }: Terminal,
): Promise<string> {
  const { log, address, limitMs, limits } = request;
  const say = (line: string) => stderr.write(`${printable(line)}\n`);
  const { timeline } = await readLog(log, stdin);
  const steps = stepsOf(timeline);
  if (!steps.some(({ sending }) => sending)) {
    throw new Error(`${log} holds no request that can be sent again`);
  }
  const library = libraryIn(dataFolder, limits);
  const agent = await connectLive(library, address, request, new AbortController().signal);
  for (const line of introductionOf(agent)) say(line);
  const tell = (progress: Progress) => {
    const step = steps[progress.step];
    if (step && SAID.has(progress.state)) for (const line of linesOf(step, progress)) say(line);
  };
  await sendAgain(steps, timeline, agent, tell, { secrets: new Map(), patienceMs: limitMs });
  await agent.settled();
  return library.pathOf(agent.recording());
}

const SAID: ReadonlySet<string> = new Set(["ended", "left-out", "failed", "stopped"]);

function* linesOf({ index, title, said, masks }: Step, progress: Progress): Generator<string> {
  const { state, notes } = progress;
  const words = said === "" ? "" : ` “${oneLine(said, 60)}”`;
  yield `${String(index + 1).padStart(3)}  ${title}${words}: ${STATES[state]}`;
  for (const note of notes) yield `     ${note}`;
  if (masks.length > 0) yield "     It was sent with the marks of masked secrets in their places.";
}

const STATES: Readonly<Record<Progress["state"], string>> = {
  waiting: "waiting",
  running: "running",
  ended: "answered",
  "left-out": "not sent",
  failed: "could not be sent",
  stopped: "stopped",
};
