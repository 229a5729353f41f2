/**
 * The content of a turn as of an event, as a client would show it: what the user asked, the work that
 * led to the answer (plans, tools, thoughts, progress), and the answer.
 */

import { compareResultsAt } from "../dialects/compare-results.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { PlanDetail } from "../dialects/item-detail.ts";
import type { Meaning } from "../dialects/kinds.ts";
import type { Part } from "../protocol/model.ts";
import { type ConversationTurn, getUserMessage, type RunConversation } from "./conversation.ts";

export interface TurnContent {
  readonly asks: readonly Item[];
  readonly earlier: readonly Item[];
  /** One item for each plan. */
  readonly plans: readonly Item[];
  /** Tool calls, thoughts and messages about the progress. */
  readonly steps: readonly Item[];
  readonly answer: readonly Item[];
  /** Errors, whose reason the outcome of the turn states. */
  readonly errors: readonly Item[];
}

type TurnPart = "plan" | "step" | "progress" | "question" | "answer" | "error" | null;

export function getTurnContentAt(
  conversation: RunConversation,
  turn: ConversationTurn,
  n: number,
): TurnContent {
  const { interpretation } = conversation;
  const getShown = (items: readonly Item[]) => items.filter((item) => item.isRowAt(n));
  const sorted = getShown(turn.items).map((item) => ({
    item,
    part: getTurnPart(interpretation, item, n),
  }));
  const select = (...parts: readonly TurnPart[]) =>
    sorted.filter(({ part }) => parts.includes(part)).map(({ item }) => item);
  const updated = findUpdatedArtifacts(conversation, turn, n);
  // Until there is another answer, what the agent says about its progress is the answer.
  const isAnswered = updated.length > 0 || sorted.some(({ part }) => part === "answer");
  return {
    asks: getShown(turn.asks).filter(({ isNested }) => !isNested),
    earlier: getShown(turn.earlier).filter(({ isNested }) => !isNested),
    plans: getFirstOfEachPlan(interpretation, select("plan")),
    steps: isAnswered ? select("step", "progress") : select("step"),
    answer: isAnswered
      ? [...updated, ...select("answer", "question")]
      : select("progress", "question"),
    errors: select("error"),
  };
}

/** Attachments that a reader must see, although their item may be a tool call or a state. */
const URGENT_MEANINGS: ReadonlySet<Meaning> = new Set([
  "form",
  "approval",
  "sign-in",
  "secrets",
  "failure",
]);

function getTurnPart(interpretation: Interpretation, item: Item, n: number): TurnPart {
  const { entry } = item;
  if (getUserMessage(item)) return null;
  if (isUrgent(interpretation, item, n)) return "question";
  switch (item.kindAt(n)) {
    case "plan":
      return "plan";
    case "tool":
    case "thought":
      return "step";
    case "message":
      return isAboutProgress(interpretation, item) ? "progress" : "answer";
    case "artifact":
    case "result":
      return isRepeatedLater(interpretation, item, n) ? null : "answer";
    case "error":
      return entry.kind === "error" ? "error" : "answer";
    case "other":
      return "step";
    default:
      return null;
  }
}

/** A call that has ended needs no approval any more. */
function isUrgent({ details }: Interpretation, item: Item, n: number): boolean {
  const detail = details.get(item);
  const end = detail?.kind === "tool" ? detail.call.end : null;
  if (end && end.firstEvent <= n) return false;
  // Attachments that still change are computed again; the others are stored.
  const attachments = item.findLiveAttachments ? item.attachmentsAt(n) : item.attachments;
  return attachments.some(
    ({ meaning, firstEvent }) => firstEvent <= n && URGENT_MEANINGS.has(meaning),
  );
}

/** The artifacts of earlier turns that the agent changed in this one. */
function findUpdatedArtifacts(
  conversation: RunConversation,
  { turn }: ConversationTurn,
  n: number,
): Item[] {
  const end = turn.getEndAt(n);
  return [...turn.predecessorsAt(n)]
    .flatMap((before) => conversation.getContent(before)?.items ?? [])
    .filter((item) => {
      const { entry, isNested } = item;
      if (entry.kind !== "artifact" || isNested || !item.isRowAt(n)) return false;
      const before = entry.artifact.revisionAt(turn.firstEvent);
      const after = entry.artifact.revisionAt(end);
      return before !== after || before?.partCountAt(turn.firstEvent) !== after?.partCountAt(end);
    });
}

/** Whether it is the message of a state in which the task goes on. */
function isAboutProgress({ details }: Interpretation, item: Item): boolean {
  if (details.get(item)?.kind === "draft") return false;
  const state = item.parent?.entry;
  if (state?.kind !== "state") return false;
  return state.transition.state === "working" || state.transition.state === "submitted";
}

/** Whether it streamed a result that was then sent whole. */
function isRepeatedLater({ details }: Interpretation, item: Item, n: number): boolean {
  const detail = details.get(item);
  const compared = detail?.kind === "result" ? compareResultsAt(detail, n) : null;
  return (
    compared !== null &&
    compared.relation !== "different" &&
    compared.streamed.item === item &&
    compared.whole.item !== item
  );
}

/** The item that is only the plan, or else the first that brought it. */
function getFirstOfEachPlan({ details }: Interpretation, items: readonly Item[]): Item[] {
  const plans = new Map<PlanDetail | Item, Item>();
  for (const item of items) {
    const detail = details.get(item);
    const plan = detail?.kind === "plan" ? detail : item;
    if (!plans.has(plan)) plans.set(plan, item);
  }
  return [...plans.values()];
}

/** Files and data of an item as of an event. */
export function getNonTextPartsAt(
  { details }: Interpretation,
  item: Item,
  n: number,
): readonly Part[] {
  const detail = details.get(item);
  if (detail?.kind === "draft") {
    const { draft } = detail;
    const parts = draft.matchingMessageAt(n)?.parts ?? draft.partsAt(n);
    return parts.filter(({ kind }) => kind !== "text");
  }
  if (item.isNested) return [];
  const { entry } = item;
  if (entry.kind === "message")
    return entry.message.message.parts.filter(({ kind }) => kind !== "text");
  return entry.kind === "artifact" ? (entry.artifact.revisionAt(n)?.nonTextPartsAt(n) ?? []) : [];
}
