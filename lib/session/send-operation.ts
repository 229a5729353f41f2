// Sends an operation and shows its response in the timeline.
import type { Call } from "../protocol/call.ts";
import { waitForExchangeEnd } from "./await-exchange.ts";
import type { CommandContext } from "./command-context.ts";
import { getExchangeTask } from "./current-task.ts";
import { emitUiEvent } from "./ui-events.ts";

/** Resolves to the exchange's id, or `null` when it could not be sent. */
export async function sendOperation(
  { agent, view }: Pick<CommandContext, "agent" | "view">,
  call: Call,
): Promise<string | null> {
  const exchange = await agent.send(call);
  if (exchange !== null) {
    view.setState({ scope: "all", cursor: null, zoom: null, following: true });
  }
  return exchange;
}

/** Makes a task the target of the composer. Fetches the task first if this run does not contain it. */
export async function continueTask(app: CommandContext, taskId: string): Promise<void> {
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
