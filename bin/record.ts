/**
 * `loupe record URL -m TEXT`: says something to an agent and writes the run as a log. Exit code 0:
 * it ended well; 1: it did not, or was stopped; 2: nothing was recorded.
 */

import { constants } from "node:fs";
import { access, copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLibrary } from "./live-agent.ts";
import { type LiveRun, runConversation } from "./live-run.ts";
import { createProgressOutput, type ProgressOutput } from "./progress.ts";
import { parseRecordArguments, type RecordRequest } from "./record-arguments.ts";

export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** When `stopped` resolves, what came so far is what there is. */
export async function main(
  argv: readonly string[],
  { stdout, stderr }: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const progress = createProgressOutput(stderr);
  const { print: say } = progress;
  const refuse = (message: string) => {
    say(`loupe: ${message}`);
    return 2;
  };
  const request = parseRecordArguments(argv);
  if (typeof request === "string") return refuse(request);
  const { file, isForced } = request;
  const why = file === null ? null : await findWriteError(file, isForced);
  if (why !== null) return refuse(why);
  const folder = await mkdtemp(join(tmpdir(), "loupe-record-"));
  try {
    const run = await recordRun(request, folder, toAbortSignal(stopped), progress);
    if (run === null) return refuse("stopped before anything was recorded");
    if (file === null) stdout.write(await readFile(run.file, "utf8"));
    else await copyFile(run.file, file, isForced ? 0 : constants.COPYFILE_EXCL);
    const { kind, clean, because } = run.verdict;
    say(`${clean ? "✓" : "✗"} ${kind}: ${because}`);
    if (file !== null) say(`Recorded in ${file}.`);
    return clean ? 0 : 1;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

/** Asked before a run that may be long, and would be lost. */
export async function findWriteError(file: string, isForced: boolean): Promise<string | null> {
  if (!isForced && (await isExistingFile(file))) {
    return `cannot write ${file}: it is there already; --force replaces it`;
  }
  return access(dirname(file), constants.W_OK).then(
    () => null,
    () => `cannot write ${file}: its folder is not there, or nobody may write in it`,
  );
}

export async function isExistingFile(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
