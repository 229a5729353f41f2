/**
 * Imports a saved response body with nothing around it: output of `curl -N`, JSON Lines, a JSON
 * array. It becomes one exchange of which only the body is known.
 *
 *     curl -sN -d @request.json https://agent.example/ > run.sse && loupe inspect run.sse
 */

import { detectFraming } from "../../wire/framing.ts";
import type { Framing } from "../../wire/record.ts";
import { BodyWriter } from "../body-writer.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";

const EXCHANGE_ID = "x1";

class BareBodyImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #body: BodyWriter;
  #bytes = 0;

  constructor(sink: ImportSink, framing: Framing) {
    this.#sink = sink;
    this.#body = new BodyWriter(sink, EXCHANGE_ID);
    sink.record({ r: "open", x: EXCHANGE_ID, t: null, method: "", url: "", headers: [], framing });
  }

  push(bytes: Uint8Array): void {
    this.#body.push(bytes, null, this.#bytes);
    this.#bytes += bytes.length;
  }

  end(): void {
    this.#body.end();
    this.#sink.record({ r: "end", x: EXCHANGE_ID, t: null, cause: "unknown" });
  }
}

export const sse: Importer = {
  id: "sse",
  label: "Server-sent events",
  sniff: (start) => detectFraming(start, null) === "sse",
  isBody: true,
  start: (sink) => new BareBodyImport(sink, "sse"),
};

export const jsonArray: Importer = {
  id: "json-array",
  label: "JSON array",
  sniff: (start) => /^[\s\uFEFF]*\[/.test(start),
  isBody: true,
  start: (sink) => new BareBodyImport(sink, "json"),
};

export const jsonLines: Importer = {
  id: "jsonl",
  label: "JSON Lines",
  sniff: (start) => /^[\s\uFEFF]*[{"]/.test(start) || /\n\s*\{/.test(start),
  isBody: true,
  start: (sink) => new BareBodyImport(sink, "json"),
};

/** An event stream after other lines, such as a progress meter. */
export const sseWithNoise: Importer = {
  id: "sse",
  label: "Server-sent events",
  sniff: (start) => /[\r\n](?:data|event|id|retry):/.test(start),
  isBody: true,
  start: (sink) => new BareBodyImport(sink, "sse"),
};
