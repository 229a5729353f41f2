"use client";
import type { Item } from "../../lib/dialects/item.ts";
/** A question of an agent's: has it been answered, can it be, and what request the answer makes. */
import type { ReplyContent } from "../../lib/dialects/payloads/reply.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { WAITING_STATES } from "../../lib/protocol/model.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import { getMessageTask } from "../../lib/timeline/messages.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { InspectedItem } from "../inspect/use-inspected-item.ts";
import { useAgent, useRun } from "../session.tsx";

/** A row as it is inspected, and the event that brought the question beside it. */
export interface InspectedQuestion extends InspectedItem {
  readonly questionEvent: number;
}

export interface AgentQuestion {
  /** The user's next message in the task; `null` while there is none. */
  readonly replyItem: Item | null;
  /** Why nothing can be sent; `null` where it can. */
  readonly unsendableReason: string | null;
  /** The request that an answer makes; without an id of its own, that is still to be made. */
  createCall(answer: ReplyContent, messageId?: string): Call;
}

export function useAgentQuestion(inspected: InspectedQuestion): AgentQuestion {
  const { timeline, item, playhead } = inspected;
  const hasAgent = useAgent(({ endpoint }) => endpoint !== null);
  const met = useAgent(({ recording }) => recording);
  const open = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const task = timeline.tasks[item.taskAt(playhead)];
  return {
    replyItem: findReplyAt(inspected),
    unsendableReason: getUnsendableReason(inspected, task, hasAgent, hasAgent && met === open),
    createCall(answer, messageId = ID_PLACEHOLDERS.messageId) {
      const contextId = task?.contexts.at(timeline.lastEvent) ?? null;
      const taskId = task?.id || null;
      const message = { text: "", messageId, contextId, taskId, content: answer };
      return { operation: "stream", message };
    },
  };
}

function getUnsendableReason(
  { timeline, playhead }: InspectedItem,
  task: TaskLane | undefined,
  hasAgent: boolean,
  isOfThisRun: boolean,
): string | null {
  if (!hasAgent) return "No agent is connected.";
  if (!isOfThisRun) return "The connected agent is another one than that of this run.";
  if (!task?.id) return "The agent named no task to go on with.";
  if (playhead < timeline.lastEvent) return "The playhead stands before the end of the run.";
  const state = task.transitionAt(playhead)?.state ?? null;
  if (state !== null && WAITING_STATES.has(state)) return null;
  return `The task is ${state ?? "in no known state"} and waits for no answer.`;
}

/** What the user said next in the same task. */
function findReplyAt({
  timeline,
  interpretation,
  item,
  playhead,
  questionEvent,
}: InspectedQuestion): Item | null {
  const task = item.taskAt(playhead);
  if (task < 0) return null;
  for (const fact of timeline.messages) {
    if (fact.firstEvent > playhead) break;
    // What is sent between events counts from the event before it.
    if (fact.firstEvent < questionEvent || fact.entry <= item.entry.index) continue;
    if (fact.message.role !== "user") continue;
    if (getMessageTask(fact, playhead) === task)
      return interpretation.getEntryItem(fact.entry) ?? null;
  }
  return null;
}
