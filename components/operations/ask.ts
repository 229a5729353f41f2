// Asks the agent something, and shows the answer come in.
import type { Call } from "../../lib/protocol/call.ts";
import type { Desk } from "../../lib/session/desk.ts";
import { untilEnded } from "../../lib/session/ended.ts";
import { signal } from "../../lib/session/signals.ts";
import { taskOf } from "../library/groups.ts";

/** Resolves to the exchange's id, or `null` when it could not be sent. */
export async function ask(
  { agent, view }: Pick<Desk, "agent" | "view">,
  call: Call,
): Promise<string | null> {
  const exchange = await agent.send(call);
  if (exchange !== null) {
    view.setState({ scope: "all", cursor: null, zoom: null, following: true });
  }
  return exchange;
}

/** Turns the composer to a task; one that this run knows nothing of is looked up first. */
export async function continueTask(desk: Desk, taskId: string): Promise<void> {
  const { run, view } = desk;
  if (!run.getState().timeline.taskByKey.has(taskId)) {
    const exchange = await ask(desk, { operation: "get", taskId });
    if (exchange === null || !(await untilEnded(run, exchange))) return;
  }
  const { timeline } = run.getState();
  const lane = timeline.taskByKey.get(taskId);
  const newest = timeline.exchanges.findLast((one) => lane && taskOf(timeline, one) === lane);
  if (!newest) return;
  view.setState({ scope: newest.index, selected: null, event: null, cursor: null });
  signal("continue-task");
}
