/** Answers of a task: what the same agent streamed, and then said as a whole, is one answer. */

import type { ResultFacet } from "../facet.ts";
import type { Match } from "../matcher.ts";
import { nearest } from "../results.ts";
import type { Scribe } from "../scribe.ts";
import { type Statement, sourceOf } from "../statement.ts";
import { Story, Telling, type TellingRole } from "../telling.ts";

const ROLES: Readonly<Partial<Record<Match["means"], TellingRole>>> = {
  result: "growing",
  "result-whole": "whole",
  "result-error": "error",
  "result-end": "end",
};

export class ResultFold {
  readonly #scribe: Scribe;
  /** The answer that each agent is giving; the one that names nobody under "". */
  readonly #current = new Map<string, ResultFacet>();
  /** Wholes that were not complete when they came. */
  readonly #unclosed = new Map<Telling, ResultFacet>();
  readonly #errors: Telling[] = [];

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  tell(statement: Statement, match: Match): void {
    const { item, ordinal, isFirst, replaces } = statement;
    const as = ROLES[match.means] ?? "growing";
    const before = this.#scribe.facets.get(item);
    const known = before?.kind === "result" ? before : null;
    this.#scribe.become(item, as === "error" ? "error" : "result", match, ordinal);
    const isAgain = known?.story.ofItemAt(item, ordinal)?.as === as;
    if (known && isAgain && !isFirst && !replaces) return;
    const telling = new Telling(statement, as, known !== null && !isFirst && !replaces);
    const result = known ?? this.#resultOf(sourceOf(statement), telling);
    result.story.add(telling);
    this.#scribe.compose(item, result);
    if (as === "error") this.#errors.push(telling);
    if (as === "whole") this.#settle(telling, result, ordinal);
  }

  onOver(ordinal: number, isCompleted: boolean): void {
    for (const [telling, result] of this.#unclosed) this.#compare(telling, result, ordinal);
    this.#unclosed.clear();
    if (isCompleted) {
      for (const { item } of this.#errors) this.#scribe.remark(item, "CAI-ERR-DONE", ordinal);
    }
    this.#errors.length = 0;
  }

  /** The answer a telling belongs to: what is streamed after the whole begins another. */
  #resultOf(agent: string, telling: Telling): ResultFacet {
    const known = this.#current.get(agent);
    const isOver = known?.story.latest?.as === "whole" || known?.story.latest?.as === "error";
    if (known && !(isOver && telling.as === "growing")) return known;
    const others = known || telling.as !== "whole" ? null : this.#saidBy(telling);
    if (others) return others;
    const result: ResultFacet = { kind: "result", agent: agent || null, story: new Story() };
    this.#current.set(agent, result);
    return result;
  }

  /** The answer of another agent that this whole repeats: what one has said is not streamed again. */
  #saidBy(whole: Telling): ResultFacet | null {
    for (const result of [...this.#current.values()].reverse().slice(0, MOST_OTHERS)) {
      const found = nearest(whole, result.story.tellings, whole.birth);
      if (found && found.relation !== "different") return result;
    }
    return null;
  }

  #settle(telling: Telling, result: ResultFacet, ordinal: number): void {
    if (telling.isClosedAt(ordinal)) this.#compare(telling, result, ordinal);
    else this.#unclosed.set(telling, result);
  }

  #compare(telling: Telling, { story }: ResultFacet, ordinal: number): void {
    if (telling.textLengthAt(ordinal) === 0) return;
    const found = nearest(telling, story.toldBy(ordinal), ordinal);
    if (found?.relation === "different")
      this.#scribe.remark(telling.item, "CAI-FINAL-DIFF", ordinal);
  }
}

const MOST_OTHERS = 4;
