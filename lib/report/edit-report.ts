/** What Loupe did to events and requests that passed a tap, in the report. */

import { describeEdit, isEditAction, listEditsAt } from "../timeline/edits.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { PlanAction } from "../wire/record.ts";
import { toReportTime } from "./exchange-report.ts";

export interface EditReport {
  /** The ID of the exchange. */
  exchange: string;
  /** Number of the event within its response, from 1; 0 for the request. */
  event: number;
  do: PlanAction;
  by: "plan" | "user";
  /** Number of the step in its plan, from 1. */
  step: number | null;
  /** Number of the event in the log, from 0; `null` for the request. */
  ordinal: number | null;
  atMs: number | null;
  text: string;
}

export function createEditReports(timeline: Timeline, n = timeline.lastEvent): EditReport[] {
  return listEditsAt(timeline, n).flatMap(({ exchange: index, record }): EditReport[] => {
    const exchange = timeline.exchanges[index];
    const { event, do: action, by, step = null, t } = record;
    if (!exchange || !isEditAction(action)) return [];
    const ordinal =
      event > 0 && event <= exchange.events.count ? exchange.events.at(event - 1) : null;
    const atMs = toReportTime(t ?? Number.NaN);
    const text = describeEdit(record);
    return [{ exchange: exchange.id, event, do: action, by, step, ordinal, atMs, text }];
  });
}
