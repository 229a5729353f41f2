/**
 * Scanner for thoughts and tool calls between tags in a model's text.
 *
 * Guarantees: tags may be split over any number of chunks; work is constant for each character.
 */

export type InlineTagKind = "thought" | "tool";

const TAGS: readonly (readonly [string, InlineTagKind, string])[] = [
  ["<think>", "thought", "</think>"],
  ["<thinking>", "thought", "</thinking>"],
  ["<tool_call>", "tool", "</tool_call>"],
];

export interface InlineTagSink {
  open(kind: InlineTagKind, tag: string): void;
  /** Text between the tags. */
  addText(text: string): void;
  close(): void;
}

export class InlineTagScanner {
  /** The closing tag of the open element. */
  #closing: string | null = null;
  /** Characters that may become a tag. */
  #held = "";

  /** Whether no tag is open or may be beginning. */
  get isIdle(): boolean {
    return this.#closing === null && this.#held === "";
  }

  push(text: string, sink: InlineTagSink): void {
    for (let at = 0; at < text.length; ) {
      if (this.#held === "") {
        const angle = text.indexOf("<", at);
        const end = angle < 0 ? text.length : angle;
        if (this.#closing !== null && end > at) sink.addText(text.slice(at, end));
        if (angle < 0) return;
        this.#held = "<";
        at = angle + 1;
      } else if (this.#takeCharacter(text[at] ?? "", sink)) at++;
    }
  }

  /** Extends a possible tag by a character; false if it is not a tag. */
  #takeCharacter(character: string, sink: InlineTagSink): boolean {
    const held = this.#held + character;
    if (this.#closing !== null) {
      if (this.#closing.startsWith(held)) {
        this.#held = held;
        if (held === this.#closing) this.#closeTag(sink);
        return true;
      }
    } else {
      const tag = TAGS.find(([opening]) => opening.startsWith(held));
      if (tag) {
        this.#held = held;
        if (held === tag[0]) this.#openTag(tag, sink);
        return true;
      }
    }
    if (this.#closing !== null) sink.addText(this.#held);
    this.#held = "";
    return false;
  }

  #openTag([opening, kind, closing]: (typeof TAGS)[number], sink: InlineTagSink): void {
    this.#held = "";
    this.#closing = closing;
    sink.open(kind, opening);
  }

  #closeTag(sink: InlineTagSink): void {
    this.#held = "";
    this.#closing = null;
    sink.close();
  }
}
