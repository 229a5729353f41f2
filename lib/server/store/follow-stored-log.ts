/**
 * Follows a log of the store as a recorder's file is followed, as long as another Loupe records it.
 *
 * Guarantees: what was read stays, also when the store does not respond any longer.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { RecordingLines } from "../recording/recording-source.ts";
import type { StoredLog } from "./stored-log.ts";

const FOLLOW_INTERVAL_MS = 5000;
/** A log that has ended is not looked for again. */
const FOREVER_MS = 2 ** 31 - 1;

export async function followStoredLog(
  open: () => Promise<{ readonly log: StoredLog; readonly isLive: boolean }>,
): Promise<RecordingLines> {
  let { log, isLive } = await open();
  return {
    isLive: () => isLive,
    isHeldElsewhere: () => isLive,
    async *tail(from, signal) {
      for (let line = from; !signal.aborted; ) {
        for await (const batch of log.readLines(line, signal)) {
          line = batch.next;
          yield batch;
        }
        if (signal.aborted) return;
        line = Math.min(line, log.lines);
        yield { from: line, next: line, bytes: Buffer.alloc(0), end: log.bytes };
        await sleep(isLive ? FOLLOW_INTERVAL_MS : FOREVER_MS, undefined, { signal, ref: false })
          .then(async () => {
            ({ log, isLive } = await open());
          })
          .catch(() => undefined);
      }
    },
  };
}
