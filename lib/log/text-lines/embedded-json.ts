/**
 * Finds JSON objects in lines of text: a whole line, the end of a line, several in a line, one over
 * several lines, one inside a quoted string.
 *
 * **Guarantees:** every line is reported as taken, waiting or none, and a line that waited in vain
 * is returned; a broken object costs only its own lines; at most one object of limited size is kept
 * in memory.
 */

import { tokenizeJson } from "../../json/json-tokenizer.ts";
import { JsonValueScanner } from "../../json/json-value-scanner.ts";
import { type JsonObject, parseJsonObject } from "../../protocol/json.ts";

interface TextLine {
  readonly text: string;
}

/** How a line was handled. */
export type LineOutcome = "taken" | "waiting" | "none";

interface EmbeddedJsonSink<L extends TextLine> {
  /** An object, its exact text, and the line it started in. */
  onObject(value: JsonObject, text: string, line: L): LineOutcome;
  /** A line that waited in vain. */
  onOther(line: L): void;
  /** The source ended inside an object. False if its text is not wanted. */
  onTruncated(text: string, line: L): boolean;
}

const OBJECT_LIMIT = 1 << 25;
/** Maximum attempts per line: brackets are common in text that is not JSON. */
const MAX_TRIES = 16;

/** An object may continue on the next line: its bracket is followed by a key or nothing. */
const MAY_CONTINUE = /^\{\s*(?:$|"(?:[^"\\]|\\.)*"\s*(?:$|:))/;
/** Start of a line that may be inside an object. */
const INSIDE_OBJECT = /^\s*(?:$|["{}[\],:\d-]|true|false|null)/;
/** Text between the items of an array or the events of a stream. */
const BETWEEN_OBJECTS = /^(?:[\s,[\]\uFEFF]*|:.*|(?:event|id|retry):.*)$/;

interface OpenObject<L> {
  readonly lines: L[];
  readonly parts: string[];
  readonly scanner: JsonValueScanner;
  length: number;
  /** Another object was taken from its first line. */
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
    // A bracket in an invalid position may start a new object.
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
    const outcome = this.#sink.onObject(value, whole, first);
    if (outcome === "none") this.#handBack(open);
    const rest = BETWEEN_OBJECTS.test(text.slice(stop)) ? "none" : this.#search(line, stop, true);
    return rest === "none" ? outcome : rest;
  }

  /** It is not an object: search each of its lines alone, then this line. */
  #giveUp(open: OpenObject<L>, line: L): LineOutcome {
    this.#openObject = null;
    this.#salvage(open);
    return this.#search(line, 0, true);
  }

  #salvage({ lines, taken }: OpenObject<L>): void {
    for (const [i, line] of lines.entries()) {
      const outcome = this.#search(line, 0, false);
      if (outcome === "none" && !(i === 0 && taken)) this.#sink.onOther(line);
    }
  }

  #handBack({ lines, taken }: OpenObject<L>): void {
    for (const line of taken ? lines.slice(1) : lines) this.#sink.onOther(line);
  }

  /** Searches for objects from a position in the line. */
  #search(line: L, from: number, mayOpen: boolean): LineOutcome {
    const { text } = line;
    let outcome: LineOutcome = BETWEEN_OBJECTS.test(from === 0 ? text : text.slice(from))
      ? "taken"
      : "none";
    let at = outcome === "none" ? text.indexOf("{", from) : -1;
    // Most lines are, or end with, one object. Parsing it also finds its end.
    let end = at >= 0 ? findObjectEnd(text) : 0;
    for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
      const known = parseObjectUpTo(text, at, end) ?? parseQuotedObject(text, at);
      end = 0;
      const scanner = new JsonValueScanner(false);
      const { stop, state } = known ? { stop: known.stop, state: "done" } : scanner.scan(text, at);
      if (state === "open" && mayOpen && MAY_CONTINUE.test(text.slice(at, at + 4096))) {
        const parts = [text.slice(at)];
        const taken = outcome === "taken";
        this.#openObject = { lines: [line], parts, scanner, length: text.length, taken };
        return "waiting";
      }
      const inner = known?.text ?? text.slice(at, stop);
      const value = known?.value ?? (state === "done" ? parseJsonObject(inner) : null);
      const found = value ? this.#sink.onObject(value, inner, line) : "none";
      if (found !== "none") {
        outcome = found;
        tries = 0;
      }
      at = text.indexOf("{", value ? stop : at + 1);
    }
    return outcome;
  }
}

/** The end of the last bracket, if the line ends with one; else 0. */
function findObjectEnd(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  return text[end - 1] === "}" ? end : 0;
}

interface FoundObject {
  readonly text: string;
  /** The end of the object. */
  readonly stop: number;
  /** The value, if it is already parsed. */
  readonly value?: JsonObject;
}

function parseObjectUpTo(text: string, at: number, stop: number): FoundObject | null {
  if (stop <= at) return null;
  const inner = text.slice(at, stop);
  const value = parseJsonObject(inner);
  return value ? { text: inner, stop, value } : null;
}

/** An object inside a quoted string; its bracket is at `at`. */
function parseQuotedObject(text: string, at: number): FoundObject | null {
  if (text[at - 1] !== '"' || text[at + 1] !== "\\") return null;
  const quoted = text.slice(at - 1);
  const tokens = tokenizeJson(quoted);
  if (tokens.next() !== "string") return null;
  try {
    const inner: unknown = JSON.parse(quoted.slice(0, tokens.to));
    return typeof inner === "string" ? { text: inner, stop: at - 1 + tokens.to } : null;
  } catch {
    return null;
  }
}
