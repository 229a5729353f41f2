/** Worker that writes exports, so that the page stays responsive however large they are. */

import type { SecretFinding } from "../redact/secret-finding.ts";
import { getErrorMessage } from "../text/error-message.ts";
import { type ExportJob, type ExportResult, runExportJob } from "./export-job.ts";
import { findSecrets, type SecretSearchJob } from "./redaction-job.ts";
import { Throttle } from "./scheduling.ts";

export type ExportWorkerRequest =
  | { readonly type: "write"; readonly job: ExportJob }
  | { readonly type: "find"; readonly job: SecretSearchJob };

export type ExportWorkerResponse =
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "done"; readonly result: ExportResult | SecretFinding[] }
  | { readonly type: "failed"; readonly reason: string };

const PROGRESS_INTERVAL_MS = 100;

const pagePort = globalThis as unknown as MessagePort;
const post = (message: ExportWorkerResponse) => pagePort.postMessage(message);

pagePort.onmessage = async ({ data }: MessageEvent<ExportWorkerRequest>) => {
  const progress = new Throttle<number>(PROGRESS_INTERVAL_MS, (share) =>
    post({ type: "progress", share }),
  );
  try {
    // Never aborted: the page terminates the worker instead.
    const onProgress = (share: number) => progress.push(share);
    const { signal } = new AbortController();
    const result =
      data.type === "write"
        ? await runExportJob(data.job, onProgress, signal)
        : await findSecrets(data.job, onProgress, signal);
    post({ type: "done", result });
  } catch (error) {
    post({ type: "failed", reason: getErrorMessage(error) });
  } finally {
    progress.stop();
  }
};
