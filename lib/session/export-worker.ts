/** The thread in which what leaves is made, so that the page stays alive however much it is. */

import { runExportJob } from "./export-job.ts";
import type { ExportWorkerRequest, ExportWorkerResponse } from "./export-log.ts";
import { findSecrets } from "./redaction-job.ts";
import { Throttle } from "./scheduling.ts";

const PROGRESS_INTERVAL_MS = 100;

const pagePort = globalThis as unknown as MessagePort;
const say = (message: ExportWorkerResponse) => pagePort.postMessage(message);

pagePort.onmessage = async ({ data }: MessageEvent<ExportWorkerRequest>) => {
  const progress = new Throttle<number>(PROGRESS_INTERVAL_MS, (share) =>
    say({ say: "progress", share }),
  );
  try {
    // Whoever does not want it any more ends the thread.
    const tell = (share: number) => progress.tell(share);
    const { signal } = new AbortController();
    const made =
      data.do === "write"
        ? await runExportJob(data.job, tell, signal)
        : await findSecrets(data.job, tell, signal);
    say({ say: "done", made });
  } catch (error) {
    say({ say: "failed", reason: error instanceof Error ? error.message : String(error) });
  } finally {
    progress.stop();
  }
};
