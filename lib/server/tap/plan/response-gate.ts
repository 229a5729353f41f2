/**
 * Stands between the response of one exchange and its caller: passes events on, holds them, and does
 * what the steps of a plan and the user say.
 *
 * Guarantees: events reach the caller in their order; what no step is about passes as it came; every
 * change is reported; nothing follows after the response was ended.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { TapStep } from "../../../api/schemas/plan.ts";
import type { Rule } from "../../../lint/rules/rule.ts";
import type { EditRecord, HeaderList } from "../../../wire/record.ts";
import { encodeRecordBytes } from "../../exchange/response-body.ts";
import type { MatchPlace } from "./conditions.ts";
import { describeEvent } from "./describe-event.ts";
import type { EditedBytes, EventFormat } from "./event-bytes.ts";
import { DEFAULT_ERROR, type PlanError } from "./plan-error.ts";
import type { RecordedEvents } from "./recorded-events.ts";
import type { AppliedStep, HoldCommand, HoldEnd, TapPlan } from "./tap-plan.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { BodyStretch, WatchedEvent, WatchedExchange } from "./watched-exchange.ts";

/** An error that ends a response, as the caller receives it. */
export interface Failure {
  readonly bytes: Buffer | null;
  /** Only if it is the whole response. */
  readonly status?: number;
  readonly headers?: HeaderList;
  /** Over gRPC. */
  readonly trailers?: HeaderList;
}

/** The response as it goes on to the caller. */
export interface CallerSide {
  /** The bytes of a stretch that has neither passed nor been left out. */
  read(from: number, to: number): Buffer;
  /** Sends a stretch of the body as it came. */
  pass(from: number, to: number): void;
  /** Leaves it out. */
  skip(from: number, to: number): void;
  /** Sends bytes of Loupe. */
  write(bytes: Buffer): void;
  /** Ends the response in order. */
  end(): void;
  /** The error of its binding with which it can end. `bytes`: the error inside a stream. */
  createFailure(error: PlanError, bytes: Buffer | null): Failure;
  fail(failure: Failure): void;
  /** Whether it can be cut without a reset, which is all that ends a stream of HTTP/2. */
  readonly canClose: boolean;
  cut(how: "reset" | "close"): void;
  /** Keeps the caller waiting; false if nothing can be sent for that. */
  keepAlive(): boolean;
  /** Sends what was collected. */
  flush(): void;
}

export type EditDetails = Omit<EditRecord, "r" | "x" | "t">;

interface ResponseGateOptions {
  readonly plan: TapPlan;
  readonly watched: WatchedExchange;
  readonly place: MatchPlace & { readonly connection: number };
  readonly side: CallerSide;
  readonly format: EventFormat;
  readonly queue: TaskQueue;
  /** The caller is gone. */
  readonly gone: AbortSignal;
  /** Where the user wants it to stop first. */
  readonly stepsTo: "event" | "state" | null;
  /** What the caller gets in place of the first events. */
  readonly recorded?: RecordedEvents | null;
  onEdit(edit: EditDetails): void;
}

/** What becomes of an event. */
interface Outcome {
  /** `null`: as it came. */
  edited: Buffer | null;
  isDropped: boolean;
  copies: number;
  readonly before: Buffer[];
  readonly after: Buffer[];
}

export class ResponseGate {
  readonly #options: ResponseGateOptions;
  #isOver = false;
  #waiting = 0;
  #stepsTo: "event" | "state" | null = null;
  #lastState: string | null = null;
  /** Number of the last event. */
  #lastEvent = 0;
  #isLogReported = false;

  constructor(options: ResponseGateOptions) {
    this.#options = options;
    this.#stepsTo = options.stepsTo;
  }

  /** The response was ended: nothing more reaches the caller. */
  get isOver(): boolean {
    return this.#isOver;
  }

  add(stretch: BodyStretch): void {
    if (stretch.event) this.#waiting += 1;
    this.#options.queue.add(() => this.#pass(stretch));
  }

