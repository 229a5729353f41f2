/**
 * The plan of a task: one, by whatever artifacts it is told. What an update says stands in the
 * place of all that was said before, even where the agent asks to append it.
 */

import type { Piece } from "../../timeline/pieces.ts";
import { Disorder } from "../../timeline/timeline.ts";
import type { PlanFacet, Service } from "../facet.ts";
import type { Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import { looksWhole, type PlanStep, parsePlan } from "../plan.ts";
import { stepsOf } from "../plans.ts";
import type { Scribe } from "../scribe.ts";
import { type Statement, textOfPiece } from "../statement.ts";
import { Story, Telling, type TellingRole } from "../telling.ts";

/** How the platform's supervisor closes a plan that it did not see to its end. */
const ALL_DONE = /^All execution steps completed/i;

export class PlanFold {
  readonly #scribe: Scribe;
  #plan: PlanFacet | null = null;
  /** Kept from the start: what serves a step may come before the plan does. */
  readonly #served = new Map<string, Service[]>();
  readonly #stepOf = new Map<Item, string>();
  /** The newest telling's steps as of when the next one came; `null` while nobody asked. */
  #steps: readonly PlanStep[] | null = null;
  /** Typed plans of which it is not known yet whether they will be closed. */
  readonly #typed = new Set<Telling>();
  /** The last that was said is that every step is done, all at once. */
  #isAllDone = false;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** A statement that is a plan, or goes on telling one. */
  tell(statement: Statement, match: Match): void {
    const { item, ordinal, isFirst, replaces } = statement;
    this.#scribe.become(item, "plan", match, ordinal);
    const as: TellingRole = match.means === "plan" ? "growing" : "whole";
    const own = this.#plan?.story.ofItemAt(item, ordinal);
    if (isFirst || replaces || !own) {
      if (isFirst && as === "whole") this.#noteNewId(statement);
      this.#add(new Telling(statement, as, false));
    } else if (as === "whole") {
      this.#again(statement);
    } else {
      this.#steps = null;
    }
  }

  /** More text for a plan: it goes on, or it is told anew. */
  more(said: Appended): void {
    const own = this.#plan?.story.ofItemAt(said.item, said.ordinal);
    if (own?.as === "whole") this.#again(said);
    else this.#steps = null;
  }

  /** What an item says of the step it serves. */
  serve(step: string, item: Item, birth: number): void {
    if (this.#stepOf.get(item) === step) return;
    this.#stepOf.set(item, step);
    const known = this.#served.get(step);
    if (known) known.push({ birth, item });
    else this.#served.set(step, [{ birth, item }]);
  }

  /** The answer came as a whole. */
  onWholeResult(ordinal: number): void {
    const last = this.#plan?.story.latest;
    if (this.#isAllDone && last) this.#scribe.remark(last.item, "CAI-PLAN-AUTO-DONE", ordinal);
    this.#isAllDone = false;
  }

  /** Something else was said. */
  onOther(): void {
    this.#isAllDone = false;
  }

  onOver(ordinal: number): void {
    this.#noteUnclosed(ordinal, null);
  }

  /** An append to a plan that was told as a whole before. */
  #again(said: Appended): void {
    const { item, ordinal, pieces } = said;
    const isResent = (this.#scribe.timeline.events.disorder.at(ordinal) & RESENT) !== 0;
    const isWhole = isResent || pieces.some((piece) => isWholePiece(piece));
    if (!isWhole) {
      this.#steps = null;
      return;
    }
    this.#scribe.remark(item, "CAI-PLAN-RESEND", ordinal);
    this.#add(new Telling(said, "whole", true));
  }

  #add(telling: Telling): void {
    const { birth, item, as } = telling;
    const before = this.#stepsBefore(birth);
    this.#plan ??= { kind: "plan", lead: null, story: new Story(), served: this.#served };
    this.#plan.story.add(telling);
    if (this.#scribe.compose(item, this.#plan) && !this.#plan.lead) {
      this.#plan.lead = item;
      this.#scribe.plans.push(item);
    }
    if (as === "whole") this.#noteUnclosed(birth, telling);
    this.#typed.add(telling);
    this.#steps = as === "whole" ? stepsOf(telling, birth) : null;
    this.#isAllDone = as === "whole" && isForced(before, this.#steps ?? [], telling);
  }

  #stepsBefore(ordinal: number): readonly PlanStep[] {
    const latest = this.#plan?.story.latest;
    return this.#steps ?? (latest ? stepsOf(latest, ordinal - 1) : []);
  }

  #noteNewId({ item, ordinal, artifact }: Statement): void {
    const bits = this.#scribe.timeline.events.disorder.at(ordinal);
    const isUnknown = (bits & Disorder.AppendUnknown) !== 0;
    if (this.#plan && artifact && isUnknown) this.#scribe.remark(item, "CAI-PLAN-NEWID", ordinal);
  }

  /** The plans that were being typed will not be closed any more, or they are by now. */
  #noteUnclosed(ordinal: number, by: Telling | null): void {
    for (const typed of this.#typed) {
      const until = by?.item === typed.item ? by.birth - 1 : ordinal;
      if (parsePlan(typed.textAt(until)).marks === "open") {
        this.#scribe.remark(typed.item, "CAI-PLAN-UNCLOSED", ordinal);
      }
    }
    this.#typed.clear();
  }
}

/** What an event appended to a plan. */
type Appended = Pick<Statement, "item" | "ordinal" | "artifact" | "message" | "pieces">;

const RESENT = Disorder.ResentWhole | Disorder.DuplicateChunk;

function isWholePiece(piece: Piece): boolean {
  return (typeof piece === "object" && piece.kind === "data") || looksWhole(textOfPiece(piece));
}

/** Were steps said to be done that nobody said were begun, or more than one at once? */
function isForced(
  before: readonly PlanStep[],
  after: readonly PlanStep[],
  { artifact, chunk }: Telling,
): boolean {
  if (after.length === 0 || after.some(({ status }) => status !== "completed")) return false;
  const open = before.filter(({ status }) => status === "pending" || status === "in-progress");
  if (open.length === 0) return false;
  // The executor appends its closing word to a plan that everybody else replaces.
  const isClosing = chunk > 0 || ALL_DONE.test(artifact?.description ?? "");
  return isClosing || open.length > 1 || open[0]?.status === "pending";
}
