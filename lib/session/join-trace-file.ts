/** Joins the spans of a file to the open run: a large file is read in a worker. */

import {
  DETECTION_BYTES,
  isTraceStart,
  readTraceFile,
  type TraceFile,
} from "../log/traces/trace-reader.ts";
import { type JoinedTrace, joinTrace } from "../otlp/joined-trace.ts";
import { readChunks } from "./file-chunks.ts";
import type { LogWorkerRequest, LogWorkerResponse } from "./log-worker.ts";
import { takeWorker } from "./read-log-file.ts";
import type { RunStore } from "./run.ts";

/** Smaller files are read faster than a worker starts. */
const MIN_WORKER_BYTES = 1 << 20;

/** `foreign`: no span is below a call of the run; `no-trace`: the file is something else. */
type TraceOutcome =
  | { readonly kind: "joined"; readonly trace: JoinedTrace }
  | { readonly kind: "foreign"; readonly trace: JoinedTrace }
  | { readonly kind: "no-trace" };

/** Throws if the file can't be read. Nothing changes unless a span belongs to the run. */
export async function joinTraceFile(run: RunStore, file: File): Promise<TraceOutcome> {
  const { source, timeline } = run.getState();
  const start = await file.slice(0, DETECTION_BYTES).arrayBuffer();
  if (!isTraceStart(new Uint8Array(start))) return { kind: "no-trace" };
  const found = await readTrace(file);
  const now = run.getState();
  if (!found || source === null || now.timeline !== timeline) return { kind: "no-trace" };
  const trace = joinTrace(timeline, now.name, found.spans);
  if (trace.count === 0) return { kind: "foreign", trace };
  run.setTrace({ name: file.name, spans: found.spans });
  return { kind: "joined", trace };
}

async function readTrace(file: File): Promise<TraceFile | null> {
  const worker = file.size >= MIN_WORKER_BYTES ? takeWorker() : null;
  if (worker === null) return readTraceFile(readChunks(file));
  try {
    const found = await readInWorker(worker, file);
    if (found !== undefined) return found;
  } finally {
    worker.terminate();
  }
  // The worker did not start: a standalone page may not have any.
  return readTraceFile(readChunks(file));
}

/** Resolves to `undefined` if the worker did not start. */
function readInWorker(worker: Worker, file: File): Promise<TraceFile | null | undefined> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => resolve(undefined);
    worker.onmessage = ({ data }: MessageEvent<LogWorkerResponse>) => {
      if (data.type === "trace") resolve(data.trace);
      else if (data.type === "failed") reject(new Error(data.reason));
    };
    worker.postMessage({ type: "read-trace", file } satisfies LogWorkerRequest);
  });
}
