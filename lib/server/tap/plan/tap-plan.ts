/**
 * What a tap does to the traffic that passes it: the steps of its plan and its breakpoints, and the
 * streams that are held.
 *
 * Guarantees: a step that is `once` is done once in the whole tap; whether one with a probability is
 * done follows from the seed and from how often it could have been; nothing is held longer than its
 * limit, and nothing after the plan was closed.
 */

import {
  DEFAULT_HOLD_SECONDS,
  EMPTY_PLAN,
  type Plan,
  type TapStep,
} from "../../../api/schemas/plan.ts";
import type { Breakpoint, HeldStream } from "../../../api/taps.ts";
import type { Rule } from "../../../lint/rules/rule.ts";
import { createSeededRandom } from "../../replay/faults.ts";
import { isRequestStep, type MatchPlace, matchesEvent, matchesExchange } from "./conditions.ts";
import type { WatchedEvent, WatchedExchange } from "./watched-exchange.ts";

/** A step as it is applied. */
export interface AppliedStep {
  readonly step: TapStep;
  readonly by: "plan" | "user";
  /** Number in the plan, from 1; `null` for a breakpoint. */
  readonly number: number | null;
}

/** What to do with what is held. Everything but a step ends the hold; so does a step, until its end. */
export type HoldCommand =
  | { readonly do: "continue" }
  | { readonly do: "step"; readonly to: "event" | "state" }
  | Exclude<TapStep, { readonly do: "hold" | "answer" }>;

/** Why a hold ended. */
export type HoldEnd = HoldCommand | { readonly do: "late" } | { readonly do: "gone" };

type HeldProgress = Pick<HeldStream, "waiting" | "keepAlives">;
type HeldPlace = Omit<HeldStream, "id" | "since" | "until" | keyof HeldProgress>;

interface ActiveStep {
  readonly id: string;
  readonly step: TapStep;
  readonly number: number | null;
  readonly random: () => number;
  isEnabled: boolean;
  hits: number;
}

interface Hold {
  readonly held: Omit<HeldStream, keyof HeldProgress>;
  readonly getProgress: () => HeldProgress;
  readonly findBrokenRules: (command: HoldCommand) => Rule[];
  readonly resolve: (end: HoldEnd) => void;
}

/** Nothing can be done after these. */
const ENDING_ACTIONS: ReadonlySet<TapStep["do"]> = new Set(["cut", "end", "fail", "answer"]);

/** Far apart, so that the steps of one plan do not repeat each other. */
const SEED_DISTANCE = 7919;

export class TapPlan {
  readonly #steps: ActiveStep[] = [];
  readonly #holds = new Map<string, Hold>();
  readonly #listeners = new Set<() => void>();
  #seed: number;
  #isClosed = false;
  #lastBreakpoint = 0;
  #lastHold = 0;

  /** Breakpoints may be set while connections are open. */
  readonly isInteractive: boolean;
  /** How often the caller of a held stream is kept waiting. */
  readonly keepAliveMs: number;

  constructor(
    { steps, seed, keepAliveMs }: Plan = EMPTY_PLAN,
    { isInteractive = false }: { readonly isInteractive?: boolean } = {},
  ) {
    this.isInteractive = isInteractive;
    this.#seed = seed;
    this.keepAliveMs = keepAliveMs;
    for (const [i, step] of steps.entries()) this.#add(`s${i + 1}`, step, i + 1);
  }

  #add(id: string, step: TapStep, number: number | null): void {
    this.#seed += SEED_DISTANCE;
    const random = createSeededRandom(this.#seed);
    this.#steps.push({ id, step, number, random, isEnabled: true, hits: 0 });
  }

