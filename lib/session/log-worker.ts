/** The thread in which large logs are read, so that the page has its own for showing them. */

import { getBatchBuffers } from "../log/record-batch.ts";
import { readLog } from "./log-reader.ts";
import type { FromWorker, ToWorker } from "./log-thread.ts";

/** So many handings-over may wait in the page. */
const MOST_WAITING = 4;

const page = globalThis as unknown as MessagePort;
const say = (message: FromWorker, transfer: Transferable[] = []) =>
  page.postMessage(message, transfer);

const stop = new AbortController();
let waiting = 0;
let goOn = () => {};

page.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.say === "read") void readAll(data.file);
  else {
    if (data.say === "stop") stop.abort();
    else waiting--;
    goOn();
  }
};

async function readAll(file: File): Promise<void> {
  try {
    await readLog(file, {
      stopped: stop.signal,
      async take(packs, read) {
        const columns = packs.flatMap(getBatchBuffers) as ArrayBuffer[];
        say({ say: "packs", packs, read }, columns);
        waiting++;
        if (waiting < MOST_WAITING) return;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      },
    });
    say({ say: "done" });
  } catch (error) {
    say({ say: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}
