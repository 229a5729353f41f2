/**
 * Stands between a request that is complete and its agent: holds it, delays it, or answers it instead.
 *
 * Guarantees: the request is passed on once, or not at all; what was done is reported when the request
 * is recorded, which is when it passes.
 */

import type { MatchPlace } from "./conditions.ts";
import { DEFAULT_ERROR, type PlanError } from "./plan-error.ts";
import {
  DEFAULT_DELAY_MS,
  describeStep,
  type EditDetails,
  HOLD_NOTES,
  wait,
} from "./response-gate.ts";
import type { AppliedStep, HoldCommand, HoldEnd, TapPlan } from "./tap-plan.ts";
import type { WatchedExchange } from "./watched-exchange.ts";

/** What can become of a request. Each is recorded. */
export interface RequestSide {
  /** Forwards it to the agent. */
  pass(): void;
  /** Answers it with an error. */
  fail(error: PlanError): Promise<void>;
  /** Answers it from a log. Resolves to why that was not possible, or `null`. */
  answer(from: string): Promise<string | null>;
  /** Answers its first events from a log. Returns why that is not possible, or `null`. */
  answerFirst(from: string, leaveAt: number, applied: AppliedStep): string | null;
  /** Whether it can end without a reset, which is all that ends a stream of HTTP/2. */
  readonly canClose: boolean;
  /** Ends the connection without a response. */
  close(how: "reset" | "close"): void;
  report(edits: readonly EditDetails[]): void;
}

interface RequestGateOptions {
  readonly plan: TapPlan;
  readonly watched: WatchedExchange;
  readonly place: MatchPlace & { readonly connection: number };
  readonly side: RequestSide;
  readonly gone: AbortSignal;
}

/** True: nothing more is to be done. */
type IsDone = boolean;

/** Commands that mean something for a request. */
export const REQUEST_COMMANDS: ReadonlySet<HoldCommand["do"]> = new Set([
  "continue",
  "step",
  "delay",
  "fail",
  "cut",
  "end",
]);

export class RequestGate {
  readonly #options: RequestGateOptions;
  readonly #edits: EditDetails[] = [];
  #stepsTo: "event" | "state" | null = null;

  constructor(options: RequestGateOptions) {
    this.#options = options;
  }

  /** The response is to stop there. */
  get stepsTo(): "event" | "state" | null {
    return this.#stepsTo;
  }

  run(): Promise<void> | undefined {
    const { plan, watched, place, side } = this.#options;
    const steps = plan.matchRequest(watched, place);
    if (steps.length > 0) return this.#perform(steps);
    side.pass();
    return undefined;
  }

  async #perform(steps: readonly AppliedStep[]): Promise<void> {
    const { side } = this.#options;
    // What came before has left then.
    await null;
    for (const applied of steps) if (await this.#apply(applied)) return;
    side.pass();
    side.report(this.#edits);
  }

  async #apply(applied: AppliedStep): Promise<IsDone> {
    const { side, gone } = this.#options;
    const { step, by } = applied;
    const about = { event: 0, do: step.do, by, ...describeStep(applied) };
    switch (step.do) {
      case "hold":
        return this.#hold(applied, step.seconds);
      case "delay":
        this.#edits.push({ ...about, ms: step.ms ?? DEFAULT_DELAY_MS });
        await wait(step.ms ?? DEFAULT_DELAY_MS, gone);
        return false;
      case "fail": {
        const { code = DEFAULT_ERROR.code, message = DEFAULT_ERROR.message } = step;
        await side.fail({ code, message });
        side.report([...this.#edits, { ...about, note: `Answered with the error ${code}.` }]);
        return true;
      }
      case "answer": {
        if (step.leaveAt !== undefined) {
          // The gate of the response reports whether the log answers.
          const problem = side.answerFirst(step.from, step.leaveAt, applied);
          if (problem !== null) this.#edits.push({ ...about, do: "continue", note: problem });
          return false;
        }
        const problem = await side.answer(step.from);
        if (problem === null) {
          side.report([...this.#edits, { ...about, note: `Answered from ${step.from}.` }]);
          return true;
        }
        // Its agent is asked after all.
        this.#edits.push({ ...about, do: "continue", note: problem });
        return false;
      }
      case "cut":
      case "end": {
        const wanted = step.do === "cut" ? (step.how ?? "reset") : "close";
        const how = side.canClose ? wanted : "reset";
        side.close(how);
        side.report([...this.#edits, { ...about, how }]);
        return true;
      }
      default:
        return false;
    }
  }

  async #hold(applied: AppliedStep, seconds: number | undefined): Promise<IsDone> {
    const { plan, watched, place, gone } = this.#options;
    const start = performance.now();
    const { request } = watched;
    const held = {
      connection: place.connection,
      listen: place.listen,
      target: place.target,
      method: request?.method ?? "",
      event: 0,
      title: `request ${request?.method ?? ""}`,
      // It may have credentials, which are masked only in the recording.
      text: "",
      payload: "",
    };
    const end = await plan.hold(held, {
      ...(seconds !== undefined && { seconds }),
      gone,
    });
    const ms = Math.round(performance.now() - start);
    const about = { event: 0, by: applied.by, ...describeStep(applied) };
    const note = HOLD_NOTES[end.do];
    this.#edits.push({ ...about, do: "hold", ms, ...(note !== undefined && { note }) });
    return this.#obey(end);
  }

  async #obey(end: HoldEnd): Promise<IsDone> {
    if (end.do === "gone") {
      this.#options.side.close("close");
      this.#options.side.report(this.#edits);
      return true;
    }
    if (end.do === "step") this.#stepsTo = end.to;
    if (end.do === "continue" || end.do === "late" || end.do === "step") return false;
    return this.#apply({ step: end, by: "user", number: null });
  }
}