  /** The steps of the plan, then the breakpoints in the order in which they were set. */
  get breakpoints(): Breakpoint[] {
    return this.#steps.map(({ id, step, number, isEnabled, hits }) => {
      return { id, step, isEnabled, isPlan: number !== null, hits };
    });
  }

  addBreakpoint(step: TapStep): string {
    this.#lastBreakpoint += 1;
    const id = `b${this.#lastBreakpoint}`;
    this.#add(id, step, null);
    this.#notify();
    return id;
  }

  /** False if there is none. */
  removeBreakpoint(id: string): boolean {
    const at = this.#steps.findIndex((one) => one.id === id);
    if (at < 0) return false;
    this.#steps.splice(at, 1);
    this.#notify();
    return true;
  }

  /** False if there is none. */
  enableBreakpoint(id: string, isEnabled: boolean): boolean {
    const found = this.#steps.find((one) => one.id === id);
    if (!found) return false;
    found.isEnabled = isEnabled;
    this.#notify();
    return true;
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** Some step has a rule as its condition. */
  get checksRules(): boolean {
    return this.#steps.some(({ step }) => step.when?.rule !== undefined);
  }

  /** Some request may be held or answered: all must be complete before they pass. */
  get hasRequestSteps(): boolean {
    return this.#steps.some(({ step }) => isRequestStep(step));
  }

  matchRequest(watched: WatchedExchange, place: MatchPlace): AppliedStep[] {
    return this.#apply(({ step }) => isRequestStep(step) && matchesExchange(step, watched, place));
  }

  matchEvent(watched: WatchedExchange, event: WatchedEvent, place: MatchPlace): AppliedStep[] {
    return this.#apply(
      ({ step }) =>
        !isRequestStep(step) &&
        matchesExchange(step, watched, place) &&
        matchesEvent(step, watched, event),
    );
  }

  /** Events of the exchange may be held or changed. */
  concerns(watched: WatchedExchange, place: MatchPlace): boolean {
    return this.#steps.some(
      ({ step }) => !isRequestStep(step) && matchesExchange(step, watched, place),
    );
  }

  #apply(matches: (active: ActiveStep) => boolean): AppliedStep[] {
    if (this.#isClosed) return [];
    const applied: AppliedStep[] = [];
    for (const active of this.#steps) {
      const { step, number } = active;
      const isUsed = step.once === true && active.hits > 0;
      if (isUsed || !active.isEnabled || !matches(active)) continue;
      if (step.probability !== undefined && active.random() >= step.probability) continue;
      active.hits += 1;
      applied.push({ step, number, by: number === null ? "user" : "plan" });
      if (ENDING_ACTIONS.has(step.do)) break;
    }
    return applied;
  }

  get held(): HeldStream[] {
    return [...this.#holds.values()].map(({ held, getProgress }) => {
      return { ...held, ...getProgress() };
    });
  }

  /** Resolves when a command comes, when the time is over, or when the caller is gone. */
  hold(
    place: HeldPlace,
    {
      seconds = DEFAULT_HOLD_SECONDS,
      getProgress = () => ({ waiting: 0, keepAlives: 0 }),
      findBrokenRules = () => [],
      gone,
    }: {
      readonly seconds?: number;
      readonly getProgress?: () => HeldProgress;
      readonly findBrokenRules?: (command: HoldCommand) => Rule[];
      readonly gone: AbortSignal;
    },
  ): Promise<HoldEnd> {
    if (this.#isClosed) return Promise.resolve({ do: "continue" });
    if (gone.aborted) return Promise.resolve({ do: "gone" });
    this.#lastHold += 1;
    const id = `h${this.#lastHold}`;
    const since = Date.now();
    return new Promise((resolve) => {
      const finish = (end: HoldEnd) => {
        clearTimeout(timer);
        gone.removeEventListener("abort", onGone);
        if (this.#holds.delete(id)) this.#notify();
        resolve(end);
      };
      const onGone = () => finish({ do: "gone" });
      const timer = setTimeout(() => finish({ do: "late" }), seconds * 1000);
      gone.addEventListener("abort", onGone);
      const held = { ...place, id, since, until: since + seconds * 1000 };
      this.#holds.set(id, { held, getProgress, findBrokenRules, resolve: finish });
      this.#notify();
    });
  }

  /** The rules that what is held would break after a command. */
  findBrokenRules(id: string, command: HoldCommand): Rule[] {
    return this.#holds.get(id)?.findBrokenRules(command) ?? [];
  }

  /** Ends one hold; false if nothing is held by that name. */
  resume(id: string, command: HoldCommand): boolean {
    const hold = this.#holds.get(id);
    hold?.resolve(command);
    return hold !== undefined;
  }

  /** Lets everything go on. Returns how many streams were held. */
  resumeAll(): number {
    const holds = [...this.#holds.values()];
    for (const { resolve } of holds) resolve({ do: "continue" });
    return holds.length;
  }

  /** Nobody is there: lets everything go on, and disables what was set by hand. */
  abandon(): void {
    for (const active of this.#steps) if (active.number === null) active.isEnabled = false;
    this.resumeAll();
  }

  /** Lets everything go on, and holds and changes nothing from now on. */
  close(): void {
    this.#isClosed = true;
    this.resumeAll();
  }

  /** Called when something is held or goes on, and when breakpoints change. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
