/** The operation `list_events`: lists the events of a run. */

import { z } from "zod";
import { EVENT_KINDS } from "../protocol/model.ts";
import { createEventReport, getEventText } from "../report/event-report.ts";
import { toPrintableLine } from "../report/printable.ts";
import { foldCase } from "../text/search-terms.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { formatFrameLine } from "../timeline/timeline-queries.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import { CURSOR, createLimit, NEXT_CURSOR, parseCursor, RUN, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 80;
const ID_LENGTH = 60;

const LISTED_EVENT = z.object({
  n: z.number().describe("The number of the event"),
  ms: z.number().nullable().describe("Milliseconds since the recording began"),
  kind: z.enum(EVENT_KINDS),
  task: untrusted("The task's ID; absent if the run has only one").optional(),
  state: untrusted("The state that it changed to, as sent").optional(),
  artifact: untrusted("The artifact's ID").optional(),
  text: untrusted("The start of the text that it brought"),
});

export const listEvents = defineOperation({
  name: "list_events",
  title: "List events",
  description:
    "Lists the events of a run, one line each: number, time, kind, task, state and the start of its text. Filter by kind, task, range, or text in the bytes.",
  input: z.object({
    run: RUN,
    kind: z.enum(EVENT_KINDS).optional().describe("Only events of this kind"),
    task: z.string().optional().describe("Only events of the task with this ID"),
    from: z.int().min(0).optional().describe("The first event"),
    to: z.int().min(0).optional().describe("The last event"),
    grep: z.string().optional().describe("Only events whose bytes contain this text, in any case"),
    limit: createLimit(50, "events"),
    cursor: CURSOR,
  }),
  output: z.object({
    run: z.string(),
    events: z.array(LISTED_EVENT),
    total: z.number().describe("The number of events in the run"),
    nextCursor: NEXT_CURSOR,
  }),
  hints: READ_ONLY,
  size: "limit",
  async run(input, host) {
    const { run, kind, task, from = 0, to, grep, limit, cursor } = input;
    const { timeline, name } = await host.openRun(run);
    const total = timeline.lastEvent + 1;
    const last = Math.min(to ?? timeline.lastEvent, timeline.lastEvent);
    const start = cursor === undefined ? from : parseCursor(cursor, total);
    const folded = grep === undefined ? null : foldCase(grep);
    const isMatch = (n: number) =>
      (kind === undefined || EVENT_KINDS[timeline.events.kind.at(n)] === kind) &&
      (task === undefined || createEventReport(timeline, n).task === task) &&
      (folded === null || foldCase(formatFrameLine(timeline, n)).includes(folded));
    const found: number[] = [];
    let next = start;
    for (; next <= last && found.length <= limit; next++) if (isMatch(next)) found.push(next);
    const more = found.length > limit ? found.pop() : undefined;
    const events = found.map((n) => describeEvent(timeline, n));
    const nextCursor = more === undefined ? null : String(more);
    const shown = events.at(-1);
    return {
      data: { run: name, events, total, nextCursor },
      summary: `${events.length} of ${total} events listed${nextCursor === null ? "" : ", more match"}.`,
      quoted: events.map(formatEvent),
      next: [
        ...(shown
          ? [createNextOperation("get_event", { run: name, n: shown.n }, "see one with its bytes")]
          : []),
        ...(nextCursor === null
          ? []
          : [createNextOperation("list_events", { ...input, cursor: nextCursor }, "list more")]),
      ],
    };
  },
});

function describeEvent(timeline: Timeline, n: number): z.output<typeof LISTED_EVENT> {
  const { ms, kind, task, state, artifact } = createEventReport(timeline, n);
  return {
    n,
    ms,
    kind,
    ...(task !== undefined &&
      timeline.tasks.length > 1 && { task: toPrintableLine(task, ID_LENGTH) }),
    ...(state !== undefined && { state: toPrintableLine(state, ID_LENGTH) }),
    ...(artifact !== undefined && { artifact: toPrintableLine(artifact, ID_LENGTH) }),
    text: toPrintableLine(getEventText(timeline, n), TEXT_LENGTH),
  };
}

function formatEvent(event: z.output<typeof LISTED_EVENT>): string {
  const { n, ms, kind, state, artifact, text } = event;
  const words = [`#${n}`, ms === null ? "" : `+${(ms / 1000).toFixed(3)}`, kind, state, artifact];
  return [...words, text].filter(Boolean).join(" ");
}
