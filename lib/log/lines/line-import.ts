/** Lines in, records of the A2A among them out, and a count of the rest. */

import { formatPlural } from "../../wire/plural.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import type { ImportSink } from "../importer.ts";
import { withoutA2A } from "../unreadable.ts";
import { Conversation } from "./conversation.ts";
import { LineReader, type Told, UNTOLD } from "./reader.ts";

export class LineImport {
  readonly #sink: ImportSink;
  readonly #conversation: Conversation;
  readonly #reader: LineReader;
  /** Lines that are no A2A, and the first of them. */
  #others = 0;
  #first: { readonly at: number; readonly text: string } | null = null;

  constructor(sink: ImportSink, by: string) {
    this.#sink = sink;
    this.#conversation = new Conversation(sink, by);
    this.#reader = new LineReader({
      found: (found) => this.#conversation.take(found),
      torn: (text, told) => this.#conversation.torn(text, told),
      other: (line) => this.#other(line.at, line.text),
    });
  }

  line(text: string, at: number, told: Told = UNTOLD): void {
    if (this.#reader.line(text, at, told) === "none") this.#other(at, text);
  }

  /** An entry of a document, whose own text this is. */
  entry(text: string, at: number): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#skip(at, "an entry that is no JSON", text);
    }
    if (this.#reader.value(value, text, at) === "none") this.#other(at, text);
  }

  /** `start` is how a source begins that has no lines of its own. */
  end(start = ""): void {
    this.#reader.end();
    const { text = start, at = 0 } = this.#first ?? {};
    if (this.#conversation.count === 0) throw withoutA2A(formatPlural(this.#others, "line"), text);
    this.#conversation.end();
    if (this.#others === 0) return;
    const reason = `${formatPlural(this.#others, "line")} that ${this.#others === 1 ? "is" : "are"} no A2A`;
    this.#sink.skip({ at, reason, text, beside: true });
  }

  #other(at: number, text: string): void {
    this.#others++;
    if (this.#first && this.#first.at <= at) return;
    this.#first = { at, text: text.slice(0, SKIPPED_TEXT_LIMIT) };
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}
