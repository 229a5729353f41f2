// Looks a task up, to be compared with what was delivered of it; a log has only what it was told.
import type { Desk } from "../../lib/session/desk.ts";
import type { Compared } from "../command/screen-state.ts";
import { taskAtHand } from "../compose/target.ts";
import { ask } from "../operations/ask.ts";

type Looking = Pick<Desk, "run" | "agent" | "view">;

/** `null` where there is no task, or it could not be asked for. */
export async function lookUp(desk: Looking, taskId?: string): Promise<Compared | null> {
  const { run, agent, view } = desk;
  const { timeline } = run.getState();
  const id = taskId ?? taskAtHand(timeline, view.getState().scope)?.id ?? "";
  if (id === "") return null;
  if (!agent.getState().endpoint) return { taskId: id, exchange: null };
  const exchange = await ask(desk, { operation: "get", taskId: id });
  return exchange === null ? null : { taskId: id, exchange };
}
