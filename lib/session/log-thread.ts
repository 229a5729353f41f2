/**
 * Reading a log from the page: a large one in a thread of its own, a small one, or where there are
 * no threads, right here. Either way its records come in the same packs, one handing-over at a time.
 */

import type { RecordBatch } from "../log/record-batch.ts";
import { type Reader, type ReadSoFar, readLog } from "./log-reader.ts";

export type ToWorker =
  | { readonly say: "read"; readonly file: File }
  /** One handing-over is dealt with. */
  | { readonly say: "taken" }
  | { readonly say: "stop" };

export type FromWorker =
  | { readonly say: "packs"; readonly packs: readonly RecordBatch[]; readonly read: ReadSoFar }
  | { readonly say: "done" }
  | { readonly say: "failed"; readonly reason: string };

/** To start a thread takes longer than to read so much. */
const LARGE = 1 << 20;

/** Resolves when everything was taken, or at once when it is left. */
export async function readFile(file: File, reader: Reader, left: AbortSignal): Promise<void> {
  if (left.aborted) return;
  const worker = file.size >= LARGE ? takeWorker() : null;
  if (worker === null) return readHere(file, reader, left);
  try {
    if (await readThere(worker, file, reader, left)) return;
  } finally {
    worker.terminate();
  }
  // The thread never came up: a page that stands alone may have none.
  return readHere(file, reader, left);
}

function readHere(file: File, { take, stopped }: Reader, left: AbortSignal): Promise<void> {
  return readLog(file, { take, stopped: AbortSignal.any([stopped, left]) });
}

/** A thread that was started ahead. */
let spare: Worker | null = null;

/** A log is about to be chosen: the thread that reads large ones starts meanwhile. */
export function expectLog(): void {
  if (spare !== null) return;
  const worker = startWorker();
  spare = worker;
  // One that cannot start is none.
  worker?.addEventListener("error", () => {
    if (spare === worker) spare = null;
  });
}

function takeWorker(): Worker | null {
  const worker = spare ?? startWorker();
  spare = null;
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
function readThere(
  worker: Worker,
  file: File,
  { take, stopped }: Reader,
  left: AbortSignal,
): Promise<boolean> {
  const say = (message: ToWorker) => worker.postMessage(message);
  return new Promise((resolve, reject) => {
    let dealing: Promise<void> = Promise.resolve();
    let hasBegun = false;
    worker.onerror = () => (hasBegun ? reject(new Error("Reading broke off.")) : resolve(false));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
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
