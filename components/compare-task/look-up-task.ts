// Looks a task up, to be compared with what was delivered of it; a log has only what it was told.
import type { CommandContext } from "../../lib/session/command-context.ts";
import type { ComparedTask } from "../app-shell/screen-state.ts";
import { findCurrentTask } from "../compose/send-target.ts";
import { sendOperation } from "../operations/send-operation.ts";

type LookUpContext = Pick<CommandContext, "run" | "agent" | "view">;

/** `null` where there is no task, or it could not be asked for. */
export async function lookUpTask(
  desk: LookUpContext,
  taskId?: string,
): Promise<ComparedTask | null> {
  const { run, agent, view } = desk;
  const { timeline } = run.getState();
  const id = taskId ?? findCurrentTask(timeline, view.getState().scope)?.id ?? "";
  if (id === "") return null;
  if (!agent.getState().endpoint) return { taskId: id, exchange: null };
  const exchange = await sendOperation(desk, { operation: "get", taskId: id });
  return exchange === null ? null : { taskId: id, exchange };
}
