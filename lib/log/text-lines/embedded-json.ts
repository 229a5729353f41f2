/**
 * Finds JSON objects in lines of text: a whole line, the rest of one behind other words, several in
 * one, one over several lines, one inside a quoted text.
 *
 * Guarantees: every line is told as taken, as waiting for its rest, or as none, and one that waited
 * in vain is handed back; a broken object costs its own lines, not what follows; what is held is
 * one object at most, and that within a limit.
 */

import type { JsonObject } from "../../protocol/json.ts";
import { JsonScanner } from "../../wire/json-scanner.ts";
import { parseJsonObject } from "../json-object.ts";

export interface TextLine {
  readonly text: string;
}

/** What became of a line. */
export type LineOutcome = "taken" | "waiting" | "none";

export interface EmbeddedJsonSink<L extends TextLine> {
  /** An object, its exact text, and the line that it began in. */
  onObject(value: JsonObject, text: string, line: L): LineOutcome;
  /** A line that waited for nothing. */
  onOther(line: L): void;
  /** The source ended inside an object; false where nobody wants its beginning. */
  onTruncated(text: string, line: L): boolean;
}

const OBJECT_LIMIT = 1 << 25;
/** Tries in a line: brackets abound in text that is no JSON. */
const MAX_TRIES = 16;

/** An object may go on in the next line: after its bracket comes a key, or nothing. */
const MAY_CONTINUE = /^\{\s*(?:$|"(?:[^"\\]|\\.)*"\s*(?:$|:))/;
/** How a line begins that may be inside an object. */
const INSIDE_OBJECT = /^\s*(?:$|["{}[\],:\d-]|true|false|null)/;
/** Between objects of an array, and between events of a stream. */
const BETWEEN_OBJECTS = /^(?:[\s,[\]\uFEFF]*|:.*|(?:event|id|retry):.*)$/;

interface OpenObject<L> {
  readonly lines: L[];
  readonly parts: string[];
  readonly scanner: JsonScanner;
  length: number;
  /** Something was taken of the line that it began in. */
  readonly taken: boolean;
}

export class EmbeddedJsonFinder<L extends TextLine> {
  readonly #sink: EmbeddedJsonSink<L>;
  #openObject: OpenObject<L> | null = null;

  constructor(sink: EmbeddedJsonSink<L>) {
    this.#sink = sink;
  }

  push(line: L): LineOutcome {
    const open = this.#openObject;
    if (!open) return this.#search(line, 0, true);
    if (!INSIDE_OBJECT.test(line.text)) return this.#giveUp(open, line);
    return this.#continue(open, line);
  }

  end(): void {
    const open = this.#openObject;
    this.#openObject = null;
    const [first] = open?.lines ?? [];
    if (open && first && !this.#sink.onTruncated(open.parts.join("\n"), first)) this.#salvage(open);
  }

  #continue(open: OpenObject<L>, line: L): LineOutcome {
    const { text } = line;
    const { stop, state } = open.scanner.scan(text, 0);
    // A bracket where none may stand begins something new, if anything does.
    if (state === "broken") return this.#giveUp(open, line);
    open.parts.push(text.slice(0, stop));
    open.length += text.length;
    if (state === "open") {
      open.lines.push(line);
      if (open.length <= OBJECT_LIMIT) return "waiting";
      this.#openObject = null;
      this.#salvage(open);
      return "taken";
    }
    const whole = open.parts.join("\n");
    const value = parseJsonObject(whole);
    const [first] = open.lines;
    if (!value || !first) return this.#giveUp(open, line);
    this.#openObject = null;
    const fate = this.#sink.onObject(value, whole, first);
    if (fate === "none") this.#handBack(open);
    const rest = BETWEEN_OBJECTS.test(text.slice(stop)) ? "none" : this.#search(line, stop, true);
    return rest === "none" ? fate : rest;
  }

  /** It is no object: what its lines hold by themselves is looked for, then this line. */
  #giveUp(open: OpenObject<L>, line: L): LineOutcome {
    this.#openObject = null;
    this.#salvage(open);
    return this.#search(line, 0, true);
  }

  #salvage({ lines, taken }: OpenObject<L>): void {
    for (const [i, line] of lines.entries()) {
      const fate = this.#search(line, 0, false);
      if (fate === "none" && !(i === 0 && taken)) this.#sink.onOther(line);
    }
  }

  #handBack({ lines, taken }: OpenObject<L>): void {
    for (const line of taken ? lines.slice(1) : lines) this.#sink.onOther(line);
  }

  /** Looks for objects from a place in the line on. */
  #search(line: L, from: number, mayOpen: boolean): LineOutcome {
    const { text } = line;
    let fate: LineOutcome = BETWEEN_OBJECTS.test(from === 0 ? text : text.slice(from))
      ? "taken"
      : "none";
    let at = fate === "none" ? text.indexOf("{", from) : -1;
    // Most lines are one object, or end with one: to parse it is to know where it ends.
    let end = at >= 0 ? findObjectEnd(text) : 0;
    for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
      const known = parseObjectUpTo(text, at, end) ?? parseQuotedObject(text, at);
      end = 0;
      const scanner = new JsonScanner(false);
      const { stop, state } = known ? { stop: known.stop, state: "done" } : scanner.scan(text, at);
      if (state === "open" && mayOpen && MAY_CONTINUE.test(text.slice(at, at + 4096))) {
        const parts = [text.slice(at)];
        const taken = fate === "taken";
        this.#openObject = { lines: [line], parts, scanner, length: text.length, taken };
        return "waiting";
      }
      const inner = known?.text ?? text.slice(at, stop);
      const value = known?.value ?? (state === "done" ? parseJsonObject(inner) : null);
      const found = value ? this.#sink.onObject(value, inner, line) : "none";
      if (found !== "none") {
        fate = found;
        tries = 0;
      }
      at = text.indexOf("{", value ? stop : at + 1);
    }
    return fate;
  }
}

/** Just after the last bracket of a line that ends with one; else 0. */
function findObjectEnd(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  return text[end - 1] === "}" ? end : 0;
}

interface FoundObject {
  readonly text: string;
  /** Just after it. */
  readonly stop: number;
  /** Where it is parsed already. */
  readonly value?: JsonObject;
}

function parseObjectUpTo(text: string, at: number, stop: number): FoundObject | null {
  if (stop <= at) return null;
  const inner = text.slice(at, stop);
  const value = parseJsonObject(inner);
  return value ? { text: inner, stop, value } : null;
}

/** An object written as a text inside of quotes, its bracket being at `at`. */
function parseQuotedObject(text: string, at: number): FoundObject | null {
  if (text[at - 1] !== '"' || text[at + 1] !== "\\") return null;
  let end = at;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  try {
    const inner: unknown = JSON.parse(text.slice(at - 1, end + 1));
    return typeof inner === "string" ? { text: inner, stop: end + 1 } : null;
  } catch {
    return null;
  }
}
