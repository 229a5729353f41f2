/** What commands do to rows, and to how rows are read. */
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import { setDialects } from "../../lib/session/dialects.ts";
import { momentOf, type Stage, stagedReading } from "../../lib/session/playback.ts";
import { ruleFor } from "../dialects/rule-for.ts";
import { isExpandable, isOpenAtFirst } from "../timeline/row-content.tsx";

/** Opens or closes the content under the selected row. */
export function expand(stage: Stage, open: boolean): void {
  const { view } = stage;
  const { selected, expanded } = view.getState();
  const reading = stagedReading(stage);
  const item = reading.items[selected ?? -1];
  if (!item || !isExpandable(reading, item)) return;
  const toggled = isOpenAtFirst(reading, item) !== open;
  const next = new Set(expanded);
  if (toggled) next.add(item.index);
  else next.delete(item.index);
  view.setState({ expanded: next });
}

/** Reads the run otherwise, and comes back to the same rows. */
export function read(stage: Stage, settings: DialectSettings): Promise<void> {
  return setDialects(stage, settings, isOpenAtFirst);
}

/** A rule for rows like the selected one; `null` where none is selected. */
export function ruleForSelected(stage: Stage): UserRule | null {
  const reading = stagedReading(stage);
  const item = reading.items[stage.view.getState().selected ?? -1];
  return item ? ruleFor(reading, item, momentOf(stage)) : null;
}
