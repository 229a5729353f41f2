/**
 * Reads the exchanges of one HTTP/2 connection with prior knowledge from the bytes of both
 * directions: each stream is one.
 *
 * Guarantees: data of several streams is never mixed; one `data` record for what one read brought of
 * a stream; a connection that cannot be read is noted, and its streams end with it.
 */

import { getHeaderValue } from "../../wire/headers.ts";
import { getHttp2ErrorName, Http2Reader } from "../../wire/http2-reader.ts";
import type { HeaderList } from "../../wire/record.ts";
import { createHangUpEnd, type EndDetails } from "../exchange/exchange-end.ts";
import type { ConnectionReader, EndFactory } from "./connection-reader.ts";
import { RecentExchanges } from "./recent-exchanges.ts";
import { type HopContext, TapExchange } from "./tap-exchange.ts";

export class Http2Exchanges implements ConnectionReader {
  readonly #context: HopContext;
  readonly #requests: Http2Reader;
  readonly #responses: Http2Reader;
  /** Running exchanges by stream. */
  readonly #streams = new Map<number, TapExchange>();
  readonly #recent = new RecentExchanges();
  /** What the current read brought of each stream. */
  readonly #pieces = new Map<number, Uint8Array[]>();
  /** Exchanges that the current read ended: they end when the time in the tap is known. */
  #ending: (() => void)[] = [];
  #touched: TapExchange | null = null;
  #t = 0;

  constructor(context: HopContext) {
    this.#context = context;
    this.#requests = new Http2Reader(
      {
        onHeaders: (stream, headers) => this.#onRequest(stream, headers),
        onData: (stream, bytes) => this.#touch(stream)?.addRequestBody(bytes),
        onStreamEnd: (stream) => this.#touch(stream)?.open(this.#t),
        onReset: (stream, code) => this.#end(stream, createCanceledEnd(code)),
        onGoaway: () => undefined,
        onBroken: (reason) => this.#noteBroken("The caller", reason),
      },
      { hasPreface: true },
    );
    this.#responses = new Http2Reader(
      {
        onHeaders: (stream, headers, isLast) => this.#onResponseHeaders(stream, headers, isLast),
        onData: (stream, bytes) => this.#addPiece(stream, bytes),
        onStreamEnd: (stream) => this.#end(stream, { cause: "complete" }),
        onReset: (stream, code) =>
          this.#end(
            stream,
            createHangUpEnd(`The agent reset the stream (${getHttp2ErrorName(code)}).`),
          ),
        onGoaway: (code) => this.#onGoaway(code),
        onBroken: (reason) => this.#noteBroken("The agent", reason),
      },
      { hasPreface: false },
    );
  }

  readRequest(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    return this.#read("request", bytes, t, delay);
  }

  readResponse(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    return this.#read("response", bytes, t, delay);
  }

  findExchange(stream: number): TapExchange | null {
    return this.#recent.find(stream);
  }

  closeResponse(): void {}

  end(createEnd: EndFactory, t: number): void {
    for (const exchange of this.#streams.values()) exchange.end(createEnd(exchange), t);
    this.#streams.clear();
  }

  #read(
    direction: "request" | "response",
    bytes: Buffer,
    t: number,
    delay: number | null,
  ): TapExchange | null {
    this.#t = t;
    const reader = direction === "request" ? this.#requests : this.#responses;
    reader.push(bytes);
    for (const stream of [...this.#pieces.keys()]) this.#recordPieces(stream);
    const touched = this.#takeTouched();
    if (delay !== null) touched?.addDelay(direction, delay);
    for (const end of this.#ending.splice(0)) end();
    return touched;
  }

  #takeTouched(): TapExchange | null {
    const touched = this.#touched;
    this.#touched = null;
    return touched;
  }

  #touch(stream: number): TapExchange | undefined {
    const exchange = this.#streams.get(stream);
    if (exchange) this.#touched = exchange;
    return exchange;
  }

  #onRequest(stream: number, all: HeaderList): void {
    // Trailers of a request.
    if (this.#streams.has(stream)) return;
    const getPseudo = (name: string) => getHeaderValue(all, name) ?? "";
    const authority = getPseudo(":authority") || this.#context.route.target;
    const isSecure = this.#context.scheme === "https:";
    const scheme = isSecure ? "https" : getPseudo(":scheme") || "http";
    const headers = all.filter(([name]) => !name.startsWith(":") || name === ":authority");
    const isGrpc = /^application\/grpc\b/i.test(getHeaderValue(all, "content-type") ?? "");
    const exchange = new TapExchange(
      this.#context,
      {
        method: getPseudo(":method"),
        url: `${scheme}://${authority}${getPseudo(":path")}`,
        headers,
        ...(isGrpc && { framing: "grpc" as const }),
      },
      this.#t,
    );
    this.#streams.set(stream, exchange);
    if (this.#context.hasPlan) this.#recent.add(stream, exchange);
    this.#touched = exchange;
  }

  #onResponseHeaders(stream: number, all: HeaderList, isLast: boolean): void {
    const exchange = this.#touch(stream);
    if (!exchange) return;
    const status = Number(getHeaderValue(all, ":status") ?? 0);
    const headers = all.filter(([name]) => !name.startsWith(":"));
    if (status >= 100 && status < 200) {
      exchange.open(this.#t);
      return exchange.addNote(`Received before the response: ${status}`, this.#t);
    }
    if (!exchange.hasHead) {
      const hasBody = !isLast;
      return exchange.readHead({ status, httpVersion: "2.0", headers, hasBody }, this.#t);
    }
    this.#recordPieces(stream);
    this.#end(stream, { cause: "complete", ...(headers.length > 0 && { trailers: headers }) });
  }

  #addPiece(stream: number, bytes: Uint8Array): void {
    if (!this.#touch(stream)) return;
    const pieces = this.#pieces.get(stream);
    if (pieces) pieces.push(bytes);
    else this.#pieces.set(stream, [bytes]);
  }

  #recordPieces(stream: number): void {
    const [first, ...more] = this.#pieces.get(stream) ?? [];
    this.#pieces.delete(stream);
    const bytes = first && more.length > 0 ? Buffer.concat([first, ...more]) : first;
    if (bytes) this.#streams.get(stream)?.readBody(bytes, this.#t);
  }

  #end(stream: number, details: EndDetails): void {
    const exchange = this.#touch(stream);
    if (!exchange) return;
    this.#recordPieces(stream);
    this.#streams.delete(stream);
    const t = this.#t;
    const delivery = this.#context.takeDelivered(stream);
    for (const note of delivery?.notes ?? []) exchange.addNote(note, t);
    if (delivery) exchange.setDelivered(delivery);
    this.#ending.push(() => exchange.end(details, t));
  }

  #onGoaway(code: number): void {
    if (code === 0) return;
    this.#note(`The agent sent GOAWAY (${getHttp2ErrorName(code)}).`);
  }

  #noteBroken(who: string, reason: string): void {
    this.#note(`${who} sent bytes that are not HTTP/2: ${reason}. What follows passes unread.`);
  }

  #note(text: string): void {
    const [exchange] = [...this.#streams.values()].slice(-1);
    if (exchange) {
      exchange.open(this.#t);
      return exchange.addNote(text, this.#t);
    }
    this.#context.queue.append({ r: "note", t: this.#t, text });
  }
}

function createCanceledEnd(code: number): EndDetails {
  const message = `The caller reset the stream (${getHttp2ErrorName(code)}).`;
  return { cause: "aborted", error: { by: "client", message } };
}
