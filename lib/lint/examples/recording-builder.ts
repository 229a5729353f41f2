/** Builds a small recording for an example of a rule, with ten milliseconds between records. */

import { encodeBase64 } from "../../text/utf8.ts";
import type {
  EndRecord,
  HeaderList,
  HeadRecord,
  OpenRecord,
  WireRecord,
} from "../../wire/record.ts";

export type ExampleJson = Readonly<Record<string, unknown>>;

/** The bytes of one event. */
export const formatSseEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

/** A JSON-RPC request. */
export const formatRpcRequest = (method: string, params: ExampleJson): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

export class RecordingBuilder {
  readonly records: WireRecord[] = [];
  #time = 0;

  addOpen(x = "x1", over: Partial<OpenRecord> = {}): this {
    const base = { method: "POST", url: "http://agent.example/", headers: [] };
    return this.#add({ r: "open", x, t: this.#tick(), ...base, ...over });
  }

  /** Adds a JSON-RPC request. */
  addRequest(method: string, params: ExampleJson, x = "x1", headers: HeaderList = []): this {
    return this.addOpen(x, { body: formatRpcRequest(method, params), headers });
  }

  addHead(
    status = 200,
    type = "text/event-stream",
    x = "x1",
    over: Partial<HeadRecord> = {},
  ): this {
    const headers = [["content-type", type]] as const;
    return this.#add({ r: "head", x, t: this.#tick(), status, headers, ...over });
  }

  addEvents(...events: unknown[]): this {
    return this.addEventsTo("x1", ...events);
  }

  addEventsTo(x: string, ...events: unknown[]): this {
    for (const event of events) this.addText(formatSseEvent(event), x);
    return this;
  }

  addText(text: string, x = "x1"): this {
    return this.#add({ r: "data", x, t: this.#tick(), text });
  }

  addBytes(bytes: Uint8Array, x = "x1"): this {
    const b64 = encodeBase64(bytes);
    return this.#add({ r: "data", x, t: this.#tick(), b64, n: bytes.length });
  }

  addEnd(
    cause: EndRecord["cause"] = "complete",
    x = "x1",
    message?: string,
    by: NonNullable<EndRecord["error"]>["by"] = "system",
  ): this {
    const error = message === undefined ? {} : { error: { by, message } };
    return this.#add({ r: "end", x, t: this.#tick(), cause, ...error });
  }

  addEndWithTrailers(trailers: HeaderList, x = "x1"): this {
    return this.#add({ r: "end", x, t: this.#tick(), cause: "complete", trailers });
  }

  /** Lets this time pass without a record. */
  wait(milliseconds: number): this {
    this.#time += milliseconds;
    return this;
  }

  #add(record: WireRecord): this {
    this.records.push(record);
    return this;
  }

  #tick(): number {
    this.#time += 10;
    return this.#time;
  }
}
