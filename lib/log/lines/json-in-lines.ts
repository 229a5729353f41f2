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
import { objectIn } from "../json-object.ts";

export interface TextLine {
  readonly text: string;
}

/** What became of a line. */
export type Fate = "taken" | "waiting" | "none";

export interface JsonSink<L extends TextLine> {
  /** An object, its exact text, and the line that it began in. */
  object(value: JsonObject, text: string, line: L): Fate;
  /** A line that waited for nothing. */
  other(line: L): void;
  /** The source ended inside an object; false where nobody wants its beginning. */
  torn(text: string, line: L): boolean;
}

const OBJECT_LIMIT = 1 << 25;
/** Tries in a line: brackets abound in text that is no JSON. */
const TRIES = 16;

/** An object may go on in the next line: after its bracket comes a key, or nothing. */
const MAY_GO_ON = /^\{\s*(?:$|"(?:[^"\\]|\\.)*"\s*(?:$|:))/;
/** How a line begins that may be inside an object. */
const INSIDE = /^\s*(?:$|["{}[\],:\d-]|true|false|null)/;
/** Between objects of an array, and between events of a stream. */
const BETWEEN = /^(?:[\s,[\]\uFEFF]*|:.*|(?:event|id|retry):.*)$/;

interface Open<L> {
  readonly lines: L[];
  readonly parts: string[];
  readonly scanner: JsonScanner;
  length: number;
  /** Something was taken of the line that it began in. */
  readonly taken: boolean;
}

export class JsonInLines<L extends TextLine> {
  readonly #sink: JsonSink<L>;
  #open: Open<L> | null = null;

  constructor(sink: JsonSink<L>) {
    this.#sink = sink;
  }

  push(line: L): Fate {
    const open = this.#open;
    if (!open) return this.#search(line, 0, true);
    if (!INSIDE.test(line.text)) return this.#giveUp(open, line);
    return this.#goOn(open, line);
  }

  end(): void {
    const open = this.#open;
    this.#open = null;
    const [first] = open?.lines ?? [];
    if (open && first && !this.#sink.torn(open.parts.join("\n"), first)) this.#salvage(open);
  }

  #goOn(open: Open<L>, line: L): Fate {
    const { text } = line;
    const { stop, state } = open.scanner.scan(text, 0);
    // A bracket where none may stand begins something new, if anything does.
    if (state === "broken") return this.#giveUp(open, line);
    open.parts.push(text.slice(0, stop));
    open.length += text.length;
    if (state === "open") {
      open.lines.push(line);
      if (open.length <= OBJECT_LIMIT) return "waiting";
      this.#open = null;
      this.#salvage(open);
      return "taken";
    }
    const whole = open.parts.join("\n");
    const value = objectIn(whole);
    const [first] = open.lines;
    if (!value || !first) return this.#giveUp(open, line);
    this.#open = null;
    const fate = this.#sink.object(value, whole, first);
    if (fate === "none") this.#handBack(open);
    const rest = BETWEEN.test(text.slice(stop)) ? "none" : this.#search(line, stop, true);
    return rest === "none" ? fate : rest;
  }

  /** It is no object: what its lines hold by themselves is looked for, then this line. */
  #giveUp(open: Open<L>, line: L): Fate {
    this.#open = null;
    this.#salvage(open);
    return this.#search(line, 0, true);
  }

  #salvage({ lines, taken }: Open<L>): void {
    for (const [i, line] of lines.entries()) {
      const fate = this.#search(line, 0, false);
      if (fate === "none" && !(i === 0 && taken)) this.#sink.other(line);
    }
  }

  #handBack({ lines, taken }: Open<L>): void {
    for (const line of taken ? lines.slice(1) : lines) this.#sink.other(line);
  }

  /** Looks for objects from a place in the line on. */
  #search(line: L, from: number, mayOpen: boolean): Fate {
    const { text } = line;
    let fate: Fate = BETWEEN.test(from === 0 ? text : text.slice(from)) ? "taken" : "none";
    let at = fate === "none" ? text.indexOf("{", from) : -1;
    // Most lines are one object, or end with one: to parse it is to know where it ends.
    let end = at >= 0 ? endOfObject(text) : 0;
    for (let tries = 0; at >= 0 && tries < TRIES; tries++) {
      const known = objectUpTo(text, at, end) ?? quotedObject(text, at);
      end = 0;
      const scanner = new JsonScanner(false);
      const { stop, state } = known ? { stop: known.stop, state: "done" } : scanner.scan(text, at);
      if (state === "open" && mayOpen && MAY_GO_ON.test(text.slice(at, at + 4096))) {
        const parts = [text.slice(at)];
        const taken = fate === "taken";
        this.#open = { lines: [line], parts, scanner, length: text.length, taken };
        return "waiting";
      }
      const inner = known?.text ?? text.slice(at, stop);
      const value = known?.value ?? (state === "done" ? objectIn(inner) : null);
      const found = value ? this.#sink.object(value, inner, line) : "none";
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
function endOfObject(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  return text[end - 1] === "}" ? end : 0;
}

interface Known {
  readonly text: string;
  /** Just after it. */
  readonly stop: number;
  /** Where it is parsed already. */
  readonly value?: JsonObject;
}

function objectUpTo(text: string, at: number, stop: number): Known | null {
  if (stop <= at) return null;
  const inner = text.slice(at, stop);
  const value = objectIn(inner);
  return value ? { text: inner, stop, value } : null;
}

/** An object written as a text inside of quotes, its bracket being at `at`. */
function quotedObject(text: string, at: number): Known | null {
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
