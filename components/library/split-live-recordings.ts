// Which recordings are being recorded at this moment. A list on the screen may be some seconds old.
import type { RecordingSummary } from "../../lib/wire/api-types.ts";

type RecordingSummaries = readonly RecordingSummary[];

/** Tells them apart by what the server says now, whatever the list says. */
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
