/** The turn of an item: that of its entry, or of the time at which it was found inside its entry. */

import type { Timeline } from "../timeline/timeline.ts";
import type { Turn } from "../timeline/turns.ts";
import type { Item } from "./item.ts";

export function findTurnOfItem(
  { turns, events }: Timeline,
  { entry, firstEvent }: Item,
): Turn | undefined {
  // An entry may go on in a later turn of its task.
  const isLater = firstEvent > entry.firstEvent;
  return turns.find(entry, isLater ? events.entries.at(firstEvent) : undefined);
}
