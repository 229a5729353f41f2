/** Sends operations to the agent and shows their responses in the timeline. */
import type { Call } from "../protocol/call.ts";
import type { AgentStore } from "./agent.ts";
import { waitForExchangeEnd } from "./await-exchange.ts";
import { getExchangeTask } from "./current-task.ts";
import type { RunStore } from "./run.ts";
import { emitUiEvent } from "./ui-events.ts";
import type { ViewStore } from "./view.ts";

interface OperationContext {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
}

/** Resolves to the exchange's id, or `null` when it could not be sent. */
export async function sendOperation(
  { agent, view }: Pick<OperationContext, "agent" | "view">,
  call: Call,
): Promise<string | null> {
  const exchange = await agent.send(call);
  if (exchange !== null) {
    view.setState({ scope: "all", cursor: null, zoom: null, following: true });
  }
  return exchange;
}

/** Makes a task the target of the composer. Fetches the task first if this run does not contain it. */
export async function continueTask(app: OperationContext, taskId: string): Promise<void> {
  const { run, view } = app;
  if (!run.getState().timeline.taskByKey.has(taskId)) {
    const exchange = await sendOperation(app, { operation: "get", taskId });
    if (exchange === null || !(await waitForExchangeEnd(run, exchange))) return;
  }
  const { timeline } = run.getState();
  const lane = timeline.taskByKey.get(taskId);
  const newest = timeline.exchanges.findLast(
    (one) => lane && getExchangeTask(timeline, one) === lane,
  );
  if (!newest) return;
  view.setState({ scope: newest.index, selected: null, event: null, cursor: null });
  emitUiEvent("continue-task");
}
