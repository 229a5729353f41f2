/**
 * What is done by hand with the taps of a process: their breakpoints, and what they hold. The app, other
 * commands and coding agents come here.
 *
 * Guarantees: a step is checked before it is set, and a command before it ends a hold, so nothing is
 * lost to a wrong one.
 */

import type { HoldCommandRequest } from "../../../api/schemas/api-requests.ts";
import type { CommandCheck, TapHolds } from "../../../api/taps.ts";
import { ApiError } from "../../http/api-error.ts";
import { checkHoldCommand, toHoldCommand } from "./hold-commands.ts";
import { readStep } from "./plan-file.ts";
import type { HoldCommand, TapPlan } from "./tap-plan.ts";

export interface ControlledTap {
  readonly id: string;
  readonly name: string;
  /** The ID of its recording, or its file. */
  readonly recording: string;
  readonly plan: TapPlan;
}

export class HoldControl {
  readonly #list: () => readonly ControlledTap[];

  constructor(list: () => readonly ControlledTap[]) {
    this.#list = list;
  }

  list(): TapHolds[] {
    return this.#list().map(({ id, name, recording, plan }) => {
      const { held, breakpoints } = plan;
      return { tap: id, name, recording, held, breakpoints };
    });
  }

  /** Resolves as soon as something is held, or when the time is over. */
  async wait(ms: number): Promise<TapHolds[]> {
    const plans = this.#list().map(({ plan }) => plan);
    const isHeld = () => plans.some(({ held }) => held.length > 0);
    if (!isHeld()) {
      await new Promise<void>((resolve) => {
        // The taps keep the process running, not who waits.
        const timer = setTimeout(() => finish(), ms).unref();
        const stop = [
          () => clearTimeout(timer),
          ...plans.map((plan) => plan.subscribe(() => isHeld() && finish())),
        ];
        const finish = () => {
          for (const one of stop) one();
          resolve();
        };
      });
    }
    return this.list();
  }

  /** A step that holds, or does something else, from now on. Returns its ID. */
  addBreakpoint(tap: string, value: unknown): string {
    const step = readStep(value);
    if (typeof step === "string") throw new ApiError("bad-request", step);
    if (step.do === "answer") {
      throw new ApiError("bad-request", "A running tap has no logs: start it with the plan.");
    }
    return this.getPlan(tap).addBreakpoint(step);
  }

  enableBreakpoint(tap: string, id: string, isEnabled: boolean): void {
    if (!this.getPlan(tap).enableBreakpoint(id, isEnabled)) throw createNoBreakpointError(id);
  }

  removeBreakpoint(tap: string, id: string): void {
    if (!this.getPlan(tap).removeBreakpoint(id)) throw createNoBreakpointError(id);
  }

  /** Does with what is held what the user says. */
  resume(tap: string, id: string, request: HoldCommandRequest): void {
    const command = this.#readCommand(tap, id, request);
    if (typeof command === "string") throw new ApiError("bad-request", command);
    this.getPlan(tap).resume(id, command);
  }

  /** Says what would become of it. */
  check(tap: string, id: string, request: HoldCommandRequest): CommandCheck {
    const command = this.#readCommand(tap, id, request);
    if (typeof command === "string") return { problem: command, broken: [] };
    const broken = this.getPlan(tap).findBrokenRules(id, command);
    return { problem: null, broken: broken.map(({ id: rule, title }) => ({ rule, title })) };
  }

  /** Returns why it would be refused. */
  #readCommand(
    tap: string,
    id: string,
    { do: name, ...members }: HoldCommandRequest,
  ): HoldCommand | string {
    const held = this.getPlan(tap).held.find((one) => one.id === id);
    if (!held) throw new ApiError("not-found", "It is not held any more.");
    const command = toHoldCommand(name, members);
    return typeof command === "string" ? command : (checkHoldCommand(held, command) ?? command);
  }

  getPlan(tap: string): TapPlan {
    const found = this.#list().find(({ id }) => id === tap);
    if (!found) throw new ApiError("not-found", "This tap has stopped.");
    return found.plan;
  }
}

const createNoBreakpointError = (id: string): ApiError =>
  new ApiError("not-found", `There is no breakpoint ${JSON.stringify(id)}.`);
