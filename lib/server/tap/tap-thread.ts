/** What runs in the threads of a tap. Each loads only what it needs. */

import { workerData } from "node:worker_threads";
import type { TapThreadData } from "./caller-thread.ts";

export async function runTapThread(): Promise<void> {
  const { kind } = workerData as TapThreadData;
  if (kind === "callers") (await import("./caller-thread.ts")).runCallerThread();
  else await (await import("./log-thread.ts")).runLogThread();
}
