/**
 * Handing a run on from the page: where its log comes from, and the thread in which it is written.
 * A page without threads writes it itself, in slices.
 */

import type { Selection } from "../export/selection.ts";
import type { SecretFinding } from "../redact/secret-finding.ts";
import type { ExportJob, ExportResult } from "./export-job.ts";
import type { SecretSearchJob } from "./redaction-job.ts";
import type { RunSource } from "./run.ts";

export type ExportWorkerRequest =
  | { readonly do: "write"; readonly job: ExportJob }
  | { readonly do: "find"; readonly job: SecretSearchJob };

export type ExportWorkerResponse =
  | { readonly say: "progress"; readonly share: number }
  | { readonly say: "done"; readonly made: ExportResult | SecretFinding[] }
  | { readonly say: "failed"; readonly reason: string };

/** The log as a file: the one that was opened, or the server's with what was noted on its events. */
export async function getLogFile(
  source: RunSource,
  selection: Selection,
  left: AbortSignal,
): Promise<File> {
  if (source.kind === "file") return source.file;
  const { createLogWithNotes } = await import("./log-with-notes.ts");
  return createLogWithNotes(source.id, left, selection);
}

/** Rejects with the reason of `left` when it is aborted. */
export async function createExport(
  job: ExportJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<ExportResult> {
  const made = await runInWorker<ExportResult>({ do: "write", job }, tell, left);
  if (made) return made;
  const { runExportJob } = await import("./export-job.ts");
  return runExportJob(job, tell, left);
}

/** What a log holds that should not leave it. */
export async function findLogSecrets(
  job: SecretSearchJob,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<SecretFinding[]> {
  const found = await runInWorker<SecretFinding[]>({ do: "find", job }, tell, left);
  if (found) return found;
  const { findSecrets } = await import("./redaction-job.ts");
  return findSecrets(job, tell, left);
}

/** `null` where there are no threads. */
async function runInWorker<Made>(
  message: ExportWorkerRequest,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<Made | null> {
  const worker = startWorker();
  if (worker === null) return null;
  try {
    return (await postToWorker(worker, message, tell, left)) as Made | null;
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

/** `null` where the thread never came up. */
function postToWorker(
  worker: Worker,
  message: ExportWorkerRequest,
  tell: (share: number) => void,
  left: AbortSignal,
): Promise<ExportResult | SecretFinding[] | null> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    worker.onerror = () =>
      hasBegun ? reject(new Error("The export stopped unexpectedly.")) : resolve(null);
    worker.onmessage = ({ data }: MessageEvent<ExportWorkerResponse>) => {
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
