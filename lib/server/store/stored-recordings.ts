/** Lists recordings of the store among those of the folder. */

import type { RecordingSummary } from "../../api/api-types.ts";
import type { ListedEntry } from "./store-index.ts";

/** A live entry that was not changed for so long is of a Loupe that has stopped. */
const MAX_LIVE_AGE_MS = 5 * 60_000;

/** All of the folder and all of the store, last changed first. */
export function mergeStoredRecordings(
  own: readonly RecordingSummary[],
  stored: readonly ListedEntry[],
  now = Date.now(),
): RecordingSummary[] {
  if (stored.length === 0) return [...own];
  const entries = new Map(stored.map((entry) => [entry.id, entry]));
  const here = own.map((recording) => {
    const entry = entries.get(recording.id);
    entries.delete(recording.id);
    if (!entry || entry.recordedBytes < recording.bytes) return recording;
    return { ...recording, place: "both", server: entry.server } as const;
  });
  const elsewhere = [...entries.values()].map((entry) => toRecording(entry, now));
  return [...here, ...elsewhere].sort((one, other) =>
    one.changedAt < other.changedAt ? 1 : one.changedAt > other.changedAt ? -1 : 0,
  );
}

function toRecording({ id, bytes, server, summary }: ListedEntry, now: number): RecordingSummary {
  const isRecent = now - Date.parse(summary.changedAt) < MAX_LIVE_AGE_MS;
  return {
    ...summary,
    id,
    bytes,
    name: summary.name || id,
    live: summary.live && isRecent,
    place: "store",
    server,
  };
}