  /** Runs behind all stretches, unless the response was ended. */
  finish(task: () => void): void {
    const { queue, recorded, watched } = this.#options;
    if (recorded && watched.isSse) queue.add(() => this.#answerRest(recorded));
    queue.add(() => {
      if (!this.#isOver) task();
      return undefined;
    });
  }

  #pass(stretch: BodyStretch): Promise<void> | undefined {
    const { plan, watched, place, side } = this.#options;
    const { from, to, event } = stretch;
    if (event) this.#waiting -= 1;
    if (this.#isOver) return undefined;
    if (event) this.#lastEvent = event.number;
    const { recorded } = this.#options;
    if (event && recorded) {
      if (event.number < recorded.leaveAt) return this.#answer(stretch, event, recorded);
      const renamed = recorded.rename(event);
      if (renamed !== event) return this.#passRenamed(stretch, renamed, recorded);
    }
    const steps = event ? plan.matchEvent(watched, event, place) : [];
    const state = event && describeEvent(event.event).state;
    const stops = event !== null && this.#stopsAt(state);
    if (state !== null) this.#lastState = state;
    if (event && (steps.length > 0 || stops)) return this.#perform(stretch, event, steps, stops);
    side.pass(from, to);
    return undefined;
  }

  /** Sends the event of the log in place of this one. */
  async #answer(
    { from, to }: BodyStretch,
    event: WatchedEvent,
    recorded: RecordedEvents,
  ): Promise<void> {
    const { side } = this.#options;
    side.flush();
    const found = await recorded.get(event.number);
    if (this.#isOver) return;
    const problem = this.#findLogProblem(recorded, found);
    this.#reportLog(recorded, problem);
    if (!found || problem !== null) return side.pass(from, to);
    recorded.learnNames(event, found);
    side.skip(from, to);
    this.#writeRecorded(found, recorded);
  }

  /** The agent sent fewer events than were to come from the log. */
  async #answerRest(recorded: RecordedEvents): Promise<void> {
    for (let number = this.#lastEvent + 1; number < recorded.leaveAt; number++) {
      const found = this.#isOver ? null : await recorded.get(number);
      if (this.#isOver) return;
      const problem = this.#findLogProblem(recorded, found);
      this.#reportLog(recorded, problem);
      if (!found || problem !== null) return;
      this.#writeRecorded(found, recorded);
    }
  }

  /** Why the log cannot answer with an event; `null` if it can. */
  #findLogProblem(recorded: RecordedEvents, found: WatchedEvent | null): string | null {
    if (!found) return recorded.problem ?? "it has no such event";
    // A document, such as an error, is no part of a stream.
    if (recorded.isStream === this.#options.watched.isSse) return null;
    return recorded.isStream ? "the agent's response is no stream" : "its response is no stream";
  }

  /** Reports once, with the first event, whether the log answers. */
  #reportLog({ applied, from, leaveAt }: RecordedEvents, problem: string | null): void {
    if (this.#isLogReported) return;
    this.#isLogReported = true;
    const about = { event: 0, by: applied.by, ...describeStep(applied) };
    this.#report(
      problem === null
        ? {
            ...about,
            do: "answer",
            note: `From event ${leaveAt} on by the agent, before from ${from}.`,
          }
        : { ...about, do: "continue", note: `Not answered from ${from}: ${problem}.` },
    );
  }

  #writeRecorded({ number, text }: WatchedEvent, { applied }: RecordedEvents): void {
    const bytes = Buffer.from(text);
    this.#options.side.write(bytes);
    this.#options.side.flush();
    const about = { event: number, by: applied.by, ...describeStep(applied) };
    this.#report({ ...about, do: "answer", ...describeBytes({ bytes }) });
  }

