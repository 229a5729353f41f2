/** What commands do to rows, and to how rows are read. */
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { AgentStore } from "../../lib/session/agent.ts";
import { setDialects } from "../../lib/session/dialects.ts";
import { momentOf, type Stage, stagedReading } from "../../lib/session/playback.ts";
import { isCall } from "../../lib/timeline/timeline-queries.ts";
import { notEditable, type RawRequest, rawOfSent } from "../compose/raw.ts";
import { ruleFor } from "../dialects/rule-for.ts";
import { isExpandable, isOpenAtFirst } from "../timeline/row-content.tsx";
import { announce } from "../ui/announce.ts";

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

/**
 * What an exchange sent, to be edited: one named by its id, else that of the selected row, else the
 * one shown, else the newest call. `null` where there is none, or none that can be edited as text.
 */
export function rawToSendAgain(stage: Stage, agent: AgentStore, named?: string): RawRequest | null {
  const { timeline } = stage.run.getState();
  const { selected, scope } = stage.view.getState();
  const item = selected === null ? undefined : stagedReading(stage).items[selected];
  const exchange =
    (named !== undefined && timeline.exchangeById.get(named)) ||
    timeline.exchanges[item?.entry.exchange ?? (scope === "all" ? -1 : scope)] ||
    timeline.exchanges.findLast(isCall);
  if (!exchange) return null;
  const { record } = exchange.open;
  const refusal =
    record.method === "" ? "The log does not say what was sent." : notEditable(record);
  if (refusal === null) return rawOfSent(record, agent.dressed);
  announce(`Cannot be edited and sent again: ${refusal}`);
  return null;
}
