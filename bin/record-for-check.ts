/** Records a live agent for a check: its card, and its responses to messages. */

import { stat } from "node:fs/promises";
import type { Library } from "../lib/server/library.ts";
import {
  AgentNotFoundError,
  createLibrary,
  createNoCardError,
  findAgent,
} from "../lib/server/live/live-agent.ts";
import { runConversation, waitUnlessStopped } from "../lib/server/live/live-run.ts";
import type { ProgressOutput, RunOptions } from "../lib/server/live/run-options.ts";
import { findNewestCard } from "../lib/timeline/cards.ts";
import { readLog } from "./read-log.ts";

/** True for a URL, or for a host and port if there is no such file. */
export async function isAgentAddress(subject: string): Promise<boolean> {
  if (/^https?:\/\//i.test(subject)) return true;
  if (!/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/|$)/i.test(subject)) return false;
  return (await stat(subject).catch(() => null)) === null;
}

/** Resolves to the path of the log. Throws if there is neither an agent nor an unreadable card. */
export async function recordForCheck(
  dataFolder: string,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
  progress: ProgressOutput,
): Promise<string> {
  const library = createLibrary(dataFolder, options.limits);
  try {
    if (options.messages.length === 0) return await recordCard(library, address, options, signal);
    const run = await runConversation(library, address, options, signal, progress);
    if (run) return run.file;
  } catch (error) {
    if (!(error instanceof AgentNotFoundError) || error.recording === "") throw error;
    if (error.obstacle !== null) throw error;
    // An unreadable card is a problem to report, not the end of the check.
    const file = await library.recordings.getPath(error.recording);
    const { timeline } = await readLog(file, process.stdin);
    if (!findNewestCard(timeline)) throw error;
    progress.print(`No message was sent: ${error.message}`);
    return file;
  }
  throw new Error("stopped before anything was recorded");
}

async function recordCard(
  library: Library,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
): Promise<string> {
  const found = await waitUnlessStopped(findAgent(library, address, options, signal), signal);
  if (!found) throw new Error("stopped before anything was recorded");
  const { card, recording } = found;
  if (!card) throw createNoCardError(address, found);
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  return library.recordings.getPath(recording);
}
