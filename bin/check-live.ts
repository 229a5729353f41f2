/** A live agent to be checked: its card, and what it answers, as a log. */

import { stat } from "node:fs/promises";
import type { Library } from "../lib/server/library.ts";
import { newestCard } from "../lib/timeline/cards.ts";
import { findAgent, formatNoCard, libraryIn, NoAgent } from "./live-agent.ts";
import { runLive, unlessStopped } from "./live-run.ts";
import type { Progress } from "./progress.ts";
import { readLog } from "./read-log.ts";
import type { RunOptions } from "./run-arguments.ts";

/** A URL, or a host with its port, unless there is such a file. */
export async function isAddress(subject: string): Promise<boolean> {
  if (/^https?:\/\//i.test(subject)) return true;
  if (!/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/|$)/i.test(subject)) return false;
  return (await stat(subject).catch(() => null)) === null;
}

/** Resolves to the log's file. Throws where there is no agent, nor anything meant as its card. */
export async function recordLive(
  dataFolder: string,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
  progress: Progress,
): Promise<string> {
  const library = libraryIn(dataFolder, options.limits);
  try {
    if (options.messages.length === 0) return await fetchCard(library, address, options, signal);
    const run = await runLive(library, address, options, signal, progress);
    if (run) return run.file;
  } catch (error) {
    if (!(error instanceof NoAgent) || error.recording === "") throw error;
    // A card that nobody can read is a finding, not the end of the check.
    const file = await library.pathOf(error.recording);
    const { timeline } = await readLog(file, process.stdin);
    if (!newestCard(timeline)) throw error;
    progress.say(`No message was sent: ${error.message}`);
    return file;
  }
  throw new Error("stopped before anything was recorded");
}

async function fetchCard(
  library: Library,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
): Promise<string> {
  const found = await unlessStopped(findAgent(library, address, options, signal), signal);
  if (!found) throw new Error("stopped before anything was recorded");
  const { card, recording } = found;
  if (!card) throw new NoAgent(formatNoCard(address, found), recording);
  await (await library.recorder(recording)).settled();
  return library.pathOf(recording);
}
