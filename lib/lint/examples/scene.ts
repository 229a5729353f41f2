/** A small recording in the making, ten milliseconds a step: what an example of a rule is told in. */

import type {
  EndRecord,
  HeaderList,
  HeadRecord,
  OpenRecord,
  WireRecord,
} from "../../wire/record.ts";
import { encodeBase64 } from "../../wire/utf8.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The bytes of one event. */
export const sse = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

/** A request over JSON-RPC. */
export const rpcRequest = (method: string, params: Json): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

export class Scene {
  readonly records: WireRecord[] = [];
  #time = 0;

  open(x = "x1", over: Partial<OpenRecord> = {}): this {
    const base = { method: "POST", url: "http://agent.example/", headers: [] };
    return this.#add({ r: "open", x, t: this.#tick(), ...base, ...over });
  }

  /** Asks over JSON-RPC. */
  ask(method: string, params: Json, x = "x1", headers: HeaderList = []): this {
    return this.open(x, { body: rpcRequest(method, params), headers });
  }

  head(status = 200, type = "text/event-stream", x = "x1", over: Partial<HeadRecord> = {}): this {
    const headers = [["content-type", type]] as const;
    return this.#add({ r: "head", x, t: this.#tick(), status, headers, ...over });
  }

  say(...events: unknown[]): this {
    return this.sayIn("x1", ...events);
  }

  sayIn(x: string, ...events: unknown[]): this {
    for (const event of events) this.text(sse(event), x);
    return this;
  }

  text(text: string, x = "x1"): this {
    return this.#add({ r: "data", x, t: this.#tick(), text });
  }

  bytes(bytes: Uint8Array, x = "x1"): this {
    const b64 = encodeBase64(bytes);
    return this.#add({ r: "data", x, t: this.#tick(), b64, n: bytes.length });
  }

  end(cause: EndRecord["cause"] = "complete", x = "x1", message?: string): this {
    const error = message === undefined ? {} : { error: { by: "system" as const, message } };
    return this.#add({ r: "end", x, t: this.#tick(), cause, ...error });
  }

  endWith(trailers: HeaderList, x = "x1"): this {
    return this.#add({ r: "end", x, t: this.#tick(), cause: "complete", trailers });
  }

  /** Nothing happens for so many milliseconds. */
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
