// Which recordings are being recorded at this moment. A list on the screen may be some seconds old.
import type { RecordingSummary } from "../../lib/wire/api-types.ts";

type Recordings = readonly RecordingSummary[];

/** Tells them apart by what the server says now, whatever the list says. */
export async function askedForNow(
  list: Recordings,
  fresh: () => Promise<Recordings>,
): Promise<{ readonly idle: Recordings; readonly live: Recordings }> {
  const live = new Set((await fresh()).filter((one) => one.live).map(({ id }) => id));
  return {
    idle: list.filter(({ id }) => !live.has(id)),
    live: list.filter(({ id }) => live.has(id)),
  };
}
