/** Words for what Loupe did to events and requests that passed a tap. */

import { formatPlural } from "../text/plural.ts";
import type { EditRecord } from "../wire/record.ts";
import { countUpToEvent } from "./event-index.ts";
import type { RecordedEdit, Timeline } from "./timeline.ts";

export type EditAction = Exclude<EditRecord["do"], "continue">;

/** In the order in which a summary names them. */
const WORDS: Readonly<Record<EditAction, string>> = {
  drop: "dropped",
  edit: "changed",
  insert: "inserted",
  repeat: "repeated",
  delay: "delayed",
  hold: "held",
  cut: "cut off",
  end: "ended",
  fail: "failed",
  answer: "answered from a log",
};

/** These act on the stream, before the event that they name. */
const STREAM_ACTIONS: ReadonlySet<string> = new Set(["cut", "end"]);

/** Is it one of the actions that change what the caller receives, or when? */
export const isEditAction = (action: string): action is EditAction => Object.hasOwn(WORDS, action);

/** What the user did to what was held, beside letting it wait. */
export const isEditByHand = ({ do: action, by }: EditRecord): boolean =>
  by === "user" && action !== "hold" && isEditAction(action);

export const hasEditsByHand = ({ edits }: Timeline): boolean =>
  edits.some(({ record }) => isEditByHand(record));

/** One edit: `Event 2 dropped (step 1 of the plan).`, `Stream cut off before event 3.` */
export function describeEdit(edit: EditRecord): string {
  const { event, do: action, by, step, ms, times, keepAlives, note } = edit;
  const isOfStream = event > 0 && STREAM_ACTIONS.has(action);
  const what = event === 0 ? "Request" : isOfStream ? "Stream" : `Event ${event}`;
  const done = isEditAction(action) ? WORDS[action] : "passed on";
  const how = [
    isOfStream ? ` before event ${event}` : "",
    ms === undefined ? "" : action === "continue" ? ` after ${ms} ms` : ` for ${ms} ms`,
    times === undefined || times === 1 ? "" : ` ${times} times`,
    keepAlives === undefined ? "" : `, with ${formatPlural(keepAlives, "keep-alive")} of Loupe`,
  ].join("");
  const whose =
    by === "user" ? "by the user" : step === undefined ? "" : `step ${step} of the plan`;
  const reason = whose === "" ? "" : ` (${whose})`;
  return `${what} ${done}${how}${reason}.${note === undefined ? "" : ` ${note}`}`;
}

/** `Edited by Loupe: 1 event dropped, 2 held`; `null` if nothing was. */
export function summarizeEdits(edits: readonly Pick<EditRecord, "event" | "do">[]): string | null {
  const parts = Object.entries(WORDS).flatMap(([action, words]) => {
    const done = edits.filter((edit) => edit.do === action);
    const requests = done.filter(({ event }) => event === 0).length;
    const others = done.length - requests;
    const other = STREAM_ACTIONS.has(action) ? "stream" : "event";
    return [
      others > 0 ? `${formatPlural(others, other)} ${words}` : "",
      requests > 0 ? `${formatPlural(requests, "request")} ${words}` : "",
    ].filter((part) => part !== "");
  });
  return parts.length === 0 ? null : `Edited by Loupe: ${parts.join(", ")}`;
}

/** What was done as of event `n`, in one exchange or in all. */
export function listEditsAt(
  { edits }: Timeline,
  n: number,
  exchange: number | "all" = "all",
): readonly RecordedEdit[] {
  const all = edits.slice(0, countUpToEvent(edits, n));
  return exchange === "all" ? all : all.filter((one) => one.exchange === exchange);
}

/** By timeline, as of a number of edits. */
const HELD = new WeakMap<Timeline, { readonly edits: number; readonly ordinals: number[] }>();

/** The events that Loupe has held and not passed on, as far as is known. */
export function listHeldEvents(timeline: Timeline): readonly number[] {
  const { edits, exchanges } = timeline;
  const known = HELD.get(timeline);
  if (known?.edits === edits.length) return known.ordinals;
  const held = new Map<number, number>();
  for (const { exchange, record } of edits) {
    if (record.do === "hold" && record.event > 0) held.set(exchange, record.event);
    else if (record.do === "continue") held.delete(exchange);
  }
  const ordinals = [...held].flatMap(([index, event]) => {
    const events = exchanges[index]?.events;
    return events && event <= events.count ? [events.at(event - 1)] : [];
  });
  HELD.set(timeline, { edits: edits.length, ordinals });
  return ordinals;
}
