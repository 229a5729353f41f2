/** Finds what the agent answered in a turn, or what it asks, as of an event. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { Item } from "../../dialects/item.ts";
import { getItemTextAt, getItemTextLengthAt } from "../../dialects/item-content.ts";
import { type TaskState, WAITING_STATES } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";

export interface Answer {
  /** The row that shows it. */
  readonly item: Item;
  /** The agent waits for a reply to it. */
  readonly isQuestion: boolean;
  /** Its beginning; empty if it consists of data or files. */
  readonly text: string;
  /** The length of the whole text. */
  readonly length: number;
  /** The event that brought its first token; −1 before the first event. */
  readonly firstEvent: number;
}

/** What an item of a turn may be, best first. */
const ROLES = ["whole-result", "result", "artifact", "message"] as const;
type AnswerRole = (typeof ROLES)[number];

const TEXT_LIMIT = 4_000;
/** How many items are examined, newest first, so that the work stays bounded in a very long turn. */
const MAX_ITEMS = 20_000;

/** The items of one turn, as of event `n`. */
export interface TurnItems {
  readonly interpretation: Interpretation;
  readonly hasItem: (item: Item) => boolean;
  /** The last event before the turn. */
  readonly start: number;
  readonly n: number;
}

/**
 * The newest whole result, else streamed result, artifact or message. `isWaiting`: the agent waits,
 * so its newest message is what it asks.
 */
export function findAnswer(turn: TurnItems, isWaiting: boolean): Answer | null {
  const { interpretation, hasItem, start, n } = turn;
  const { items } = interpretation;
  const found = new Map<AnswerRole, Item>();
  const count = countUpToEvent(items, n);
  for (let index = count - 1; index >= Math.max(0, count - MAX_ITEMS); index--) {
    const item = items[index];
    if (!item?.isRowAt(n) || !hasItem(item)) continue;
    if ((item.events.lastAt(n) ?? item.firstEvent) <= start) continue;
    if (isWaiting && isQuestion(item)) return createAnswer(turn, item, true);
    const role = getAnswerRole(interpretation, item, n);
    if (role === null || found.has(role)) continue;
    found.set(role, item);
    if (role === ROLES[0] && !isWaiting) break;
  }
  const message = isWaiting ? found.get("message") : undefined;
  if (message) return createAnswer(turn, message, true);
  const best = ROLES.map((role) => found.get(role)).find((item) => item !== undefined);
  return best ? createAnswer(turn, best, false) : null;
}

/** Whether it is the message of a state in which the agent waits. */
function isQuestion({ entry, parent, isNested }: Item): boolean {
  const state = getParentState(parent);
  return entry.kind === "message" && !isNested && state !== null && WAITING_STATES.has(state);
}

function getParentState(parent: Item | null): TaskState | null {
  return parent?.entry.kind === "state" ? parent.entry.transition.state : null;
}

function getAnswerRole(interpretation: Interpretation, item: Item, n: number): AnswerRole | null {
  const { entry } = item;
  const kind = item.kindAt(n);
  if (kind === "artifact" && entry.kind === "artifact" && !item.isNested) {
    return (entry.artifact.revisionAt(n)?.partCountAt(n) ?? 0) > 0 ? "artifact" : null;
  }
  const hasText = getItemTextAt(interpretation, item, n, 1) !== "";
  if (kind === "result" && hasText) {
    const detail = interpretation.details.get(item);
    const version = detail?.kind === "result" ? detail.history.itemVersionAt(item, n) : undefined;
    return version?.role === "whole" ? "whole-result" : "result";
  }
  if (kind !== "message" || !hasText) return null;
  const isAgent = entry.kind !== "message" || entry.message.message.role === "agent";
  const state = getParentState(item.parent);
  // Why a task failed is part of the verdict, and no answer.
  return isAgent && (state === null || !FAILED_STATES.has(state)) ? "message" : null;
}

const FAILED_STATES: ReadonlySet<TaskState> = new Set<TaskState>([
  "failed",
  "canceled",
  "rejected",
]);

function createAnswer(
  { interpretation, start, n }: TurnItems,
  item: Item,
  isQuestion: boolean,
): Answer {
  const detail = interpretation.details.get(item);
  const streamed =
    detail?.kind === "result"
      ? detail.history.versionsAt(n).find(({ firstEvent }) => firstEvent > start)
      : undefined;
  return {
    item,
    isQuestion,
    text: getItemTextAt(interpretation, item, n, TEXT_LIMIT),
    length: getItemTextLengthAt(interpretation, item, n),
    firstEvent: streamed?.firstEvent ?? item.firstEvent,
  };
}
