/** Reducer for results of a task: text streamed and then repeated whole is one result per agent. */

import { findNearestStreamed } from "../compare-results.ts";
import { ContentHistory, type ContentRole, ContentVersion } from "../content-version.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import { type EntryUpdate, getSourceAgent } from "../entry-update.ts";
import type { ResultDetail } from "../item-detail.ts";
import type { ItemWriter } from "../item-writer.ts";

const ROLE_BY_MEANING: Readonly<Partial<Record<DetectorMatch["meaning"], ContentRole>>> = {
  result: "growing",
  "result-whole": "whole",
  "result-error": "error",
  "result-end": "end",
};

export class ResultReducer {
  readonly #writer: ItemWriter;
  /** The current result of each agent; "" is the key for an unnamed agent. */
  readonly #current = new Map<string, ResultDetail>();
  /** Whole results that were incomplete when they arrived. */
  readonly #unclosed = new Map<ContentVersion, ResultDetail>();
  readonly #errors: ContentVersion[] = [];

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  applyUpdate(update: EntryUpdate, match: DetectorMatch): void {
    const { item, ordinal, isFirst, opensRevision } = update;
    const as = ROLE_BY_MEANING[match.meaning] ?? "growing";
    const before = this.#writer.details.get(item);
    const known = before?.kind === "result" ? before : null;
    this.#writer.setKind(item, as === "error" ? "error" : "result", match, ordinal);
    const isAgain = known?.history.itemVersionAt(item, ordinal)?.role === as;
    if (known && isAgain && !isFirst && !opensRevision) return;
    const version = new ContentVersion(update, as, known !== null && !isFirst && !opensRevision);
    const result = known ?? this.#getResult(getSourceAgent(update), version);
    result.history.add(version);
    this.#writer.setDetail(item, result);
    if (as === "error") this.#errors.push(version);
    if (as === "whole") this.#compareWhenClosed(version, result, ordinal);
  }

  onTaskEnd(ordinal: number, isCompleted: boolean): void {
    for (const [version, result] of this.#unclosed) this.#compare(version, result, ordinal);
    this.#unclosed.clear();
    if (isCompleted) {
      for (const { item } of this.#errors)
        this.#writer.reportViolation(item, "CAI-ERR-DONE", ordinal);
    }
    this.#errors.length = 0;
  }

  /** The result that a version belongs to; text streamed after a whole result starts another. */
  #getResult(agent: string, version: ContentVersion): ResultDetail {
    const known = this.#current.get(agent);
    const isOver =
      known?.history.latest?.role === "whole" || known?.history.latest?.role === "error";
    if (known && !(isOver && version.role === "growing")) return known;
    const others = known || version.role !== "whole" ? null : this.#findRepeatedResult(version);
    if (others) return others;
    const result: ResultDetail = {
      kind: "result",
      agent: agent || null,
      history: new ContentHistory(),
    };
    this.#current.set(agent, result);
    return result;
  }

  /** The result of another agent that this whole result repeats. */
  #findRepeatedResult(whole: ContentVersion): ResultDetail | null {
    for (const result of [...this.#current.values()].reverse().slice(0, MAX_OTHER_AGENTS)) {
      const found = findNearestStreamed(whole, result.history.versions, whole.firstEvent);
      if (found && found.relation !== "different") return result;
    }
    return null;
  }

  #compareWhenClosed(version: ContentVersion, result: ResultDetail, ordinal: number): void {
    if (version.isClosedAt(ordinal)) this.#compare(version, result, ordinal);
    else this.#unclosed.set(version, result);
  }

  #compare(version: ContentVersion, { history }: ResultDetail, ordinal: number): void {
    if (version.textLengthAt(ordinal) === 0) return;
    const found = findNearestStreamed(version, history.versionsAt(ordinal), ordinal);
    if (found?.relation === "different")
      this.#writer.reportViolation(version.item, "CAI-FINAL-DIFF", ordinal);
  }
}

const MAX_OTHER_AGENTS = 4;
