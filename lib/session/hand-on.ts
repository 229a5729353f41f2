/**
 * Handing a run on from the page: where its log comes from, and the thread in which it is written.
 * A page without threads writes it itself, in slices.
 */

import type { Selection } from "../export/selection.ts";
import type { Finding } from "../redact/finding.ts";
import type { HandedOn, HandOnJob } from "./hand-on-job.ts";
import type { FindJob } from "./redaction-job.ts";
import type { RunSource } from "./run.ts";

export type ToHandOn =
  | { readonly do: "write"; readonly job: HandOnJob }
  | { readonly do: "find"; readonly job: FindJob };

export type FromHandOn =
  | { readonly say: "progress"; readonly share: number }
  | { readonly say: "done"; readonly made: HandedOn | Finding[] }
  | { readonly say: "failed"; readonly reason: string };

/** The log as a file: the one that was opened, or the server's with what was noted on its events. */
export async function logOf(
  source: RunSource,
  selection: Selection,
  left: AbortSignal,
): Promise<File> {
  if (source.kind === "file") return source.file;
  const { notedLog } = await import("./noted-log.ts");
  return notedLog(source.id, left, selection);
}

/** Rejects with the reason of `left` when it is aborted. */
export async function makeHandedOn(
  job: HandOnJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<HandedOn> {
  const made = await inWorker<HandedOn>({ do: "write", job }, tell, left);
  if (made) return made;
  const { handOn } = await import("./hand-on-job.ts");
  return handOn(job, tell, left);
}

/** What a log holds that should not leave it. */
export async function findInThread(
  job: FindJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<Finding[]> {
  const found = await inWorker<Finding[]>({ do: "find", job }, tell, left);
  if (found) return found;
  const { findSecrets } = await import("./redaction-job.ts");
  return findSecrets(job, tell, left);
}

/** `null` where there are no threads. */
async function inWorker<Made>(
  message: ToHandOn,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<Made | null> {
  const worker = startWorker();
  if (worker === null) return null;
  try {
    return (await inThread(worker, message, tell, left)) as Made | null;
  } finally {
    worker.terminate();
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL("./hand-on-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** `null` where the thread never came up. */
function inThread(
  worker: Worker,
  message: ToHandOn,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<HandedOn | Finding[] | null> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    worker.onerror = () => (hasBegun ? reject(new Error("Writing broke off.")) : resolve(null));
    worker.onmessage = ({ data }: MessageEvent<FromHandOn>) => {
      hasBegun = true;
      if (data.say === "progress") tell(data.share);
      else if (data.say === "done") resolve(data.made);
      else reject(new Error(data.reason));
    };
    left.addEventListener("abort", () => reject(left.reason));
    left.throwIfAborted();
    worker.postMessage(message);
  });
}
