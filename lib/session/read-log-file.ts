/**
 * Reading a log from the page: a large one in a thread of its own, a small one, or where there are
 * no threads, right here. Either way its records come in the same packs, one handing-over at a time.
 */

import type { RecordBatch } from "../log/record-batch.ts";
import { type LogConsumer, type ReadProgress, readLog } from "./log-reader.ts";

export type LogWorkerRequest =
  | { readonly say: "read"; readonly file: File }
  /** One handing-over is dealt with. */
  | { readonly say: "taken" }
  | { readonly say: "stop" };

export type LogWorkerResponse =
  | { readonly say: "packs"; readonly packs: readonly RecordBatch[]; readonly read: ReadProgress }
  | { readonly say: "done" }
  | { readonly say: "failed"; readonly reason: string };

/** To start a thread takes longer than to read so much. */
const MIN_WORKER_BYTES = 1 << 20;

/** Resolves when everything was taken, or at once when it is left. */
export async function readLogFile(
  file: File,
  reader: LogConsumer,
  left: AbortSignal,
): Promise<void> {
  if (left.aborted) return;
  const worker = file.size >= MIN_WORKER_BYTES ? takeWorker() : null;
  if (worker === null) return readOnPage(file, reader, left);
  try {
    if (await readInWorker(worker, file, reader, left)) return;
  } finally {
    worker.terminate();
  }
  // The thread never came up: a page that stands alone may have none.
  return readOnPage(file, reader, left);
}

function readOnPage(file: File, { take, stopped }: LogConsumer, left: AbortSignal): Promise<void> {
  return readLog(file, { take, stopped: AbortSignal.any([stopped, left]) });
}

/** A thread that was started ahead. */
let spareWorker: Worker | null = null;

/** A log is about to be chosen: the thread that reads large ones starts meanwhile. */
export function preloadLogWorker(): void {
  if (spareWorker !== null) return;
  const worker = startWorker();
  spareWorker = worker;
  // One that cannot start is none.
  worker?.addEventListener("error", () => {
    if (spareWorker === worker) spareWorker = null;
  });
}

function takeWorker(): Worker | null {
  const worker = spareWorker ?? startWorker();
  spareWorker = null;
  return worker;
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL("./log-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** False where nothing was read, for there is no such thread. */
function readInWorker(
  worker: Worker,
  file: File,
  { take, stopped }: LogConsumer,
  left: AbortSignal,
): Promise<boolean> {
  const say = (message: LogWorkerRequest) => worker.postMessage(message);
  return new Promise((resolve, reject) => {
    let dealing: Promise<void> = Promise.resolve();
    let hasBegun = false;
    worker.onerror = () =>
      hasBegun ? reject(new Error("Reading the log stopped unexpectedly.")) : resolve(false);
    worker.onmessage = ({ data }: MessageEvent<LogWorkerResponse>) => {
      hasBegun = true;
      dealing = dealing.then(async () => {
        if (data.say === "failed") return reject(new Error(data.reason));
        if (data.say === "done") return resolve(true);
        await take(data.packs, data.read);
        say({ say: "taken" });
      });
      dealing.catch(reject);
    };
    left.addEventListener("abort", () => resolve(true));
    stopped.addEventListener("abort", () => say({ say: "stop" }));
    if (stopped.aborted) say({ say: "stop" });
    say({ say: "read", file });
  });
}
