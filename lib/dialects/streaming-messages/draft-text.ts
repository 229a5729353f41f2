/**
 * Text of a draft across all its parts, as chunks that map to the patches that brought them. Text
 * at the end is appended; an edit elsewhere opens a revision, as with artifacts.
 */

import { NumberColumn } from "../../collections/number-column.ts";
import type { Message } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { ChunkedText } from "../../timeline/provenance.ts";

/** What a draft consists of as of event `n`. */
interface DraftParts {
  /** The message that the agent sent in its place, if that has the same content. */
  matchingMessageAt(n: number): Message | null;
  countAt(n: number): number;
  /** `null` for a part that is not text. */
  getPartText(part: number, n: number): string | null;
  /** The event that brought a character. */
  findCharacterEvent(part: number, position: number, n: number): number;
}

/** `replaced`: the whole text came with one event. */
type RevisionOrigin = "replaced" | "edited";

export class DraftText {
  /** In order of creation. */
  readonly revisions: DraftRevision[] = [];
  readonly #draft: DraftParts;

  constructor(draft: DraftParts) {
    this.#draft = draft;
  }

  at(n: number): DraftRevision | null {
    return this.revisions[countUpToEvent(this.revisions, n) - 1] ?? null;
  }

  /** Records that characters were appended at the end. */
  appendUnits(event: number, units: number): void {
    if (units > 0) this.revisions[this.revisions.length - 1]?.appendUnits(event, units);
  }

  addRevision(event: number, origin: RevisionOrigin): void {
    const last = this.revisions[this.revisions.length - 1];
    // An event is applied as a whole; it may edit text that it just replaced.
    if (last?.firstEvent === event && (origin === "edited" || last.origin === "replaced")) return;
    if (last?.firstEvent === event) this.revisions.pop();
    last?.close(event);
    this.revisions.push(new DraftRevision(this.#draft, event, origin));
  }
}

interface EventRun {
  readonly event: number;
  readonly to: number;
}

class DraftRevision implements ChunkedText {
  readonly how = "patch";
  readonly firstEvent: number;
  readonly origin: RevisionOrigin;
  readonly #draft: DraftParts;
  /** The last event before the next revision. */
  #end = Number.MAX_SAFE_INTEGER;
  /** The initial text, read on demand. */
  #base: readonly EventRun[] | null = null;
  /** What was appended: the events, and the text length after each. */
  readonly #events = NumberColumn.u32();
  readonly #ends = NumberColumn.u32();

  constructor(draft: DraftParts, firstEvent: number, origin: RevisionOrigin) {
    this.#draft = draft;
    this.firstEvent = firstEvent;
    this.origin = origin;
  }

  appendUnits(event: number, units: number): void {
    // Text appended by the first event belongs to the initial text.
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

  /** The beginning of the text, without joining the whole. */
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

  /** The last range of an event in the initial text, or the chunk that the event appended. */
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
    this.#base ??= this.origin === "replaced" ? this.#allAtOnce() : this.#runsByEvent();
    return this.#base;
  }

  #allAtOnce(): EventRun[] {
    return [{ event: this.firstEvent, to: this.textAt(this.firstEvent).length }];
  }

  /** Adjacent characters of one event form one range. */
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
