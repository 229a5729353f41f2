/**
 * What the dialects know of one task, or of an exchange without one: a fold for each thing that is
 * told over several events, and which fold hears what.
 */

import { isObject } from "../protocol/json.ts";
import { type Part, TERMINAL_STATES } from "../protocol/model.ts";
import type { Piece } from "../timeline/artifact.ts";
import { Disorder } from "../timeline/timeline.ts";
import type { Draft } from "./drafts/draft.ts";
import { DraftFold } from "./fold-drafts.ts";
import { PlanFold } from "./fold-plans.ts";
import { ResultFold } from "./fold-results.ts";
import { RunFold } from "./fold-runs.ts";
import { ThoughtFold } from "./fold-thoughts.ts";
import { ToolFold } from "./fold-tools.ts";
import type { Item } from "./item.ts";
import { KIND_OF } from "./kinds.ts";
import type { Match } from "./matcher.ts";
import type { Scribe } from "./scribe.ts";
import { ownMetadata, type Statement } from "./statement.ts";

export class TaskBook {
  readonly #scribe: Scribe;
  /** Index of the task; −1 for none. */
  readonly #task: number;
  readonly #tools: ToolFold;
  readonly #thoughts: ThoughtFold;
  readonly #plans: PlanFold;
  readonly #results: ResultFold;
  readonly #runs: RunFold;
  readonly #drafts: DraftFold;

  constructor(scribe: Scribe, task: number) {
    this.#scribe = scribe;
    this.#task = task;
    this.#tools = new ToolFold(scribe);
    this.#thoughts = new ThoughtFold(scribe);
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
    this.#runs.stop();
    this.#noteStep(statement);
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

  /** A part that means something by itself. */
  tellPart(statement: Statement, match: Match, part: Part): void {
    // An artifact may go on; a message of one part has said everything.
    const isOnly = statement.artifact === null && statement.pieces.length === 1;
    const isAll = isOnly && !statement.isSome;
    switch (match.means) {
      case "tool-call":
      case "tool-result":
        return this.#tools.part(statement, match, part, isAll);
      case "thought":
        return this.#thoughts.part(statement, match, part, isAll);
      default:
        return;
    }
  }

  /** A statement that means nothing beyond A2A. */
  onPlain(statement: Statement): void {
    this.#noteStep(statement);
    this.#noteForeign(statement, null);
    this.#runs.say(statement);
  }

  /** More text of an artifact that is known for what it is. */
  onText(item: Item, ordinal: number, pieces: readonly Piece[]): void {
    this.#runs.stop();
    const { entry } = item;
    if (item.kind !== "plan" || entry.kind !== "artifact") return;
    this.#plans.more({ item, ordinal, pieces, artifact: entry.artifact, message: null });
  }

  /** Any other event of the task. */
  onEvent(ordinal: number): void {
    const { timeline } = this.#scribe;
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
    const metadata = ownMetadata(statement);
    const isAgents = isObject(metadata) && typeof metadata.sourceAgent === "string";
    // One that joined late knows no beginnings either, but then this is the first it hears.
    const isFirstHeard = tasks[this.#task]?.artifacts[0] === artifact;
    if (isAgents || (match?.dialect === "caipe" && !isFirstHeard)) {
      this.#scribe.remark(item, "CAI-FOREIGN-APPEND", ordinal);
    }
  }
}
