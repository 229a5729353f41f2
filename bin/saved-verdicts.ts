/**
 * Analyzes recordings that have no current verdict, and saves the verdicts for the app. Recordings
 * with an exchange that has not ended are skipped: another process may be recording them.
 */

import { createReadStream } from "node:fs";
import { getVerdictAt, toVerdictSummary } from "../lib/lint/verdict.ts";
import { LogOpener } from "../lib/log/log-opener.ts";
import type { Library } from "../lib/server/library.ts";
import { Ingest } from "../lib/timeline/ingest.ts";

/** Larger recordings take long to read; the app analyzes them when they are opened. */
const MAX_BYTES = 32e6;

export async function saveMissingVerdicts(library: Library): Promise<void> {
  for (const { id, bytes, verdict, live } of await library.list()) {
    if (verdict !== null || live || bytes > MAX_BYTES) continue;
    const { ingest, read } = await ingestUpTo(await library.getPath(id), bytes);
    if (ingest === null || isRunning(ingest)) continue;
    const { timeline } = ingest;
    const summary = toVerdictSummary(getVerdictAt(timeline, timeline.lastEvent));
    await library.saveVerdict(id, { ...summary, bytes: read });
  }
}

export async function hasUnfinishedExchange(path: string): Promise<boolean> {
  const { ingest } = await ingestUpTo(path, Number.POSITIVE_INFINITY);
  return ingest !== null && isRunning(ingest);
}

function isRunning({ timeline }: Ingest): boolean {
  return timeline.exchanges.some(({ end }) => end === null);
}

/** `ingest` is `null` if the file cannot be read. */
async function ingestUpTo(
  path: string,
  bytes: number,
): Promise<{ ingest: Ingest | null; read: number }> {
  const ingest = new Ingest();
  const opener = new LogOpener({
    record: (record) => ingest.push(record),
    skip: () => undefined,
  });
  try {
    const end = Math.max(0, bytes - 1);
    const source = createReadStream(path, Number.isFinite(end) ? { end } : {});
    for await (const chunk of source) opener.push(chunk);
    opener.end();
    return { ingest, read: opener.bytes };
  } catch {
    return { ingest: null, read: 0 };
  }
}
