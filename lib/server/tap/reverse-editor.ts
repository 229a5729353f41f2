/**
 * Edits the bytes of an HTTP/1 connection of a tap in reverse mode: `Host` on the way to the agent,
 * the addresses in its cards on the way back.
 *
 * Guarantees: nothing of a request that names another host than the tap's, and nothing behind it,
 * reaches the agent; everything else passes as it is, as it comes; only a response that may be a card is
 * held until it is complete, up to a limit; what cannot be read passes.
 */

import { parseCardSource, rewriteCard } from "../../protocol/card/rewrite-card.ts";
import { decodeStrict } from "../../text/utf8.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import {
  getRequestUrl,
  type HttpHead,
  type RequestHead,
  type ResponseHead,
} from "../../wire/http-head.ts";
import { type BodyRule, getResponseBodyRule, Http1Reader } from "../../wire/http1-reader.ts";
import type { OpenHop } from "../../wire/record.ts";
import { describeBoundCredential, requiresClientCertificate } from "./bound-credentials.ts";
import { mapCardUrl } from "./card-addresses.ts";
import { isCardLookup, isExtendedCardCall } from "./card-calls.ts";
import { describeCard } from "./card-notes.ts";
import { createEditedHeaders, decodeContent, formatResponse, isJson } from "./edited-response.ts";
import { Http2Editor } from "./http2-editor.ts";
import { checkHosts, type OwnHosts } from "./own-hosts.ts";
import { formatProxyResponse, type ProxyRefusal } from "./proxy-request.ts";
import { RawBytes } from "./raw-bytes.ts";
import type { Delivery, TapEditor } from "./tap-editor.ts";
import { formatAddress, formatHost, type TapRoute, type TapTarget } from "./tap-route.ts";

interface ReverseEditorOptions {
  readonly route: TapRoute;
  /** All routes of the tap: a card may name the agents of others. */
  readonly routes: readonly TapRoute[];
  readonly maxCardBytes: number;
  readonly hosts: OwnHosts;
}

/** A request without a complete response so far. */
interface SentRequest {
  readonly method: string;
  readonly host: string | null;
  mayReturnCard: boolean;
}

const EMPTY = Buffer.alloc(0);

/** The operations whose response is a card have small requests. */
const MAX_CALL_BYTES = 1 << 16;

export class ReverseEditor implements TapEditor {
  readonly #options: ReverseEditorOptions;
  readonly #host: string;
  readonly #requestBytes = new RawBytes();
  readonly #responseBytes = new RawBytes();
  readonly #requests: Http1Reader;
  readonly #responses: Http1Reader;
  readonly #sent: SentRequest[] = [];
  readonly #received: NonNullable<OpenHop["received"]>[] = [];
  readonly #delivered: Delivery[] = [];
  #output: Buffer[] = [];
  #call: Uint8Array[] = [];
  #callBytes = 0;
  /** The response that is held, because it may be a card. */
  #held: { readonly head: ResponseHead; readonly body: Uint8Array[]; bytes: number } | null = null;
  #isInterim = false;
  /** Takes over if the connection is HTTP/2. */
  #http2: Http2Editor | null = null;
  /** The request that ends the connection, when those before it are answered. */
  #refusal: ProxyRefusal | null = null;
  #isRefusalTaken = false;
  #isOver = false;
  #toCaller: Buffer = EMPTY;

