/** Chooses the reader of a connection by the first bytes that its caller sends. */

import { HTTP2_PREFACE } from "../../wire/http2-reader.ts";
import type { ConnectionReader, EndFactory } from "./connection-reader.ts";
import { Http1Exchanges } from "./http1-exchanges.ts";
import { Http2Exchanges } from "./http2-exchanges.ts";
import type { HopContext, TapExchange } from "./tap-exchange.ts";

const PREFACE = Buffer.from(HTTP2_PREFACE);
const TLS_HANDSHAKE = 0x16;

export class ProtocolSniffer implements ConnectionReader {
  readonly #context: HopContext;
  #reader: ConnectionReader | null = null;
  #first: Buffer = Buffer.alloc(0);
  /** Bytes of an agent that speaks first. */
  #early: { readonly bytes: Buffer; readonly t: number }[] = [];

  constructor(context: HopContext) {
    this.#context = context;
  }

  readRequest(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    if (this.#reader) return this.#reader.readRequest(bytes, t, delay);
    this.#first = this.#first.length === 0 ? bytes : Buffer.concat([this.#first, bytes]);
    const reader = this.#chooseReader(this.#first, t);
    if (!reader) return null;
    this.#reader = reader;
    const exchange = reader.readRequest(this.#first, t, delay);
    for (const early of this.#early.splice(0)) reader.readResponse(early.bytes, early.t, null);
    return exchange;
  }

  readResponse(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    if (this.#reader) return this.#reader.readResponse(bytes, t, delay);
    this.#early.push({ bytes, t });
    return null;
  }

  findExchange(number: number): TapExchange | null {
    return this.#reader?.findExchange(number) ?? null;
  }

  closeResponse(t: number): void {
    this.#reader?.closeResponse(t);
  }

  end(createEnd: EndFactory, t: number): void {
    this.#reader?.end(createEnd, t);
  }

  /** `null` while the bytes may still become either. */
  #chooseReader(first: Buffer, t: number): ConnectionReader | null {
    if (first[0] === TLS_HANDSHAKE) return new OpaqueBytes(this.#context, "TLS", t);
    const length = Math.min(first.length, PREFACE.length);
    if (first.compare(PREFACE, 0, length, 0, length) !== 0) {
      return new Http1Exchanges(this.#context);
    }
    if (length < PREFACE.length) return null;
    return new Http2Exchanges(this.#context);
  }
}

/** Notes a connection whose bytes cannot be read, such as TLS. They pass all the same. */
class OpaqueBytes implements ConnectionReader {
  constructor({ queue, route, connection }: HopContext, what: string, t: number) {
    const text = `Connection ${connection} from ${route.listen} to ${route.target} uses ${what}. Its bytes pass unread.`;
    queue.append({ r: "note", t, text });
  }

  readRequest(): null {
    return null;
  }

  readResponse(): null {
    return null;
  }

  findExchange(): null {
    return null;
  }

  closeResponse(): void {}

  end(): void {}
}
