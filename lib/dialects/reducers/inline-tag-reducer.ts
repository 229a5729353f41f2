/** Reducer for tagged content in the texts of one task: each gets a row under its text. */

import { parseExactJson } from "../../json/exact-json.ts";
import { isObject } from "../../protocol/json.ts";
import type { Detector, ToolFields } from "../detector.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import { type InlineTagKind, InlineTagScanner, type InlineTagSink } from "../inline-tag-scanner.ts";
import type { Item } from "../item.ts";
import type { TextDetail } from "../item-detail.ts";
import type { ItemWriter } from "../item-writer.ts";
import type { ToolCall } from "../tool-calls.ts";
import { addTextParts } from "./thought-reducer.ts";
import type { ToolReducer } from "./tool-reducer.ts";

/** Content found between tags. */
interface TaggedContent {
  readonly item: Item;
  readonly detail: TextDetail | null;
  readonly call: ToolCall | null;
}

interface TagScan {
  scanner: InlineTagScanner;
  readonly found: TaggedContent[];
  /** How many were opened since the text last restarted. */
  openedCount: number;
}

/** Longer content is not a call. */
const MAX_CALL_LENGTH = 200_000;

export class InlineTagReducer {
  readonly #writer: ItemWriter;
  readonly #tools: ToolReducer;
  readonly #scans = new Map<Item, TagScan>();

  constructor(writer: ItemWriter, tools: ToolReducer) {
    this.#writer = writer;
    this.#tools = tools;
  }

  /** Scans more text of an item; `isAnew` if the text restarts. */
  scanText(item: Item, ordinal: number, text: string, isRestart: boolean): void {
    let scan = this.#scans.size === 0 ? undefined : this.#scans.get(item);
    if (!scan) {
      if (!text.includes("<") || !this.#writer.isEnabled("habits", "thought")) return;
      scan = { scanner: new InlineTagScanner(), found: [], openedCount: 0 };
      this.#scans.set(item, scan);
    } else if (isRestart) {
      scan.scanner = new InlineTagScanner();
      scan.openedCount = 0;
    }
    if (scan.scanner.isIdle && !text.includes("<")) return;
    scan.scanner.push(text, this.#createSink(scan, item, ordinal));
  }

  readonly #open = new Map<Item, OpenTag>();

  #createSink(scan: TagScan, item: Item, ordinal: number): InlineTagSink {
    return {
      open: (kind, tag) => {
        this.#open.set(item, { kind, tag, found: null, text: "", isRestart: false });
      },
      addText: (text) => {
        const open = this.#open.get(item);
        if (open) this.#addText(scan, open, item, ordinal, text);
      },
      close: () => {
        const open = this.#open.get(item);
        this.#open.delete(item);
        if (open?.found) this.#finishCall(open, open.found, ordinal);
      },
    };
  }

  #addText(scan: TagScan, open: OpenTag, item: Item, ordinal: number, text: string): void {
    // Many models send empty thoughts.
    if (!open.found && text.trim() === "") return;
    if (!open.found) {
      const known = scan.found[scan.openedCount];
      const isKnown = known !== undefined && (known.call ? "tool" : "thought") === open.kind;
      open.found = isKnown ? known : this.#createContent(open, item, ordinal);
      open.isRestart = isKnown;
      scan.found[scan.openedCount++] = open.found;
    }
    const { found } = open;
    if (found.detail) {
      addTextParts(found.detail, ordinal, [{ kind: "text", text }], open.isRestart);
      open.isRestart = false;
    } else if (open.text.length < MAX_CALL_LENGTH) open.text += text;
    this.#writer.addEvent(found.item, ordinal);
  }

  #createContent({ kind, tag }: OpenTag, item: Item, ordinal: number): TaggedContent {
    const time = ordinal < 0 ? item.time : this.#writer.timeline.events.time.at(ordinal);
    const own = this.#writer.createNestedItem({ item, ordinal, time });
    const reason = createMatch(kind, tag);
    if (kind === "tool") {
      return { item: own, detail: null, call: this.#tools.addNestedCall(own, ordinal, {}, reason) };
    }
    const detail: TextDetail = { kind: "text", revisions: [] };
    this.#writer.setDetail(own, detail);
    this.#writer.setKind(own, "thought", reason, ordinal);
    return { item: own, detail, call: null };
  }

  #finishCall(open: OpenTag, { call, item }: TaggedContent, ordinal: number): void {
    if (!call) return;
    this.#tools.addReport(call, ordinal, parseToolFields(open.text));
    this.#writer.addEvent(item, ordinal);
  }
}

/** The open tag in a text. */
interface OpenTag {
  readonly kind: InlineTagKind;
  readonly tag: string;
  found: TaggedContent | null;
  text: string;
  isRestart: boolean;
}

function parseToolFields(text: string): ToolFields {
  try {
    const parsed = parseExactJson(text);
    if (!isObject(parsed)) return { args: parsed };
    const { name, arguments: longArgs, parameters, args } = parsed;
    return {
      name: typeof name === "string" ? name : undefined,
      args: longArgs ?? parameters ?? args,
    };
  } catch {
    return { args: text };
  }
}

function createMatch(kind: InlineTagKind, tag: string): DetectorMatch {
  const meaning = kind === "tool" ? "tool-call" : "thought";
  const detector: Detector = { source: "text", meaning, confidence: "guess" };
  const why = `text ${tag}`;
  return {
    detector: detector,
    meaning,
    dialect: "habits",
    why,
    confidence: "guess",
    key: "text",
    value: tag,
    part: null,
  };
}
