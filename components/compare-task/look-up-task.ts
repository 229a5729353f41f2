// Looks up a task at the agent for a comparison. Without an agent, the run's own lookups are used.
import { findCurrentTask } from "../../lib/session/current-task.ts";
import { sendOperation } from "../../lib/session/send-operation.ts";
import type { ComparedTask } from "../app-shell/dialogs.ts";
import type { AppContext } from "../app-shell/feature.ts";

type LookUpContext = Pick<AppContext, "run" | "agent" | "view">;

/** `null` if there is no task or the request could not be sent. */
export async function lookUpTask(
  context: LookUpContext,
  taskId?: string,
): Promise<ComparedTask | null> {
  const { run, agent, view } = context;
  const { timeline } = run.getState();
  const id = taskId ?? findCurrentTask(timeline, view.getState().scope)?.id ?? "";
  if (id === "") return null;
  if (!agent.getState().endpoint) return { taskId: id, exchange: null };
  const exchange = await sendOperation(context, { operation: "get", taskId: id });
  return exchange === null ? null : { taskId: id, exchange };
}
