/**
 * Reads a log file: a large one in a worker, a small one, or any if there are no workers, on the
 * page. Records arrive in the same batches either way, one message at a time.
 */

import { type LogConsumer, readLog } from "./log-reader.ts";
import type { LogWorkerRequest, LogWorkerResponse } from "./log-worker.ts";

/** Smaller files are read faster than a worker starts. */
const MIN_WORKER_BYTES = 1 << 20;

/** Resolves when everything was consumed, or at once when `signal` is aborted. */
export async function readLogFile(
  file: File,
  consumer: LogConsumer,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const worker = file.size >= MIN_WORKER_BYTES ? takeWorker() : null;
  if (worker === null) return readOnPage(file, consumer, signal);
  try {
    if (await readInWorker(worker, file, consumer, signal)) return;
  } finally {
    worker.terminate();
  }
  // The worker did not start: a standalone page may not have any.
  return readOnPage(file, consumer, signal);
}

function readOnPage(
  file: File,
  { take, stopped }: LogConsumer,
  signal: AbortSignal,
): Promise<void> {
  return readLog(file, { take, stopped: AbortSignal.any([stopped, signal]) });
}

/** A worker that was started ahead of time. */
let spareWorker: Worker | null = null;

/** Starts the worker while the user is still choosing a file. */
export function preloadLogWorker(): void {
  if (spareWorker !== null) return;
  const worker = startWorker();
  spareWorker = worker;
  worker?.addEventListener("error", () => {
    if (spareWorker === worker) spareWorker = null;
  });
}

export function takeWorker(): Worker | null {
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

/** Resolves to false if the worker did not start, so nothing was read. */
function readInWorker(
  worker: Worker,
  file: File,
  { take, stopped }: LogConsumer,
  signal: AbortSignal,
): Promise<boolean> {
  const post = (message: LogWorkerRequest) => worker.postMessage(message);
  return new Promise((resolve, reject) => {
    let queue: Promise<void> = Promise.resolve();
    let hasStarted = false;
    worker.onerror = () =>
      hasStarted ? reject(new Error("Reading the log stopped unexpectedly.")) : resolve(false);
    worker.onmessage = ({ data }: MessageEvent<LogWorkerResponse>) => {
      hasStarted = true;
      queue = queue.then(async () => {
        if (data.type === "failed") return reject(new Error(data.reason));
        if (data.type !== "batches") return resolve(true);
        await take(data.batches, data.progress);
        post({ type: "ack" });
      });
      queue.catch(reject);
    };
    signal.addEventListener("abort", () => resolve(true));
    stopped.addEventListener("abort", () => post({ type: "stop" }));
    if (stopped.aborted) post({ type: "stop" });
    post({ type: "read", file });
  });
}
