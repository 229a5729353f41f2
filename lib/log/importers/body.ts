/**
 * A saved answer without anything around it: what `curl -N` printed, JSON Lines of events or
 * envelopes, a JSON array. It becomes one exchange of which only the body is known.
 */

import { framingOf } from "../../wire/framing.ts";
import type { Framing } from "../../wire/record.ts";
import { base64FromBytes } from "../../wire/utf8.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";

const EXCHANGE = "x1";

class BodyRun implements ImportRun {
  readonly #sink: ImportSink;

  constructor(sink: ImportSink, framing: Framing) {
    this.#sink = sink;
    sink.record({ r: "open", x: EXCHANGE, t: null, method: "", url: "", headers: [], framing });
  }

  push(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? { text: piece } : { b64: base64FromBytes(piece) };
    this.#sink.record({ r: "data", x: EXCHANGE, t: null, ...bytes });
  }

  end(): void {
    this.#sink.record({ r: "end", x: EXCHANGE, t: null, cause: "unknown" });
  }
}

export const sse: Importer = {
  id: "sse",
  label: "Server-sent events",
  sniff: (start) => framingOf(start, null) === "sse",
  start: (sink) => new BodyRun(sink, "sse"),
};

export const jsonArray: Importer = {
  id: "json-array",
  label: "JSON array",
  sniff: (start) => /^[\s\uFEFF]*\[/.test(start),
  start: (sink) => new BodyRun(sink, "json"),
};

export const jsonLines: Importer = {
  id: "jsonl",
  label: "JSON Lines",
  sniff: (start) => /^[\s\uFEFF]*[{"]/.test(start) || /\n\s*\{/.test(start),
  start: (sink) => new BodyRun(sink, "json"),
};

/** Lines of anything before the first event, as progress meters print: still a stream. */
export const sseWithNoise: Importer = {
  id: "sse",
  label: "Server-sent events",
  sniff: (start) => /[\r\n](?:data|event|id|retry):/.test(start),
  start: (sink) => new BodyRun(sink, "sse"),
};
