/** Entry of the thread in which `loupe tap` records. */

import { runLogThread } from "../lib/server/tap/log-thread.ts";

await runLogThread();
