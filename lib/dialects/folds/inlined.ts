/** What is inlined in the texts of one task: a row of its own under the text it stands in. */

import { isObject } from "../../protocol/json.ts";
import { parseExactJson } from "../../wire/exact-json.ts";
import type { TextFacet } from "../facet.ts";
import { type InlinedKind, type InlinedSink, InlineScanner } from "../inlined.ts";
import type { Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import type { Scribe } from "../scribe.ts";
import type { Signal, ToolWords } from "../signal.ts";
import type { ToolCall } from "../tools.ts";
import { tell } from "./thoughts.ts";
import type { ToolFold } from "./tools.ts";

/** One thing found between tags. */
interface Found {
  readonly item: Item;
  readonly facet: TextFacet | null;
  readonly call: ToolCall | null;
}

interface Reading {
  scanner: InlineScanner;
  readonly found: Found[];
  /** How many have begun since the text was last told from its beginning. */
  begun: number;
}

/** Longer ones are no calls. */
const CALL_MAX = 200_000;

export class InlineFold {
  readonly #scribe: Scribe;
  readonly #tools: ToolFold;
  readonly #readings = new Map<Item, Reading>();

  constructor(scribe: Scribe, tools: ToolFold) {
    this.#scribe = scribe;
    this.#tools = tools;
  }

  /** More text of an item; `isAnew` when it is told from its beginning. */
  read(item: Item, ordinal: number, text: string, isAnew: boolean): void {
    let reading = this.#readings.size === 0 ? undefined : this.#readings.get(item);
    if (!reading) {
      if (!text.includes("<") || !this.#scribe.makes("habits", "thought")) return;
      reading = { scanner: new InlineScanner(), found: [], begun: 0 };
      this.#readings.set(item, reading);
    } else if (isAnew) {
      reading.scanner = new InlineScanner();
      reading.begun = 0;
    }
    if (reading.scanner.isIdle && !text.includes("<")) return;
    reading.scanner.push(text, this.#sink(reading, item, ordinal));
  }

  readonly #open = new Map<Item, Open>();

  #sink(reading: Reading, item: Item, ordinal: number): InlinedSink {
    return {
      open: (kind, tag) => {
        this.#open.set(item, { kind, tag, found: null, text: "", isAnew: false });
      },
      text: (text) => {
        const open = this.#open.get(item);
        if (open) this.#text(reading, open, item, ordinal, text);
      },
      close: () => {
        const open = this.#open.get(item);
        this.#open.delete(item);
        if (open?.found) this.#close(open, open.found, ordinal);
      },
    };
  }

  #text(reading: Reading, open: Open, item: Item, ordinal: number, text: string): void {
    // Many models think nothing and say so.
    if (!open.found && text.trim() === "") return;
    if (!open.found) {
      const known = reading.found[reading.begun];
      const isKnown = known !== undefined && (known.call ? "tool" : "thought") === open.kind;
      open.found = isKnown ? known : this.#begin(open, item, ordinal);
      open.isAnew = isKnown;
      reading.found[reading.begun++] = open.found;
    }
    const { found } = open;
    if (found.facet) {
      tell(found.facet, ordinal, [{ kind: "text", text }], open.isAnew);
      open.isAnew = false;
    } else if (open.text.length < CALL_MAX) open.text += text;
    this.#scribe.touch(found.item, ordinal);
  }

  #begin({ kind, tag }: Open, item: Item, ordinal: number): Found {
    const time = ordinal < 0 ? item.time : this.#scribe.timeline.events.time.at(ordinal);
    const own = this.#scribe.inside({ item, ordinal, time });
    const ground = groundOf(kind, tag);
    if (kind === "tool") {
      return { item: own, facet: null, call: this.#tools.inside(own, ordinal, {}, ground) };
    }
    const facet: TextFacet = { kind: "text", revisions: [] };
    this.#scribe.compose(own, facet);
    this.#scribe.become(own, "thought", ground, ordinal);
    return { item: own, facet, call: null };
  }

  #close(open: Open, { call, item }: Found, ordinal: number): void {
    if (!call) return;
    this.#tools.report(call, ordinal, wordsOf(open.text));
    this.#scribe.touch(item, ordinal);
  }
}

/** What is open in a text. */
interface Open {
  readonly kind: InlinedKind;
  readonly tag: string;
  found: Found | null;
  text: string;
  isAnew: boolean;
}

function wordsOf(text: string): ToolWords {
  try {
    const said = parseExactJson(text);
    if (!isObject(said)) return { args: said };
    const { name, arguments: args, parameters, args: short } = said;
    return { name: typeof name === "string" ? name : undefined, args: args ?? parameters ?? short };
  } catch {
    return { args: text };
  }
}

function groundOf(kind: InlinedKind, tag: string): Match {
  const means = kind === "tool" ? "tool-call" : "thought";
  const signal: Signal = { where: "text", means, sure: "guess" };
  const why = `text ${tag}`;
  return {
    signal,
    means,
    dialect: "habits",
    why,
    sure: "guess",
    key: "text",
    value: tag,
    part: null,
  };
}
