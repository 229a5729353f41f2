/** The thread in which what leaves is made, so that the page stays alive however much it is. */

import type { FromHandOn, ToHandOn } from "./hand-on.ts";
import { handOn } from "./hand-on-job.ts";
import { Seldom } from "./pace.ts";
import { findSecrets } from "./redaction-job.ts";

const PROGRESS_MS = 100;

const page = globalThis as unknown as MessagePort;
const say = (message: FromHandOn) => page.postMessage(message);

page.onmessage = async ({ data }: MessageEvent<ToHandOn>) => {
  const progress = new Seldom<number>(PROGRESS_MS, (share) => say({ say: "progress", share }));
  try {
    // Whoever does not want it any more ends the thread.
    const tell = (share: number) => progress.tell(share);
    const { signal } = new AbortController();
    const made =
      data.do === "write"
        ? await handOn(data.job, tell, signal)
        : await findSecrets(data.job, tell, signal);
    say({ say: "done", made });
  } catch (error) {
    say({ say: "failed", reason: error instanceof Error ? error.message : String(error) });
  } finally {
    progress.stop();
  }
};
