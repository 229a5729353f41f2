/**
 * The text of a draft over all its parts, as chunks that lead to the patches which brought them.
 * What comes at the end appends; an edit anywhere else opens a revision, as with artifacts.
 */

import { joinPartTexts } from "../../protocol/read-parts.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { ChunkedText } from "../../timeline/provenance.ts";
import { NumberColumn } from "../../wire/number-column.ts";
import type { Draft } from "./draft.ts";

/** `anew`: all of it came with one event. */
type RevisionOrigin = "anew" | "edited";

export class DraftText {
  /** By birth. */
  readonly revisions: DraftRevision[] = [];
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  at(n: number): DraftRevision | null {
    return this.revisions[countUpToEvent(this.revisions, n) - 1] ?? null;
  }

  /** So many characters came at the end. */
  appendUnits(event: number, units: number): void {
    if (units > 0) this.revisions[this.revisions.length - 1]?.appendUnits(event, units);
  }

  addRevision(event: number, origin: RevisionOrigin): void {
    const last = this.revisions[this.revisions.length - 1];
    // One event is read as a whole; what it sent anew it may edit at once.
    if (last?.firstEvent === event && (origin === "edited" || last.origin === "anew")) return;
    if (last?.firstEvent === event) this.revisions.pop();
    last?.close(event);
    this.revisions.push(new DraftRevision(this.#draft, event, origin));
  }
}

interface EventRun {
  readonly event: number;
  readonly to: number;
}

export class DraftRevision implements ChunkedText {
  readonly how = "patch";
  readonly firstEvent: number;
  readonly origin: RevisionOrigin;
  readonly #draft: Draft;
  /** The last event before the next revision. */
  #end = Number.MAX_SAFE_INTEGER;
  /** What it began with, looked at when somebody asks. */
  #base: readonly EventRun[] | null = null;
  /** What was appended since: its events, and how much there was after each. */
  readonly #events = NumberColumn.u32();
  readonly #ends = NumberColumn.u32();

  constructor(draft: Draft, firstEvent: number, origin: RevisionOrigin) {
    this.#draft = draft;
    this.firstEvent = firstEvent;
    this.origin = origin;
  }

  appendUnits(event: number, units: number): void {
    // What the first event appends belongs to what it began with.
    if (event === this.firstEvent) return;
    const before = this.#ends.length === 0 ? 0 : this.#ends.last;
    if (this.#events.length > 0 && this.#events.last === event) {
      this.#ends.replaceLast(before + units);
      return;
    }
    this.#events.push(event);
    this.#ends.push(before + units);
  }

  close(event: number): void {
    this.#end = event - 1;
  }

  get chunkCount(): number {
    return this.chunksAt(this.#end);
  }

  get textLength(): number {
    return this.textLengthAt(this.#end);
  }

  chunksAt(n: number): number {
    if (n < this.firstEvent) return 0;
    return this.#runs.length + this.#events.countUpTo(Math.min(n, this.#end));
  }

  textLengthAt(n: number): number {
    if (n < this.firstEvent) return 0;
    const appended = this.#events.countUpTo(Math.min(n, this.#end));
    return this.#baseLength + (appended === 0 ? 0 : this.#ends.at(appended - 1));
  }

  textAt(n: number): string {
    return this.textPreviewAt(n, Number.POSITIVE_INFINITY);
  }

  /** The beginning of the text, without joining all of it. */
  textPreviewAt(n: number, limit: number): string {
    if (n < this.firstEvent) return "";
    const at = Math.min(n, this.#end);
    const whole = this.#draft.matchingMessageAt(at);
    if (whole) return joinPartTexts(whole.parts).slice(0, limit);
    let text = "";
    const count = this.#draft.countAt(at);
    for (let part = 0; part < count && text.length < limit; part++) {
      text += this.#draft.getPartText(part, at) ?? "";
    }
    return limit === Number.POSITIVE_INFINITY ? text : text.slice(0, limit);
  }

  chunkAt(index: number): ReturnType<ChunkedText["chunkAt"]> {
    const runs = this.#runs;
    const run = runs[index];
    if (run) return { event: run.event, from: runs[index - 1]?.to ?? 0, to: run.to, parts: 1 };
    const appended = index - runs.length;
    const base = this.#baseLength;
    return {
      event: this.#events.at(appended),
      from: base + (appended === 0 ? 0 : this.#ends.at(appended - 1)),
      to: base + this.#ends.at(appended),
      parts: 1,
    };
  }

  chunkOfCharacter(position: number): number {
    if (position < 0 || position >= this.textLength) return -1;
    const appended = position - this.#baseLength;
    if (appended >= 0) return this.#runs.length + this.#ends.countUpTo(appended);
    return this.#runs.findIndex(({ to }) => position < to);
  }

  /** Of what it began with, the last piece that an event brought; else the chunk it appended. */
  chunkOfEvent(event: number): number {
    if (event > this.#end) return -1;
    const appended = this.#events.countUpTo(event) - 1;
    if (appended >= 0 && this.#events.at(appended) === event) return this.#runs.length + appended;
    return event < this.firstEvent ? -1 : this.#runs.findLastIndex((run) => run.event === event);
  }

  get #baseLength(): number {
    return this.#runs[this.#runs.length - 1]?.to ?? 0;
  }

  get #runs(): readonly EventRun[] {
    this.#base ??= this.origin === "anew" ? this.#allAtOnce() : this.#runsByEvent();
    return this.#base;
  }

  #allAtOnce(): EventRun[] {
    return [{ event: this.firstEvent, to: this.textAt(this.firstEvent).length }];
  }

  /** Neighbouring characters of one event are one run. */
  #runsByEvent(): EventRun[] {
    const { firstEvent } = this;
    const runs: EventRun[] = [];
    let to = 0;
    let event = firstEvent;
    for (let part = 0; part < this.#draft.countAt(firstEvent); part++) {
      const length = this.#draft.getPartText(part, firstEvent)?.length ?? 0;
      for (let position = 0; position < length; position++, to++) {
        const next = this.#draft.findCharacterEvent(part, position, firstEvent);
        if (next !== event && to > (runs[runs.length - 1]?.to ?? 0)) runs.push({ event, to });
        event = next;
      }
    }
    runs.push({ event, to });
    return runs;
  }
}
