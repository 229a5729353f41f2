/** Entry of the threads in which `loupe tap` records and looks up callers. */

import { runTapThread } from "../lib/server/tap/tap-thread.ts";

await runTapThread();
