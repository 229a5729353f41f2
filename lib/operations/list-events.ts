/** The operation `list_events`: lists the events of a run. */

import { z } from "zod";
import { EVENT_KINDS } from "../protocol/model.ts";
import { createEventReport, type EventReport, getEventText } from "../report/event-report.ts";
import { toReportTime } from "../report/exchange-report.ts";
import { toPrintableLine } from "../report/printable.ts";
import { foldCase } from "../text/search-terms.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import { formatFrameLine } from "../timeline/timeline-queries.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import { CURSOR, createLimit, NEXT_CURSOR, parseCursor, RUN, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 80;
const ID_LENGTH = 60;

const LISTED_EVENT = z.object({
  n: z.number().nullable().describe("The number of the event; null for a failure without one"),
  ms: z.number().nullable().describe("Milliseconds since the recording began"),
  kind: z.enum(EVENT_KINDS),
  exchange: untrusted("The exchange's ID, of a failure without an event").optional(),
  task: untrusted("The task's ID; absent if the run has only one").optional(),
  state: untrusted("The state that it changed to, as sent").optional(),
  artifact: untrusted("Its ID").optional(),
  text: untrusted("The start of the text that it brought"),
});

export const listEvents = defineOperation({
  name: "list_events",
  title: "List events",
  description:
    "Lists the events of a run, and failures without an event, one line each: number, time, kind, task, state and the start of its text. Filter by kind, task, range, or text in the bytes.",
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
    const { run, kind, task, from, to, grep, limit, cursor } = input;
    const { timeline, name } = await host.openRun(run);
    const total = timeline.lastEvent + 1;
    const start = cursor === undefined ? 0 : parseCursor(cursor, total + timeline.entries.length);
    const folded = grep === undefined ? null : foldCase(grep);
    const isText = (text: () => string) => folded === null || foldCase(text()).includes(folded);
    const isMatch = ({ n, failure }: EventRow) => {
      const isInRange = (from === undefined || n >= from - (failure ? 1 : 0)) && n <= (to ?? n);
      if (!isInRange) return false;
      const describe = () =>
        failure ? describeFailure(timeline, failure) : createEventReport(timeline, n);
      return (
        (kind === undefined || describe().kind === kind) &&
        (task === undefined || describe().task === task) &&
        isText(() => (failure ? getFailureText(failure) : formatFrameLine(timeline, n)))
      );
    };
    const found: EventRow[] = [];
    let more: number | null = null;
    let at = -1;
    for (const row of listRows(timeline)) {
      at++;
      if (at < start || !isMatch(row)) continue;
      if (found.length < limit) found.push(row);
      else {
        more = at;
        break;
      }
    }
    const events = found.map((row) => describeRow(timeline, row));
    const nextCursor = more === null ? null : String(more);
    const shown = events.findLast(({ n }) => n !== null);
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

interface EventRow {
  /** The event, or the last one before the failure. */
  readonly n: number;
  readonly failure: EntryOf<"error"> | null;
}

/** The events and, between them, the failures that no event shows: a status, or a lost connection. */
function* listRows({ entries, lastEvent }: Timeline): Generator<EventRow> {
  const failures = entries.filter(
    (entry): entry is EntryOf<"error"> => entry.kind === "error" && entry.events.count === 0,
  );
  let next = 0;
  for (let n = -1; n <= lastEvent; n++) {
    if (n >= 0) yield { n, failure: null };
    let failure = failures[next];
    for (; failure && failure.firstEvent <= n; failure = failures[++next]) yield { n, failure };
  }
}

const describeRow = (timeline: Timeline, { n, failure }: EventRow): ListedEvent =>
  failure
    ? formatRow(timeline, describeFailure(timeline, failure), null, getFailureText(failure))
    : formatRow(timeline, createEventReport(timeline, n), n, getEventText(timeline, n));

function describeFailure(
  { tasks, exchanges }: Timeline,
  { task, exchange, time }: EntryOf<"error">,
) {
  return {
    ms: toReportTime(time),
    kind: "error",
    exchange: exchanges[exchange]?.id ?? "",
    task: tasks[task]?.id,
  } as const;
}

const getFailureText = ({ title, detail }: EntryOf<"error">) =>
  [title, detail].filter(Boolean).join(": ");

type ListedEvent = z.output<typeof LISTED_EVENT>;

function formatRow(
  { tasks }: Timeline,
  {
    ms,
    kind,
    exchange,
    task,
    state,
    artifact,
  }: Pick<EventReport, "ms" | "kind" | "exchange" | "task"> & Partial<EventReport>,
  n: number | null,
  text: string,
): ListedEvent {
  return {
    n,
    ms,
    kind,
    ...(n === null && { exchange: toPrintableLine(exchange, ID_LENGTH) }),
    ...(task !== undefined && tasks.length > 1 && { task: toPrintableLine(task, ID_LENGTH) }),
    ...(state !== undefined && { state: toPrintableLine(state, ID_LENGTH) }),
    ...(artifact !== undefined && { artifact: toPrintableLine(artifact, ID_LENGTH) }),
    text: toPrintableLine(text, TEXT_LENGTH),
  };
}

function formatEvent({ n, ms, kind, exchange, state, artifact, text }: ListedEvent): string {
  const time = ms === null ? "" : `+${(ms / 1000).toFixed(3)}`;
  const words = [n === null ? exchange : `#${n}`, time, kind, state, artifact, text];
  return words.filter(Boolean).join(" ");
}
