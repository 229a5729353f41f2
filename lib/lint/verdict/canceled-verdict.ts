/** The verdict on a canceled task: canceled by a client request in the same recording, or by the agent. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { createEventEvidence, createRequestEvidence, createVerdict } from "./create-verdict.ts";
import type { Verdict } from "./verdict-model.ts";
import { appendReason, findVerdictReason } from "./verdict-reason.ts";

export function createCanceledVerdict(
  timeline: Timeline,
  task: TaskLane,
  transition: Transition,
  n: number,
): Verdict {
  const stateEvidence = createEventEvidence(timeline, transition.firstEvent);
  const reason = findVerdictReason(timeline, task, transition, n);
  const text = reason?.text ?? null;
  const request = findCancelRequest(timeline, task, transition, n);
  if (!request) {
    const because = "The agent reported the task as canceled; no recorded request asked for it.";
    return createVerdict("canceled", appendReason(because, reason), "agent", [stateEvidence], text);
  }
  const { method = "a request" } = request.request ?? {};
  const because = `The agent reported the task as canceled, as the client had requested (${method}).`;
  const evidence = [createRequestEvidence(request), stateEvidence];
  return createVerdict("canceled", appendReason(because, reason), "client", evidence, text);
}

/**
 * The newest earlier cancel request for the task that was not refused. Without times, one call after
 * the other is only the order in the file: the request may have been sent during the stream.
 */
function findCancelRequest(
  timeline: Timeline,
  task: TaskLane,
  { firstEvent }: Transition,
  n: number,
): Exchange | undefined {
  return timeline.exchanges.findLast(
    (exchange) =>
      exchange.firstEvent < (Number.isNaN(exchange.open.time) ? n : firstEvent) &&
      exchange.request?.operation === "cancel" &&
      timeline.taskByKey.get(exchange.request.taskId ?? "") === task &&
      exchange.errors.countAt(n) === 0,
  );
}
