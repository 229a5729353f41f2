// What the server and a page hold, after a collection of each.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { CDPSession } from "@playwright/test";

/** One number for each thing that could leak. */
export type Held = Readonly<Record<string, number>>;

/** Asks the probe that was preloaded into the server. */
export async function heldByServer(probe: string): Promise<Held> {
  const { rss, heap, fds, handles } = JSON.parse(await text(connect(probe)));
  return { serverRss: rss, serverHeap: heap, serverFds: fds, serverHandles: handles };
}

export async function heldByPage(page: CDPSession): Promise<Held> {
  // What is freed by one collection may have held what the next one frees.
  for (let i = 0; i < 3; i++) await page.send("HeapProfiler.collectGarbage");
  const { usedSize } = await page.send("Runtime.getHeapUsage");
  const { documents, nodes, jsEventListeners } = await page.send("Memory.getDOMCounters");
  return {
    pageHeap: usedSize,
    pageDocuments: documents,
    pageNodes: nodes,
    pageListeners: jsEventListeners,
  };
}
