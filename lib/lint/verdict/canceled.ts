/** Who canceled a task: a client that asked for it in the same recording, or the agent. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Verdict } from "../verdict.ts";
import { byEvent, byRequest, judged } from "./judged.ts";
import { findReason, sentenceWith } from "./reason.ts";

export function canceledVerdict(
  timeline: Timeline,
  task: TaskLane,
  transition: Transition,
  n: number,
): Verdict {
  const told = byEvent(timeline, transition.birth);
  const reason = findReason(timeline, task, transition, n);
  const text = reason?.text ?? null;
  const request = cancelOf(timeline, task, transition, n);
  if (!request) {
    const because = "The agent said that the task was canceled; no request here asked for that.";
    return judged("canceled", sentenceWith(because, reason), "agent", [told], text);
  }
  const { method = "a request" } = request.request ?? {};
  const because = `The agent said that the task was canceled, as the client had asked (${method}).`;
  const evidence = [byRequest(request), told];
  return judged("canceled", sentenceWith(because, reason), "client", evidence, text);
}

/** The newest request to cancel it that came before and was not refused. */
function cancelOf(
  timeline: Timeline,
  task: TaskLane,
  { birth }: Transition,
  n: number,
): Exchange | undefined {
  return timeline.exchanges.findLast(
    (exchange) =>
      exchange.birth < birth &&
      exchange.request?.operation === "cancel" &&
      timeline.taskByKey.get(exchange.request.taskId ?? "") === task &&
      exchange.errors.countAt(n) === 0,
  );
}
