/** Worker that reads large logs, so that the page stays responsive. */

import { getBatchBuffers, type RecordBatch } from "../log/record-batch.ts";
import { readTraceFile, type TraceFile } from "../log/traces/trace-reader.ts";
import { getErrorMessage } from "../text/error-message.ts";
import { readChunks } from "./file-chunks.ts";
import { type ReadProgress, readLog } from "./log-reader.ts";

export type LogWorkerRequest =
  | { readonly type: "read"; readonly file: File }
  /** Reads the spans of a trace, in one message. */
  | { readonly type: "read-trace"; readonly file: File }
  /** One message was processed. */
  | { readonly type: "ack" }
  | { readonly type: "stop" };

export type LogWorkerResponse =
  | {
      readonly type: "batches";
      readonly batches: readonly RecordBatch[];
      readonly progress: ReadProgress;
    }
  | { readonly type: "trace"; readonly trace: TraceFile | null }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly reason: string };

/** How many messages the page may leave unacknowledged. */
const MAX_PENDING = 4;

const pagePort = globalThis as unknown as MessagePort;
const post = (message: LogWorkerResponse, transfer: Transferable[] = []) =>
  pagePort.postMessage(message, transfer);

const stop = new AbortController();
let pending = 0;
let resume = () => {};

pagePort.onmessage = ({ data }: MessageEvent<LogWorkerRequest>) => {
  if (data.type === "read") void readAll(data.file);
  else if (data.type === "read-trace") void readTrace(data.file);
  else {
    if (data.type === "stop") stop.abort();
    else pending--;
    resume();
  }
};

async function readTrace(file: File): Promise<void> {
  try {
    post({ type: "trace", trace: await readTraceFile(readChunks(file)) });
  } catch (error) {
    post({ type: "failed", reason: getErrorMessage(error) });
  }
}

async function readAll(file: File): Promise<void> {
  try {
    await readLog(file, {
      stopped: stop.signal,
      async take(batches, progress) {
        const columns = batches.flatMap(getBatchBuffers) as ArrayBuffer[];
        post({ type: "batches", batches, progress }, columns);
        pending++;
        if (pending < MAX_PENDING) return;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      },
    });
    post({ type: "done" });
  } catch (error) {
    post({ type: "failed", reason: getErrorMessage(error) });
  }
}
