// Measures the memory of the server and of a page after garbage collection. Compiled code is measured
// separately, because it grows as long as some code has not run often.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { CDPSession } from "@playwright/test";

/** One number for each resource that could leak. */
export type MemoryUsage = Readonly<Record<string, number>>;

/** Queries the probe that is preloaded into the server. */
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
  // A second collection can free objects that were held by those freed in the first.
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

/** A heap snapshot of a page, as developer tools save it. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [types: readonly string[], ...unknown[]];
    };
  };
  /** The fields of the nodes, one node after the other. */
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

/** Excludes objects outside the page's own heap, such as those kept for developer tools. */
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
