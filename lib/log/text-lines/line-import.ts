/** Imports the A2A among lines of text, and counts the other lines. */

import { formatPlural } from "../../text/plural.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { createNoA2AError, type ImportSink } from "../importer.ts";
import { Conversation } from "./conversation.ts";
import { EMPTY_CONTEXT, LineReader, type PayloadContext } from "./line-reader.ts";

export class LineImport {
  readonly #sink: ImportSink;
  readonly #conversation: Conversation;
  readonly #reader: LineReader;
  /** Number of lines that are not A2A, and the first one. */
  #others = 0;
  #firstOther: { readonly at: number; readonly text: string } | null = null;

  constructor(sink: ImportSink, by: string) {
    this.#sink = sink;
    this.#conversation = new Conversation(sink, by);
    this.#reader = new LineReader({
      onObject: (found) => this.#conversation.addObject(found),
      onTruncated: (text, context) => this.#conversation.addTruncated(text, context),
      onOther: (line) => this.#addOther(line.at, line.text),
    });
  }

  addLine(text: string, at: number, context: PayloadContext = EMPTY_CONTEXT): void {
    if (this.#reader.addLine(text, at, context) === "none") this.#addOther(at, text);
  }

  /** Adds an entry of a document by its exact text. */
  addEntry(text: string, at: number): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#skip(at, "an entry that is not JSON", text);
    }
    if (this.#reader.addValue(value, text, at) === "none") this.#addOther(at, text);
  }

  /** `start`: the start of the source, if it has no lines. */
  end(start = ""): void {
    this.#reader.end();
    const { text = start, at = 0 } = this.#firstOther ?? {};
    if (this.#conversation.count === 0)
      throw createNoA2AError(formatPlural(this.#others, "line"), text);
    this.#conversation.end();
    if (this.#others === 0) return;
    const reason = `${formatPlural(this.#others, "line")} that ${this.#others === 1 ? "is" : "are"} not A2A`;
    this.#sink.skip({ at, reason, text, beside: true });
  }

  #addOther(at: number, text: string): void {
    this.#others++;
    if (this.#firstOther && this.#firstOther.at <= at) return;
    this.#firstOther = { at, text: text.slice(0, SKIPPED_TEXT_LIMIT) };
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}
