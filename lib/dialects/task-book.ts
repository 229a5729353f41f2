/**
 * What the dialects know of one task, or of an exchange without one: a fold for each thing that is
 * told over several events, and which fold hears what.
 */

import { isObject } from "../protocol/json.ts";
import { type Part, TERMINAL_STATES } from "../protocol/model.ts";
import type { Piece } from "../timeline/pieces.ts";
import { Disorder } from "../timeline/timeline.ts";
import type { Draft } from "./drafts/draft.ts";
import { DraftFold } from "./folds/drafts.ts";
import { FragmentFold } from "./folds/fragments.ts";
import { InlineFold } from "./folds/inlined.ts";
import { PlanFold } from "./folds/plans.ts";
import { ResultFold } from "./folds/results.ts";
import { RunFold } from "./folds/runs.ts";
import { ThoughtFold } from "./folds/thoughts.ts";
import { ToolFold } from "./folds/tools.ts";
import type { Item } from "./item.ts";
import { type ItemKind, KIND_OF } from "./kinds.ts";
import type { Match } from "./matcher.ts";
import { readApproval } from "./said/approval.ts";
import type { Scribe } from "./scribe.ts";
import {
  ownMetadata,
  type Statement,
  sourceOf,
  speakerOf,
  statedText,
  textOfPiece,
} from "./statement.ts";
import { readUsage } from "./usage.ts";

/** Texts of these kinds are understood already. */
const NOT_SCANNED: ReadonlySet<ItemKind> = new Set(["tool", "thought", "plan"]);

export class TaskBook {
  readonly #scribe: Scribe;
  /** Index of the task; −1 for none. */
  readonly #task: number;
  readonly #tools: ToolFold;
  readonly #thoughts: ThoughtFold;
  readonly #fragments: FragmentFold;
  readonly #inlined: InlineFold;
  /** The statement that is read, if it is a fragment. */
  #fragment: Statement | null = null;
  readonly #plans: PlanFold;
  readonly #results: ResultFold;
  readonly #runs: RunFold;
  readonly #drafts: DraftFold;

  constructor(scribe: Scribe, task: number) {
    this.#scribe = scribe;
    this.#task = task;
    this.#tools = new ToolFold(scribe);
    this.#thoughts = new ThoughtFold(scribe);
    this.#fragments = new FragmentFold(scribe);
    this.#inlined = new InlineFold(scribe, this.#tools);
    this.#plans = new PlanFold(scribe);
    this.#results = new ResultFold(scribe);
    this.#runs = new RunFold(scribe);
    this.#drafts = new DraftFold(scribe);
  }

  /** By birth. */
  get drafts(): readonly Draft[] {
    return this.#drafts.book.drafts;
  }

  /** Patches in a status: told on the state's item; `isSaying` where it brought a message too. */
  patch(statement: Statement, match: Match, isSaying: boolean): void {
    this.#runs.stop();
    const state = this.#scribe.timeline.tasks[this.#task]?.transitionAt(statement.ordinal)?.state;
    this.#drafts.patch(statement, match, state ?? "unknown", isSaying);
  }

  /** What is left to be heard of a whole message. */
  unheard(statement: Statement): Statement {
    return this.#drafts.settle(statement) ?? statement;
  }

  /** A stream that told of the task ended. */
  onEnd(exchange: number, ordinal: number, isOwnDoing: boolean): void {
    this.#drafts.onEnd(exchange, ordinal, isOwnDoing);
  }

  /** A statement that as a whole means something. */
  tell(statement: Statement, match: Match): void {
    // Chunks of an artifact are put together already.
    this.#fragment = match.means === "fragment" && statement.message ? statement : null;
    this.#runs.stop();
    this.#nest(statement);
    this.#noteStep(statement);
    if (match.means === "fragment") return;
    this.#fragments.interrupt();
    const isPlan = match.means === "plan" || match.means === "plan-update";
    if (!isPlan) this.#noteForeign(statement, match);
    if (match.means === "result-whole") this.#plans.onWholeResult(statement.ordinal);
    else if (!isPlan) this.#plans.onOther();
    switch (match.means) {
      case "plan":
      case "plan-update":
        return this.#plans.tell(statement, match);
      case "tool-start":
      case "tool-output":
      case "tool-end":
      case "tool-call":
      case "tool-result":
      case "tool-update":
        return this.#tools.notice(statement, match);
      case "result":
      case "result-whole":
      case "result-error":
      case "result-end":
        return this.#results.tell(statement, match);
      case "thought":
        return this.#thoughts.whole(statement, match);
      default: {
        const kind = KIND_OF[match.means];
        if (kind) this.#scribe.become(statement.item, kind, match, statement.ordinal);
      }
    }
  }

