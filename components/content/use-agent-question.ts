"use client";
import type { Item } from "../../lib/dialects/item.ts";
/** Hook for a question of the agent: its reply, whether one can be sent, and the request for it. */
import type { ReplyContent } from "../../lib/dialects/payloads/reply.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { WAITING_STATES } from "../../lib/protocol/model.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import { getMessageTask } from "../../lib/timeline/messages.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAgent, useRun } from "../session.tsx";
import type { InspectedItem } from "./inspected-item.ts";

/** The inspected row and the event that brought the question. */
export interface InspectedQuestion extends InspectedItem {
  readonly questionEvent: number;
}

interface AgentQuestion {
  /** The user's next message in the task; `null` while there is none. */
  readonly replyItem: Item | null;
  /** Why no reply can be sent; `null` if one can. */
  readonly unsendableReason: string | null;
  /** The request for a reply; without `messageId` it contains a placeholder. */
  createCall(reply: ReplyContent, messageId?: string): Call;
}

export function useAgentQuestion(inspected: InspectedQuestion): AgentQuestion {
  const { timeline, item, playhead } = inspected;
  const hasAgent = useAgent(({ endpoint }) => endpoint !== null);
  const agentRecording = useAgent(({ recording }) => recording);
  const openRecording = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const task = timeline.tasks[item.taskAt(playhead)];
  return {
    replyItem: findReplyAt(inspected),
    unsendableReason: getUnsendableReason(
      inspected,
      task,
      hasAgent,
      hasAgent && agentRecording === openRecording,
    ),
    createCall(reply, messageId = ID_PLACEHOLDERS.messageId) {
      const contextId = task?.contexts.at(timeline.lastEvent) ?? null;
      const taskId = task?.id || null;
      const message = { text: "", messageId, contextId, taskId, content: reply };
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
  if (!isOfThisRun) return "The connected agent is not the agent of this run.";
  if (!task?.id) return "The agent did not name a task to continue.";
  if (playhead < timeline.lastEvent) return "The playhead is before the end of the run.";
  const state = task.transitionAt(playhead)?.state ?? null;
  if (state !== null && WAITING_STATES.has(state)) return null;
  return `The task is ${state ?? "in an unknown state"} and is not waiting for a reply.`;
}

/** The user's next message in the same task. */
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
    // A message sent between two events counts from the earlier one.
    if (fact.firstEvent < questionEvent || fact.entry <= item.entry.index) continue;
    if (fact.message.role !== "user") continue;
    if (getMessageTask(fact, playhead) === task)
      return interpretation.getEntryItem(fact.entry) ?? null;
  }
  return null;
}
