// Separates recordings that are being recorded now from the others. A displayed list may be some seconds old.
import type { RecordingSummary } from "../../lib/api/api-types.ts";

type RecordingSummaries = readonly RecordingSummary[];

/** Uses a fresh list from the server instead of the displayed one. */
export async function splitLiveRecordings(
  list: RecordingSummaries,
  fresh: () => Promise<RecordingSummaries>,
): Promise<{ readonly idle: RecordingSummaries; readonly live: RecordingSummaries }> {
  const live = new Set((await fresh()).filter((one) => one.live).map(({ id }) => id));
  return {
    idle: list.filter(({ id }) => !live.has(id)),
    live: list.filter(({ id }) => live.has(id)),
  };
}