  /**
   * A part that means something by itself; `alike`: how many parts there are, where all of them
   * mean such a thing, and 0 where some do not.
   */
  tellPart(statement: Statement, match: Match, part: Part, alike: number): void {
    const isNothingElse = statement.pieces.length === alike && !statement.isSome;
    const isAll = isNothingElse && isWhole(statement);
    switch (match.means) {
      case "tool-result":
        this.#scribe.usage.next(statement.item.taskAt(statement.ordinal));
        return this.#tools.part(statement, match, part, isAll);
      case "tool-call":
      case "tool-update":
        return this.#tools.part(statement, match, part, isAll);
      case "thought": {
        const isFragment = this.#fragment === statement;
        const { isSome } = statement;
        if (!isSome && this.#fragments.takesThought(statement, match, part, isFragment)) return;
        return this.#thoughts.part(statement, match, part, isAll);
      }
      default:
        return;
    }
  }

  /** A statement that as a whole means nothing beyond A2A; `isPlain` when no part does either. */
  onPlain(statement: Statement, isPlain: boolean): void {
    this.#noteStep(statement);
    this.#noteForeign(statement, null);
    // A draft knows by itself which of its events tell again.
    if (statement.isSome) this.#runs.stop();
    else if (isPlain && this.#fragments.tellsAgain(statement)) this.#runs.stop();
    else this.#runs.say(statement);
  }

  /** All of a statement was looked at; `isPlain` when nothing was found in it. */
  settle(statement: Statement, isPlain: boolean): void {
    if (!statement.isSome) this.#fragments.settle(statement, this.#fragment === statement, isPlain);
    this.#fragment = null;
    const { item, ordinal, message, replaces } = statement;
    if (item.absorbed || NOT_SCANNED.has(item.kind) || message?.role === "user") return;
    this.#inlined.read(item, ordinal, statedText(statement), replaces);
  }

  /** Something said beside what the statement says itself. */
  beside(statement: Statement, match: Match): void {
    const { item, ordinal } = statement;
    if (match.means === "usage") {
      const tokens = readUsage(match.value);
      const task = item.taskAt(ordinal);
      const teller = item.tellerAt(ordinal);
      if (tokens) this.#scribe.usage.report(teller, task, ordinal, tokens, speakerOf(statement));
    } else if (match.means === "approval") {
      for (const { callId } of readApproval(match.value)?.calls ?? []) {
        if (callId !== null) this.#tools.wait(callId, statement);
      }
    }
  }

  /** More text of an artifact that is known for what it is. */
  onText(item: Item, ordinal: number, pieces: readonly Piece[]): void {
    this.#runs.stop();
    if (!NOT_SCANNED.has(item.kind)) {
      for (const piece of pieces) this.#inlined.read(item, ordinal, textOfPiece(piece), false);
    }
    const { entry } = item;
    if (item.kind !== "plan" || entry.kind !== "artifact") return;
    this.#plans.more({ item, ordinal, pieces, artifact: entry.artifact, message: null });
  }

  /** Any other event of the task. */
  onEvent(ordinal: number): void {
    const { timeline } = this.#scribe;
    const entry = timeline.entries[timeline.events.entry.at(ordinal)];
    if (entry?.kind === "state" && entry.birth === ordinal) this.#fragments.onState(ordinal);
    const again = timeline.saidAgain.of(ordinal);
    const fact = again === undefined ? undefined : timeline.messages[again];
    const transition = timeline.tasks[this.#task]?.transitionAt(ordinal);
    if (!transition) return;
    if (fact) this.#runs.sayAgain(fact, this.#scribe.itemOf(transition.entry), ordinal);
    if (transition.birth !== ordinal || !TERMINAL_STATES.has(transition.state)) return;
    this.#plans.onOver(ordinal);
    this.#results.onOver(ordinal, transition.state === "completed");
    this.#tools.onOver(ordinal);
    this.#drafts.onOver(ordinal, transition.state);
  }

  /** What an agent says while it is called hangs under the call. */
  #nest(statement: Statement): void {
    const { item, artifact, isFirst } = statement;
    if (!artifact || !isFirst || item.parent) return;
    const call = this.#tools.callOf(sourceOf(statement));
    if (call) item.parent = call.item;
  }

  /** Which step of the plan it serves. */
  #noteStep(statement: Statement): void {
    const metadata = ownMetadata(statement);
    const step = isObject(metadata) ? metadata.plan_step_id : undefined;
    if (typeof step === "string") this.#plans.serve(step, statement.item, statement.ordinal);
  }

  /** A supervisor forwards what it was never told the beginning of. */
  #noteForeign(statement: Statement, match: Match | null): void {
    const { item, ordinal, isFirst, artifact } = statement;
    if (!artifact || !isFirst) return;
    const { events, tasks } = this.#scribe.timeline;
    if ((events.disorder.at(ordinal) & Disorder.AppendUnknown) === 0) return;
    const isAgents = sourceOf(statement) !== "";
    // One that joined late knows no beginnings either, but then this is the first it hears.
    const isFirstHeard = tasks[this.#task]?.artifacts[0] === artifact;
    if (isAgents || (match?.dialect === "caipe" && !isFirstHeard)) {
      this.#scribe.remark(item, "CAI-FOREIGN-APPEND", ordinal);
    }
  }
}

/** An artifact may go on, unless it is closed at once; a message has said everything. */
function isWhole({ artifact, ordinal, isFirst }: Statement): boolean {
  return artifact === null || (isFirst && artifact.revisionAt(ordinal)?.closed === ordinal);
}