  /** The agent's own event, of the task and context that the caller knows from the log. */
  #passRenamed(
    stretch: BodyStretch,
    event: WatchedEvent,
    { applied }: RecordedEvents,
  ): Promise<void> {
    const { plan, watched, place } = this.#options;
    const edited = Buffer.from(event.text);
    const about = { event: event.number, by: applied.by, ...describeStep(applied) };
    this.#report({
      ...about,
      do: "edit",
      ...describeBytes({ bytes: edited, note: "It has the task and context of the log." }),
    });
    const { state } = describeEvent(event.event);
    const steps = plan.matchEvent(watched, event, place);
    const stops = this.#stopsAt(state);
    if (state !== null) this.#lastState = state;
    return this.#perform(stretch, event, steps, stops, edited);
  }

  #stopsAt(state: string | null): boolean {
    if (this.#stepsTo === null) return false;
    return this.#stepsTo === "event" || (state !== null && state !== this.#lastState);
  }

  async #perform(
    { from, to }: BodyStretch,
    event: WatchedEvent,
    steps: readonly AppliedStep[],
    stops: boolean,
    edited: Buffer | null = null,
  ): Promise<void> {
    const { side } = this.#options;
    side.flush();
    // What came before has left then.
    await null;
    const outcome: Outcome = { edited, isDropped: false, copies: 1, before: [], after: [] };
    this.#stepsTo = null;
    const holdsAlready = steps.some(({ step }) => step.do === "hold");
    if (stops && !holdsAlready) await this.#hold(STEPPED, event, outcome);
    for (const applied of steps) {
      if (this.#isOver) return;
      if (applied.step.do === "hold") await this.#hold(applied, event, outcome);
      else await this.#apply(applied, event, outcome);
    }
    if (this.#isOver) return;
    const { isDropped, copies, before, after } = outcome;
    for (const bytes of before) side.write(bytes);
    if (isDropped || copies === 0) side.skip(from, to);
    else if (outcome.edited) {
      side.skip(from, to);
      for (let i = 0; i < copies; i++) side.write(outcome.edited);
    } else {
      const copy = copies > 1 ? side.read(from, to) : null;
      side.pass(from, to);
      for (let i = 1; copy && i < copies; i++) side.write(copy);
    }
    for (const bytes of after) side.write(bytes);
    side.flush();
  }

  async #hold(applied: AppliedStep, event: WatchedEvent, outcome: Outcome): Promise<void> {
    const { plan, watched, place, side, gone } = this.#options;
    side.flush();
    const about = { event: event.number, by: applied.by, ...describeStep(applied) };
    this.#report({ ...about, do: "hold" });
    const start = performance.now();
    let keepAlives = 0;
    const timer = setInterval(() => {
      if (side.keepAlive()) keepAlives += 1;
    }, plan.keepAliveMs);
    const { step } = applied;
    const seconds = step.do === "hold" ? step.seconds : undefined;
    const held = {
      connection: place.connection,
      listen: place.listen,
      target: place.target,
      method: watched.request?.method ?? "",
      event: event.number,
      title: describeEvent(event.event).title,
      // Binary, it says nothing that the payload does not.
      text: watched.isBinary ? "" : event.text,
      payload: this.#options.format.getPayload(event),
    };
    const end = await plan.hold(held, {
      ...(seconds !== undefined && { seconds }),
      getProgress: () => ({ waiting: this.#waiting, keepAlives }),
      findBrokenRules: (command) => this.#findBrokenRules(event, command),
      gone,
    });
    clearInterval(timer);
    const ms = Math.round(performance.now() - start);
    const isUser = end.do !== "late" && end.do !== "gone";
    const by = isUser ? "user" : applied.by;
    const note = HOLD_NOTES[end.do];
    this.#report({
      event: event.number,
      by,
      do: "continue",
      ms,
      ...(keepAlives > 0 && { keepAlives }),
      ...(end.do === "gone" && { gone: true }),
      ...(note && { note }),
    });
    await this.#obey(end, event, outcome);
  }

  /** Of an edit; whatever else is done leaves the event as it is. */
  #findBrokenRules(event: WatchedEvent, command: HoldCommand): Rule[] {
    const { watched, format } = this.#options;
    if (command.do === "edit") {
      return watched.findBrokenRules(event, format.edit(event, command).bytes);
    }
    if (command.do !== "insert") return [];
    return watched.findBrokenRules(event, createInserted(format, command).bytes);
  }

  async #obey(end: HoldEnd, event: WatchedEvent, outcome: Outcome): Promise<void> {
    if (end.do === "gone") this.#isOver = true;
    else if (end.do === "step") this.#stepsTo = end.to;
    else if (end.do !== "continue" && end.do !== "late") {
      await this.#apply({ step: end, by: "user", number: null }, event, outcome);
    }
  }

  async #apply(applied: AppliedStep, event: WatchedEvent, outcome: Outcome): Promise<void> {
    const { format, side } = this.#options;
    const { step, by } = applied;
    const about = { event: event.number, do: step.do, by, ...describeStep(applied) };
    switch (step.do) {
      case "delay": {
        const { ms = DEFAULT_DELAY_MS } = step;
        this.#report({ ...about, ms });
        side.flush();
        await wait(ms, this.#options.gone);
        return;
      }
      case "drop":
        outcome.isDropped = true;
        return this.#report(about);
      case "repeat": {
        const { times = 1 } = step;
        outcome.copies += times;
        return this.#report({ ...about, times });
      }
      case "insert": {
        const made = createInserted(format, step);
        const { where = "after" } = step;
        outcome[where].push(made.bytes);
        return this.#report({ ...about, where, ...describeBytes(made) });
      }
      case "edit": {
        const made = format.edit(event, step);
        outcome.edited = made.bytes;
        return this.#report({ ...about, ...describeBytes(made) });
      }
      case "cut": {
        const how = side.canClose ? (step.how ?? "reset") : "reset";
        this.#report({ ...about, how });
        this.#isOver = true;
        side.flush();
        return side.cut(how);
      }
      case "end":
        this.#report(about);
        this.#isOver = true;
        return side.end();
      case "fail": {
        const error = {
          code: step.code ?? DEFAULT_ERROR.code,
          message: step.message ?? DEFAULT_ERROR.message,
        };
        const failure = side.createFailure(error, format.createError(error));
        const { bytes, ...ending } = failure;
        this.#report({ ...about, ...ending, ...(bytes && describeBytes({ bytes })) });
        this.#isOver = true;
        return side.fail(failure);
      }
    }
  }

  #report(edit: EditDetails): void {
    this.#options.onEdit(edit);
  }
}

