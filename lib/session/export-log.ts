/** Exports a run from the page: in a worker, or in slices on the page if there are no workers. */

import type { Selection } from "../export/selection.ts";
import type { SecretFinding } from "../redact/secret-finding.ts";
import type { ExportJob, ExportResult } from "./export-job.ts";
import type { ExportWorkerRequest, ExportWorkerResponse } from "./export-worker.ts";
import type { SecretSearchJob } from "./redaction-job.ts";
import type { RunSource } from "./run.ts";

/** The log of a run: the opened file, or the server's recording with what users noted beside it. */
export async function getLogFile(
  source: RunSource,
  selection: Selection,
  signal: AbortSignal,
): Promise<File> {
  if (source.kind === "file") return source.file;
  const { createLogWithMetadata } = await import("./log-with-metadata.ts");
  return createLogWithMetadata(source.id, signal, selection);
}

/** Rejects with the reason of `signal` when that is aborted. */
export async function createExport(
  job: ExportJob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const result = await runInWorker<ExportResult>({ type: "write", job }, onProgress, signal);
  if (result) return result;
  const { runExportJob } = await import("./export-job.ts");
  return runExportJob(job, onProgress, signal);
}

/** Finds the secrets in a log. */
export async function findLogSecrets(
  job: SecretSearchJob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SecretFinding[]> {
  const found = await runInWorker<SecretFinding[]>({ type: "find", job }, onProgress, signal);
  if (found) return found;
  const { findSecrets } = await import("./redaction-job.ts");
  return findSecrets(job, onProgress, signal);
}

/** `null` if there are no workers. */
async function runInWorker<Result>(
  message: ExportWorkerRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Result | null> {
  const worker = startWorker();
  if (worker === null) return null;
  try {
    return (await postToWorker(worker, message, onProgress, signal)) as Result | null;
  } finally {
    worker.terminate();
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL("./export-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** `null` if the worker did not start. */
function postToWorker(
  worker: Worker,
  message: ExportWorkerRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ExportResult | SecretFinding[] | null> {
  return new Promise((resolve, reject) => {
    let hasStarted = false;
    worker.onerror = () =>
      hasStarted ? reject(new Error("The export stopped unexpectedly.")) : resolve(null);
    worker.onmessage = ({ data }: MessageEvent<ExportWorkerResponse>) => {
      hasStarted = true;
      if (data.type === "progress") onProgress(data.share);
      else if (data.type === "done") resolve(data.result);
      else reject(new Error(data.reason));
    };
    signal.addEventListener("abort", () => reject(signal.reason));
    signal.throwIfAborted();
    worker.postMessage(message);
  });
}
