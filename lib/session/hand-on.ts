/**
 * Handing a run on from the page: where its log comes from, and the thread in which it is written.
 * A page without threads writes it itself, in slices.
 */

import type { Selection } from "../export/selection.ts";
import type { HandedOn, HandOnJob } from "./hand-on-job.ts";
import type { RunSource } from "./run.ts";

export type ToHandOn = HandOnJob;

export type FromHandOn =
  | { readonly say: "progress"; readonly share: number }
  | { readonly say: "done"; readonly made: HandedOn }
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
  const worker = startWorker();
  if (worker !== null) {
    try {
      const made = await inThread(worker, job, tell, left);
      if (made) return made;
    } finally {
      worker.terminate();
    }
  }
  const { handOn } = await import("./hand-on-job.ts");
  return handOn(job, tell, left);
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
  job: HandOnJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<HandedOn | null> {
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
    worker.postMessage(job satisfies ToHandOn);
  });
}
