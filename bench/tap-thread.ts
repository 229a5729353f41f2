/** The thread in which the tap of the benchmark records. */

import { runLogThread } from "../lib/server/tap/log-thread.ts";

await runLogThread();
