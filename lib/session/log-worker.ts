/** The thread in which large logs are read, so that the page has its own for showing them. */

import { getBatchBuffers } from "../log/record-batch.ts";
import { readLog } from "./log-reader.ts";
import type { LogWorkerRequest, LogWorkerResponse } from "./read-log-file.ts";

/** So many handings-over may wait in the page. */
const MAX_PENDING = 4;

const pagePort = globalThis as unknown as MessagePort;
const say = (message: LogWorkerResponse, transfer: Transferable[] = []) =>
  pagePort.postMessage(message, transfer);

const stop = new AbortController();
let waiting = 0;
let resume = () => {};

pagePort.onmessage = ({ data }: MessageEvent<LogWorkerRequest>) => {
  if (data.say === "read") void readAll(data.file);
  else {
    if (data.say === "stop") stop.abort();
    else waiting--;
    resume();
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
        if (waiting < MAX_PENDING) return;
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      },
    });
    say({ say: "done" });
  } catch (error) {
    say({ say: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}