  constructor(options: ReverseEditorOptions) {
    this.#options = options;
    this.#host = formatHost(options.route.target);
    this.#requests = new Http1Reader(
      "request",
      {
        onHead: (head) => this.#onRequestHead(head),
        onBody: (bytes) => this.#addCall(bytes),
        onEnd: () => this.#onRequestEnd(),
        onOther: () => undefined,
      },
      () => "body",
    );
    this.#responses = new Http1Reader(
      "response",
      {
        onHead: (head) => this.#onResponseHead(head),
        onBody: (bytes) => this.#hold(bytes),
        onEnd: () => this.#onResponseEnd(),
        onOther: () => undefined,
      },
      (head) => this.#getBodyRule(head),
    );
  }

  get isOver(): boolean {
    return this.#http2?.isOver ?? this.#isOver;
  }

  /** The bytes to forward now. */
  editRequest(bytes: Buffer): Buffer {
    if (this.#http2) return this.#http2.editRequest(bytes);
    if (this.#refusal) return EMPTY;
    this.#requestBytes.push(bytes);
    this.#requests.push(bytes);
    if (this.#hasRefused()) return this.#takeOutput(this.#requestBytes, 0);
    const http2 = this.#getHttp2();
    if (http2) return http2.editRequest(this.#requestBytes.takeUntil(this.#requestBytes.end));
    const { state, headStart } = this.#requests;
    const isInHead = state === "between" || state === "head";
    return this.#takeOutput(this.#requestBytes, isInHead ? headStart : this.#requestBytes.end);
  }

  editResponse(bytes: Buffer): Buffer {
    if (this.#http2) return this.#http2.editResponse(this.#takeResponse(bytes));
    if (this.#isOver) return EMPTY;
    this.#responseBytes.push(bytes);
    this.#responses.push(bytes);
    const { state, headStart } = this.#responses;
    const isInHead = state === "between" || state === "head";
    if (this.#held) return this.#takeOutput(this.#responseBytes, 0);
    return this.#takeOutput(this.#responseBytes, isInHead ? headStart : this.#responseBytes.end);
  }

  closeRequest(): Buffer {
    if (this.#http2) return this.#http2.closeRequest();
    if (this.#refusal) return EMPTY;
    return this.#requestBytes.takeUntil(this.#requestBytes.end);
  }

  /** What is still held when the agent has closed its side. */
  closeResponse(): Buffer {
    if (this.#http2) return this.#http2.closeResponse();
    if (this.#isOver) return EMPTY;
    this.#responses.close();
    this.#held = null;
    return this.#takeOutput(this.#responseBytes, this.#responseBytes.end);
  }

  /** The requests since the last call, as the caller sent them. */
  takeReceived(): NonNullable<OpenHop["received"]>[] {
    return this.#received.splice(0);
  }

  /** What was changed in the responses that ended since the last call. */
  takeDelivered(): Delivery[] {
    return this.#http2?.takeDelivered() ?? this.#delivered.splice(0);
  }

  takeToCaller(): Buffer {
    if (this.#http2) return this.#http2.takeToCaller();
    const answer = this.#toCaller;
    this.#toCaller = EMPTY;
    return answer;
  }

  takeRefusal(): ProxyRefusal | null {
    if (this.#http2) return this.#http2.takeRefusal();
    if (this.#isRefusalTaken) return null;
    this.#isRefusalTaken = this.#refusal !== null;
    return this.#refusal;
  }

  takeToAgent(): Buffer {
    return this.#http2?.takeToAgent() ?? EMPTY;
  }

  /** A function, as a handler sets it. */
  #hasRefused(): boolean {
    return this.#refusal !== null;
  }

  /** A function, as a handler sets it. */
  #getHttp2(): Http2Editor | null {
    return this.#http2;
  }

  /** With what came before the caller had said that it speaks HTTP/2. */
  #takeResponse(bytes: Buffer): Buffer {
    const early = this.#responseBytes.takeUntil(this.#responseBytes.end);
    return early.length > 0 ? Buffer.concat([early, bytes]) : bytes;
  }

  #takeOutput(raw: RawBytes, until: number): Buffer {
    const rest = raw.takeUntil(until);
    const output = this.#output;
    this.#output = [];
    if (rest.length > 0) output.push(rest);
    return output.length === 1 && output[0] ? output[0] : Buffer.concat(output);
  }

  #onRequestHead(head: HttpHead): void {
    if (head.kind !== "request" || this.#refusal) return;
    const { method, target, headers } = head;
    if (isHttp2Preface(head)) {
      this.#http2 = new Http2Editor(this.#options);
      return;
    }
    this.#refusal = checkHosts(head, this.#options.hosts);
    if (this.#refusal) {
      this.#output.push(this.#requestBytes.takeUntil(this.#requests.headStart));
      if (this.#sent.length === 0) this.#toCaller = this.#answerRefused(this.#refusal);
      return;
    }
    const host = getHeaderValue(headers, "host");
    const isLookup = isCardLookup(method, target);
    this.#sent.push({ method, host, mayReturnCard: isLookup });
    const listen = formatAddress(this.#options.route.listen);
    this.#received.push({
      url: getRequestUrl(head, host ?? listen, "http:"),
      headers: [...headers],
    });
    this.#output.push(this.#requestBytes.takeUntil(this.#requests.headStart));
    const raw = this.#requestBytes.takeUntil(this.#requests.offset).toString("latin1");
    const edited = editRequestHead(
      editRequestTarget(raw, this.#options.route.target),
      this.#host,
      isLookup,
    );
    this.#output.push(Buffer.from(edited, "latin1"));
  }

  #answerRefused({ status, text }: ProxyRefusal): Buffer {
    this.#isOver = true;
    return Buffer.from(formatProxyResponse(status, text));
  }

  #addCall(bytes: Uint8Array): void {
    this.#callBytes += bytes.length;
    if (this.#callBytes <= MAX_CALL_BYTES) this.#call.push(bytes.slice());
    else this.#call = [];
  }

  #onRequestEnd(): void {
    if (this.#refusal) return;
    const sent = this.#sent.at(-1);
    const text = this.#call.length > 0 ? decodeStrict(Buffer.concat(this.#call)) : null;
    this.#call = [];
    this.#callBytes = 0;
    if (sent && text !== null && isExtendedCardCall(text)) sent.mayReturnCard = true;
  }

  #getBodyRule(head: HttpHead): BodyRule {
    return getResponseBodyRule(head, this.#sent[0]?.method);
  }

  #onResponseHead(head: HttpHead): void {
    if (head.kind !== "response") return;
    const { status, headers } = head;
    this.#isInterim = status < 200 && status !== 101;
    const length = Number(getHeaderValue(headers, "content-length") ?? 0);
    const mayBeCard = this.#sent[0]?.mayReturnCard === true && status === 200 && isJson(headers);
    if (!mayBeCard || length > this.#options.maxCardBytes) return;
    this.#output.push(this.#responseBytes.takeUntil(this.#responses.headStart));
    this.#held = { head, body: [], bytes: 0 };
  }

  #hold(bytes: Uint8Array): void {
    const held = this.#held;
    if (!held) return;
    held.bytes += bytes.length;
    if (held.bytes > this.#options.maxCardBytes) this.#held = null;
    else held.body.push(bytes.slice());
  }

  #onResponseEnd(): void {
    if (this.#isInterim) {
      this.#isInterim = false;
      return;
    }
    const sent = this.#sent.shift();
    const held = this.#held;
    this.#held = null;
    const raw = this.#responseBytes.takeUntil(this.#responses.offset);
    const delivery = held && this.#rewrite(held.head, Buffer.concat(held.body), sent?.host ?? null);
    this.#delivered.push(delivery ?? { notes: [] });
    const delivered = delivery?.delivered;
    this.#output.push(held && delivered ? formatResponse(raw, delivered) : raw);
    if (this.#refusal && this.#sent.length === 0) {
      this.#output.push(this.#answerRefused(this.#refusal));
    }
  }

  #rewrite(head: ResponseHead, body: Buffer, host: string | null): Delivery | null {
    const text = decodeContent(
      body,
      getHeaderValue(head.headers, "content-encoding"),
      this.#options.maxCardBytes,
    );
    const source = text === null ? null : parseCardSource(text);
    if (text === null || !source) return null;
    const { routes, route } = this.#options;
    const rewritten = rewriteCard(source, (url) => mapCardUrl(url, routes, route, host));
    const notes = describeCard(
      source.urls.map(({ url }) => url),
      rewritten?.changes ?? [],
      routes,
    );
    if (requiresClientCertificate(source.node.value)) {
      notes.push(describeBoundCredential("client certificate"));
    }
    if (!rewritten) return { notes };
    const headers = createEditedHeaders(head.headers, Buffer.byteLength(rewritten.text));
    const isUnsigned = rewritten.changes.some(({ to }) => to === null);
    return {
      notes,
      ...(isUnsigned && { signedCard: text.slice(source.node.from, source.node.to) }),
      delivered: { headers, body: rewritten.text, changes: rewritten.changes },
    };
  }
}

/** The first bytes of HTTP/2 look like a request. */
const isHttp2Preface = ({ method, target }: RequestHead) => method === "PRI" && target === "*";

/** Conditions refer to a card that the caller may have from the agent itself, with its addresses. */
const CONDITIONS = /^(?:if-none-match|if-modified-since):.*\r?\n/gim;

function editRequestHead(raw: string, host: string, isLookup: boolean): string {
  const edited = raw.replace(/^(host:[ \t]*)[^\r\n]*/im, (_, name: string) => name + host);
  return isLookup ? edited.replace(CONDITIONS, "") : edited;
}

/** Puts the prefix of the agent before the path. The agent is another origin than the caller names. */
function editRequestTarget(raw: string, { isSecure, prefix }: TapTarget): string {
  if (!isSecure && prefix === "") return raw;
  return raw.replace(/^(\s*\S+ )(\S+)/, (line, method: string, target: string) => {
    const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*(?=[/?#]|$)/i, "");
    if (path !== "" && !path.startsWith("/") && !path.startsWith("?")) return line;
    return `${method}${prefix}${path.startsWith("/") ? path : `/${path}`}`;
  });
}
