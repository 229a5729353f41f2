/** The tool calls of a run in the report. */

import { titleAt } from "../dialects/content.ts";
import type { Item } from "../dialects/item.ts";
import type { DialectReading } from "../dialects/reading.ts";
import type { ToolState } from "../dialects/tools.ts";
import { bornBy } from "../timeline/track.ts";
import { knownTime } from "./exchange-report.ts";

export interface ToolReport {
  taskId: string | null;
  /** Where it stands among the entries. */
  entry: number;
  name: string;
  agent: string | null;
  /** The id of the plan step it serves. */
  step: string | null;
  callId: string | null;
  args: unknown;
  result: unknown;
  state: ToolState;
  startMs: number | null;
  endMs: number | null;
}

export function toolReports(
  reading: DialectReading,
  n: number,
  placeOf: (item: Item) => number,
): ToolReport[] {
  const { timeline, tools } = reading;
  return tools.slice(0, bornBy(tools, n)).map((call) => {
    const { item } = call;
    const { name, agent, callId, args, result, step } = call.wordsAt(n);
    return {
      taskId: timeline.tasks[item.taskAt(n)]?.id ?? null,
      entry: placeOf(item),
      name: name ?? agent ?? titleAt(reading, item, n),
      agent: agent ?? null,
      step: step ?? null,
      callId: callId ?? null,
      args: args ?? null,
      result: result ?? null,
      state: call.stateAt(timeline, n),
      startMs: call.start ? knownTime(item.time) : null,
      endMs: knownTime(call.endTimeAt(timeline, n)),
    };
  });
}
