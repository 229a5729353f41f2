/** Judges when a stream of a task was closed: at its end, and not before. */

import { TERMINAL_STATES, WAITING_STATES } from "../protocol/model.ts";
import { broken, type Judgement, kept, notMeasured } from "./judgement.ts";
import type { Response } from "./response.ts";

/** `prompt`: the option that has the prompt of the task. */
export function judgeClosing(response: Response, prompt: string): Judgement {
  const { state } = response;
  const isMessage = response.find("message") !== null;
  if (!isMessage && (state === null || !TERMINAL_STATES.has(state))) {
    const isWaiting = state !== null && WAITING_STATES.has(state);
    if (!isWaiting && response.end?.cause === "complete") {
      return broken(`It closed while the task was ${state ?? "without a state"}.`, response);
    }
    return notMeasured(
      `The task is ${state ?? "without a state"}: measurable with a ${prompt} whose task finishes.`,
      response,
    );
  }
  const { events } = response;
  const last = events.at(-1);
  const finished = events.find(
    ({ event }) => event.kind === "status" && TERMINAL_STATES.has(event.status.state),
  );
  if (finished && last && last !== finished && last.event.kind !== "task") {
    return broken("It goes on after the terminal state.", response, last.n);
  }
  return isLeftOpen(response)
    ? broken("It was still open some time after the end of the task.", response)
    : kept(`It closed after ${isMessage ? "the message" : `the task was ${state}`}.`, response);
}

/** Whether Loupe closed the connection in the end. */
export const isLeftOpen = ({ end }: Response): boolean =>
  end?.cause === "aborted" || end?.cause === "timeout";
