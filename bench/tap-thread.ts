/** The threads in which the tap of the benchmark records and looks up callers. */

import { runTapThread } from "../lib/server/tap/tap-thread.ts";

await runTapThread();
