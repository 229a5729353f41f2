/** Finds the agent's own explanation of why a task failed or waits. */

import { sanitizeLine } from "../../api/recording-metadata.ts";
import type { Interpretation } from "../../dialects/interpretation.ts";
import { getItemTextAt } from "../../dialects/item-content.ts";
import { readFailure } from "../../dialects/payloads/failure.ts";
import type { Message, Part } from "../../protocol/model.ts";
import { WAITING_STATES } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import { decodeEventAgain } from "../../timeline/lookup-responses.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";

interface VerdictReason {
  /** One line, truncated to a bounded length. */
  readonly text: string;
  /** The event that shows it. */
  readonly event: number;
  /** The tool that failed; `null` if the agent gave the reason itself. */
  readonly tool: string | null;
}

/**
 * The status message; otherwise the agent's last message if the task waits, or the last failed tool
 * if it failed. `null` if the agent gave no reason.
 */
export function findVerdictReason(
  timeline: Timeline,
  task: TaskLane,
  transition: Transition,
  n: number,
  interpretation?: Interpretation,
): VerdictReason | null {
  const { firstEvent, state } = transition;
  const stated = quoteMessage(findStatusMessage(timeline, transition));
  if (stated !== null) return { text: stated, event: firstEvent, tool: null };
  if (WAITING_STATES.has(state)) return findLastMessage(timeline, transition, n, interpretation);
  return state === "failed" && interpretation ? findFailedTool(interpretation, task, n) : null;
}

function findStatusMessage(timeline: Timeline, { firstEvent, entry }: Transition): Message | null {
  for (let index = entry + 1; index < timeline.entries.length; index++) {
    const next = timeline.entries[index];
    if (next?.firstEvent !== firstEvent) break;
    if (next.kind === "message" && next.parent === entry) return next.message.message;
  }
  // The row of a message that was seen before is elsewhere, so the event is decoded again.
  const event = decodeEventAgain(timeline, firstEvent)?.event;
  if (event?.kind === "status") return event.status.message;
  return event?.kind === "task" ? event.task.status.message : null;
}

/** A question often is a separate message shortly before the waiting state. */
const MAX_ENTRIES_BACK = 50;

function findLastMessage(
  { entries }: Timeline,
  { firstEvent, entry }: Transition,
  n: number,
  interpretation: Interpretation | undefined,
): VerdictReason | null {
  const state = entries[entry];
  for (let index = entry - 1; state && index >= Math.max(0, entry - MAX_ENTRIES_BACK); index--) {
    const before = entries[index];
    const isOfTask = before?.task === state.task && before.exchange === state.exchange;
    if (before?.kind !== "message" || !isOfTask || before.firstEvent > firstEvent) continue;
    const { message } = before.message;
    // A message that came in fragments is quoted as a whole.
    const row = interpretation?.getEntryItem(index)?.getRowItemAt(n);
    const whole =
      interpretation && row
        ? quoteText(getItemTextAt(interpretation, row, n, QUOTED_LENGTH))
        : null;
    const text = message.role === "agent" ? (whole ?? quoteMessage(message)) : null;
    if (text !== null && before.firstEvent >= 0)
      return { text, event: before.firstEvent, tool: null };
  }
  return null;
}

function findFailedTool(
  { timeline, tools }: Interpretation,
  task: TaskLane,
  n: number,
): VerdictReason | null {
  for (let index = countUpToEvent(tools, n) - 1; index >= 0; index--) {
    const call = tools[index];
    if (!call?.end || call.item.taskAt(n) !== task.index) continue;
    if (call.stateAt(timeline, n) !== "failed") continue;
    const { name, agent, result } = call.fieldsAt(n);
    const tool = quoteText(name ?? agent ?? "") ?? "";
    return { text: describeToolFailure(result), event: call.end.firstEvent, tool };
  }
  return null;
}

/** What a failed tool reported, on one line; empty if it said nothing. */
export function describeToolFailure(result: unknown): string {
  return quoteText(readFailure(result)?.message ?? stringifyResult(result)) ?? "";
}

function stringifyResult(value: unknown): string {
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");
}

function quoteMessage(message: Message | null): string | null {
  if (message === null) return null;
  return (
    quoteText(joinPartTexts(message.parts)) ??
    quoteText(message.parts.map(getFailureText).join(" "))
  );
}

function getFailureText(part: Part): string {
  const failure = part.kind === "data" ? readFailure(part.data) : null;
  return failure?.message ?? failure?.title ?? "";
}

const QUOTE_LIMIT = 200;
/** As much of a text is read to quote it. */
const QUOTED_LENGTH = QUOTE_LIMIT * 10;

/** One line, truncated if long; `null` if nothing readable is left. */
export function quoteText(text: string): string | null {
  const line = sanitizeLine(text.slice(0, QUOTED_LENGTH), QUOTE_LIMIT + 1);
  if (line === "") return null;
  return [...line].length > QUOTE_LIMIT ? `${[...line].slice(0, QUOTE_LIMIT).join("")}…` : line;
}

/** Appends the reason to a sentence. */
export function appendReason(sentence: string, reason: VerdictReason | null): string {
  if (reason === null) return sentence;
  const open = sentence.replace(/\.$/, "");
  const quoted = reason.text === "" ? "." : `: “${reason.text}”`;
  if (reason.tool === null) return `${open}${quoted}`;
  return `${open}; ${reason.tool === "" ? "a tool" : `the tool “${reason.tool}”`} failed${quoted}`;
}

/** A sentence may end with words of the agent, which need not end with a full stop. */
export const endSentence = (text: string): string =>
  /[.!?…][”"')\]]*$/.test(text) ? text : `${text}.`;
