/** The row that the inspector shows, and the event shown of it. */
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";

export interface InspectedItem {
  readonly timeline: Timeline;
  readonly interpretation: Interpretation;
  readonly item: Item;
  /** The entry that the item interprets. */
  readonly entry: Entry;
  readonly playhead: number;
  /** The event shown; `null` for a row without events. */
  readonly ordinal: number | null;
}
