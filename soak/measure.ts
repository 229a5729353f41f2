// What the server and a page hold, after a collection of each: their heaps, and apart what of them
// is what engines compiled, which grows while there is something left that has not often been run.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { CDPSession } from "@playwright/test";

/** One number for each thing that could leak. */
export type MemoryUsage = Readonly<Record<string, number>>;

/** Asks the probe that was preloaded into the server. */
export async function measureServerMemory(probe: string): Promise<MemoryUsage> {
  const { rss, heap, code, fds, handles } = JSON.parse(await text(connect(probe)));
  return {
    serverRss: rss,
    serverHeap: heap,
    serverHeapWithoutCode: heap - code,
    serverFds: fds,
    serverHandles: handles,
    serverCode: code,
  };
}

export async function measurePageMemory(page: CDPSession): Promise<MemoryUsage> {
  // What is freed by one collection may have held what the next one frees.
  for (let i = 0; i < 3; i++) await page.send("HeapProfiler.collectGarbage");
  const { documents, nodes, jsEventListeners } = await page.send("Memory.getDOMCounters");
  const { held, code } = sumSnapshotSizes(JSON.parse(await takeSnapshot(page)) as Snapshot);
  return {
    pageHeap: held + code,
    pageHeapWithoutCode: held,
    pageDocuments: documents,
    pageNodes: nodes,
    pageListeners: jsEventListeners,
    pageCode: code,
  };
}

/** The heap of a page, as the browser's developer tools save it. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [types: readonly string[], ...unknown[]];
    };
  };
  /** The fields of one node after the other. */
  readonly nodes: readonly number[];
}

async function takeSnapshot(page: CDPSession): Promise<string> {
  const chunks: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }) => void chunks.push(chunk);
  page.on("HeapProfiler.addHeapSnapshotChunk", take);
  await page.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  page.off("HeapProfiler.addHeapSnapshotChunk", take);
  return chunks.join("");
}

/** What is outside of the page's own heap, such as what is kept for developer tools, counts nothing. */
function sumSnapshotSizes({ snapshot: { meta }, nodes }: Snapshot): { held: number; code: number } {
  const [types] = meta.node_types;
  const type = meta.node_fields.indexOf("type");
  const size = meta.node_fields.indexOf("self_size");
  let [held, code] = [0, 0];
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const name = types[nodes[at + type] ?? -1];
    const bytes = nodes[at + size] ?? 0;
    if (name === "code") code += bytes;
    else if (name !== "native") held += bytes;
  }
  return { held, code };
}