export const DEFAULT_DELAY_MS = 1000;

/** What readers of server-sent events get while a stream is held. They ignore comments. */
export const KEEP_ALIVE = Buffer.from(": Loupe holds this stream\n\n");

/** The next event, or the next state, after a step. */
const STEPPED: AppliedStep = { step: { do: "hold" }, by: "user", number: null };

export const HOLD_NOTES: Partial<Record<HoldEnd["do"], string>> = {
  late: "It went on by itself: it was held for as long as its limit allows.",
  gone: "The caller left while it was held.",
};

/** Which step of the plan it is, or what the user gave for it. */
export function describeStep({
  step: { do: _do, ...members },
  number,
}: AppliedStep): Pick<EditDetails, "step" | "members"> {
  if (number !== null) return { step: number };
  return Object.keys(members).length === 0 ? {} : { members: JSON.stringify(members) };
}

const createInserted = (
  format: EventFormat,
  { event, raw }: Extract<TapStep, { readonly do: "insert" }>,
): EditedBytes => (raw === undefined ? format.create(event) : { bytes: Buffer.from(raw) });

function describeBytes({ bytes, note }: EditedBytes): Pick<EditDetails, "text" | "b64" | "note"> {
  const { n: _n, ...content } = encodeRecordBytes(bytes);
  return { ...content, ...(note !== undefined && { note }) };
}

/** Ends early when the caller is gone. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
