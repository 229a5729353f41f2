/**
 * Reads the exchanges of one HTTP/1 connection from the bytes of both directions.
 *
 * Guarantees: the first response belongs to the first request, also with pipelining; a response of a
 * request that is not complete opens its exchange; what is not HTTP is noted, never dropped silently.
 */

import { getHeaderValue } from "../../wire/headers.ts";
import {
  getRequestUrl,
  type HttpHead,
  type RequestHead,
  type ResponseHead,
} from "../../wire/http-head.ts";
import { type BodyRule, getResponseBodyRule, Http1Reader } from "../../wire/http1-reader.ts";
import { type HeaderList, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { createHangUpEnd } from "../exchange/exchange-end.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import type { ConnectionReader, EndFactory } from "./connection-reader.ts";
import { RecentExchanges } from "./recent-exchanges.ts";
import { type HopContext, TapExchange } from "./tap-exchange.ts";

const MAX_HEADLESS_BYTES = 1 << 18;

export class Http1Exchanges implements ConnectionReader {
  readonly #context: HopContext;
  readonly #requests: Http1Reader;
  readonly #responses: Http1Reader;
  /** Without a complete response so far, oldest first. */
  readonly #waiting: TapExchange[] = [];
  readonly #recent = new RecentExchanges();
  #count = 0;
  /** The exchange whose request is being read. */
  #incoming: TapExchange | null = null;
  #interim: ResponseHead | null = null;
  /** Body bytes of the current read. */
  #pieces: Uint8Array[] = [];
  #headlessBytes = 0;
  #hasNotedOther = { request: false, response: false };
  /** Time of the current read. */
  #t = 0;
  #requestStart: number | null = null;

  constructor(context: HopContext) {
    this.#context = context;
    this.#requests = new Http1Reader(
      "request",
      {
        onHead: (head) => this.#onRequestHead(head),
        onBody: (bytes) => this.#incoming?.addRequestBody(bytes),
        onEnd: () => this.#onRequestEnd(),
        onOther: (bytes) => this.#noteOther("request", bytes),
      },
      () => "body",
    );
    this.#responses = new Http1Reader(
      "response",
      {
        onHead: (head) => this.#onResponseHead(head),
        onBody: (bytes) => this.#pieces.push(bytes),
        onEnd: (trailers) => this.#onResponseEnd(trailers),
        onOther: (bytes) => this.#onOtherResponse(bytes),
      },
      (head) => this.#getBodyRule(head),
    );
  }

  readRequest(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    this.#t = t;
    if (this.#requests.state === "between") this.#requestStart = t;
    this.#requests.push(bytes);
    const exchange = this.#incoming ?? this.#waiting.at(-1) ?? null;
    if (delay !== null) exchange?.addDelay("request", delay);
    return exchange;
  }

  readResponse(bytes: Buffer, t: number, delay: number | null): TapExchange | null {
    this.#t = t;
    const [exchange = null] = this.#waiting;
    // Before the bytes are read, as they may end it.
    if (delay !== null) exchange?.addDelay("response", delay);
    this.#responses.push(bytes);
    this.#recordPieces();
    return exchange;
  }

  findExchange(number: number): TapExchange | null {
    return this.#recent.find(number);
  }

  closeResponse(t: number): void {
    this.#t = t;
    this.#responses.close();
  }

  end(createEnd: EndFactory, t: number): void {
    for (const exchange of this.#waiting.splice(0)) {
      const details = createEnd(exchange);
      const isOther = this.#headlessBytes > 0 && details.cause === "reset";
      exchange.end(isOther ? createHangUpEnd("The response is not HTTP.") : details, t);
    }
    this.#incoming = null;
  }

  #onRequestHead(head: HttpHead): void {
    if (head.kind !== "request") return;
    const url = getFullUrl(head, this.#context);
    const { method, headers } = head;
    const start = this.#requestStart ?? this.#t;
    // A request that follows in the same read began with it.
    this.#requestStart = this.#t;
    const received = this.#context.takeReceived();
    const request = { method, url, headers, ...(received && { received }) };
    this.#incoming = new TapExchange(this.#context, request, start);
    this.#waiting.push(this.#incoming);
    if (this.#context.hasPlan) this.#recent.add(this.#count, this.#incoming);
    this.#count += 1;
  }

  #onRequestEnd(): void {
    this.#incoming?.open(this.#t);
    this.#incoming = null;
  }

  #getBodyRule(head: HttpHead): BodyRule {
    return getResponseBodyRule(head, this.#waiting[0]?.method);
  }

  #onResponseHead(head: HttpHead): void {
    if (head.kind !== "response") return;
    const [exchange] = this.#waiting;
    const { status, statusText, httpVersion, headers } = head;
    this.#interim = status < 200 && status !== 101 ? head : null;
    if (!exchange) return this.#noteUnasked(head);
    if (this.#interim) {
      return exchange.readInterim(head, this.#t);
    }
    const rule = this.#getBodyRule(head);
    const hasBody = rule === "until-close";
    if (rule === "not-http") this.#requests.leaveHttp();
    exchange.readHead({ status, statusText, httpVersion, headers, hasBody }, this.#t);
  }

  #noteUnasked({ status, statusText }: ResponseHead): void {
    const text = `The agent sent a response without a request: ${status} ${statusText}`;
    this.#context.queue.append({ r: "note", t: this.#t, text });
  }

  #recordPieces(): void {
    if (this.#pieces.length === 0) return;
    const [first, ...more] = this.#pieces;
    this.#pieces = [];
    const [exchange] = this.#waiting;
    if (first && exchange)
      exchange.readBody(more.length > 0 ? Buffer.concat([first, ...more]) : first, this.#t);
  }

  #onResponseEnd(trailers: HeaderList): void {
    if (this.#interim) {
      this.#interim = null;
      return;
    }
    this.#recordPieces();
    const exchange = this.#waiting.shift();
    const delivery = this.#context.takeDelivered();
    for (const note of delivery?.notes ?? []) exchange?.addNote(note, this.#t);
    if (delivery) exchange?.setDelivered(delivery);
    exchange?.end({ cause: "complete", ...(trailers.length > 0 && { trailers }) }, this.#t);
    if (exchange === this.#incoming) this.#incoming = null;
  }

  /** Before any head, bytes that are not HTTP are the response. */
  #onOtherResponse(bytes: Uint8Array): void {
    const [exchange] = this.#waiting;
    if (!exchange) return this.#noteOther("response", bytes);
    const recorded = bytes.subarray(0, MAX_HEADLESS_BYTES - this.#headlessBytes);
    this.#headlessBytes += recorded.length;
    if (recorded.length > 0) exchange.readBody(recorded, this.#t);
  }

  #noteOther(direction: "request" | "response", bytes: Uint8Array): void {
    if (this.#hasNotedOther[direction]) return;
    this.#hasNotedOther[direction] = true;
    const who = direction === "request" ? "The caller" : "The agent";
    const excerpt = Buffer.from(bytes).toString("latin1", 0, SKIPPED_TEXT_LIMIT);
    const text = `${who} sent bytes that are not HTTP. They pass unread. They begin with: ${excerpt}`;
    const { createMask, secrets, queue } = this.#context;
    const masker = new SecretMasker(
      { url: "", headers: listHeaders(excerpt) },
      createMask,
      secrets,
    );
    queue.append(masker.maskRecord({ r: "note", t: this.#t, text }));
  }
}

/** What looks like headers, as bytes that are not quite HTTP may have credentials too. */
const listHeaders = (text: string): HeaderList =>
  Array.from(text.matchAll(/^([\w-]+):[ \t]*([^\r\n]+)/gm), ([, name = "", value = ""]) => [
    name,
    value,
  ]);

/** The URL that the request names, as HTTP reconstructs it. */
function getFullUrl(
  head: RequestHead,
  { route: { target }, scheme }: Pick<HopContext, "route" | "scheme">,
): string {
  const host = getHeaderValue(head.headers, "host");
  const url = getRequestUrl(head, host === null || host === "" ? target : host, scheme);
  return URL.canParse(url) ? url : getRequestUrl(head, target, scheme);
}
