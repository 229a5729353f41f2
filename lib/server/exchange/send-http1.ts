/**
 * Sends one request over HTTP/1.1 on its own connection, to an address that the target guard allowed.
 *
 * Guarantees: connects to no other address, whatever the name resolves to by now; gives exactly one
 * result and never throws; when stopped or failed, the socket is closed at once; after a complete
 * response the socket is handed over to be held, and never reused.
 */

import type { ClientRequest, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { getErrorMessage } from "../../text/error-message.ts";
import { formatPlural } from "../../text/plural.ts";
import { type HeaderList, SKIPPED_TEXT_LIMIT, type UnparsedBytes } from "../../wire/record.ts";
import type { AllowedTarget } from "../ssrf-guard/resolve-target.ts";
import { findContentCoding } from "./content-coding.ts";
import type { ExchangeContext } from "./exchange-context.ts";
import {
  type ConnectionPhase,
  createBodyLimitEnd,
  createFailedEnd,
  createFixedLimitEnd,
  createHangUpEnd,
  createRefusedEnd,
  type EndDetails,
  isHangUp,
} from "./exchange-end.ts";
import {
  createHeaderBlock,
  getRequestBody,
  type HttpRequest,
  isRedirectStatus,
} from "./http-request.ts";
import { createDataRecord, encodeRecordBytes, ResponseBody } from "./response-body.ts";
import { toTlsEnd } from "./tls-failure.ts";
import { describeUntrusted, type TlsTrust } from "./tls-trust.ts";

export type SendResult =
  | { redirect: { status: number; location: string; headers: HeaderList } }
  | { end: EndDetails };

const MAX_HEADER_BYTES = 1 << 18;

/** Messages for parts of a response that exceed the HTTP parser's limits, by its error codes. */
const OVERFLOW_MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The response headers exceed the ${MAX_HEADER_BYTES >> 10} KiB that Loupe reads.`,
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    "The chunk extensions of the response exceed the 16 KiB that Loupe reads.",
};

export function sendHttp1(
  request: HttpRequest,
  target: AllowedTarget,
  trust: TlsTrust,
  context: ExchangeContext,
): Promise<SendResult> {
  return new Promise((resolve) => {
    new Http1Sender(request, target, trust, context, resolve).start();
  });
}

class Http1Sender {
  readonly #request: HttpRequest;
  readonly #target: AllowedTarget;
  readonly #trust: TlsTrust;
  readonly #context: ExchangeContext;
  readonly #resolve: (result: SendResult) => void;
  readonly #stop = () => this.#settle({ end: this.#context.getStopEnd() });

  #client: ClientRequest | null = null;
  #socket: Socket | null = null;
  #phase: ConnectionPhase = "connect";
  #response: IncomingMessage | null = null;
  #isComplete = false;
  #isKept = false;
  #body: ResponseBody | null = null;
  /** Reads before the response head: the evidence if no head ever comes. */
  #readsBeforeHead: { readonly bytes: Buffer; readonly t: number }[] = [];
  #lengthBeforeHead = 0;
  #unparsed: UnparsedBytes | null = null;
  #isSettled = false;

  constructor(
    request: HttpRequest,
    target: AllowedTarget,
    trust: TlsTrust,
    context: ExchangeContext,
    resolve: (result: SendResult) => void,
  ) {
    this.#request = request;
    this.#target = target;
    this.#trust = trust;
    this.#context = context;
    this.#resolve = resolve;
  }

  start(): void {
    const { signal } = this.#context;
    if (signal.aborted) return this.#stop();
    signal.addEventListener("abort", this.#stop);
    try {
      this.#client = this.#send();
    } catch (error) {
      // Node.js rejects methods and header values that cannot be sent.
      this.#settle({
        end: createRefusedEnd(getErrorMessage(error)),
      });
    }
  }

  #send(): ClientRequest {
    const { url, host, port } = this.#target;
    const secure = url.protocol === "https:";
    const client = (secure ? https : http).request({
      agent: this.#createAgent(secure),
      headers: createHeaderBlock(this.#request).flat(),
      host,
      lookup: createPinnedLookup(this.#target),
      maxHeaderSize: MAX_HEADER_BYTES,
      method: this.#request.method,
      path: url.pathname + url.search,
      port,
      ...(secure && { ...this.#trust.options, servername: isIP(host) ? "" : host }),
    });
    client.maxHeadersCount = 0;
    client.on("socket", (socket) => this.#attachSocket(socket, secure));
    client.on("information", ({ statusCode, statusMessage, rawHeaders }) => {
      const headers = toHeaderList(rawHeaders).map(([name, value]) => `\n${name}: ${value}`);
      this.#context.addNote(
        `Received before the response: ${statusCode} ${statusMessage}${headers.join("")}`,
      );
    });
    client.on("response", (response) => this.#onResponse(response));
    client.on("error", (error) => void this.#onError(error));
    client.end(getRequestBody(this.#request));
    return client;
  }

  /** An agent for a single connection, to decide what happens to it after the response. */
  #createAgent(secure: boolean): http.Agent {
    const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
    agent.keepSocketAlive = (socket) => {
      // The parameter's type is any stream, but a network connection is a socket.
      if (!(socket instanceof Socket) || !this.#isComplete || this.#isSettled) return false;
      socket.off("data", this.#context.recordActivity);
      this.#isKept = this.#context.hold(socket);
      return this.#isKept;
    };
    return agent;
  }

  #attachSocket(socket: Socket, secure: boolean): void {
    this.#socket = socket;
    const { recordTiming, recordActivity, stopConnectTimer } = this.#context;
    socket.on("connect", () => {
      recordTiming("connect");
      this.#phase = secure ? "handshake" : "exchange";
      if (!secure) stopConnectTimer();
      recordActivity();
    });
    socket.on("secureConnect", () => {
      recordTiming("tls");
      this.#phase = "exchange";
      stopConnectTimer();
      recordActivity();
      const note = socket instanceof TLSSocket ? describeUntrusted(socket) : null;
      if (note !== null) this.#context.addNote(note);
    });
    // Before the parser, which emits the response in the same turn.
    socket.prependOnceListener("data", () => recordTiming("firstByte"));
    socket.prependListener("data", this.#keepBeforeHead);
    socket.on("data", recordActivity);
  }

  readonly #keepBeforeHead = (read: Buffer): void => {
    const bytes = read.subarray(0, MAX_HEADER_BYTES - this.#lengthBeforeHead);
    this.#lengthBeforeHead += bytes.length;
    if (bytes.length > 0) this.#readsBeforeHead.push({ bytes, t: this.#context.sink.now() });
  };

  #onResponse(response: IncomingMessage): void {
    this.#response = response;
    this.#socket?.off("data", this.#keepBeforeHead);
    this.#readsBeforeHead = [];
    const context = this.#context;
    const status = response.statusCode ?? 0;
    const headers = toHeaderList(response.rawHeaders);
    const location = response.headers.location;
    if (isRedirectStatus(status) && location !== undefined) {
      return this.#settle({ redirect: { status, location, headers } });
    }
    const coding = hasBody(this.#request.method, status)
      ? findContentCoding(response.headers["content-encoding"])
      : undefined;
    context.recordHead(response, headers, coding?.name);
    this.#body = new ResponseBody(response, {
      x: context.x,
      sink: context.sink,
      maskStream: context.maskStream,
      coding,
      maxBytes: context.responseLimit.value,
      onLimit: () => this.#settle({ end: createBodyLimitEnd(context.responseLimit) }),
      onNote: context.addNote,
    });
    // Set at once: the connection becomes idle before the last bytes are recorded.
    response.on("end", () => {
      this.#isComplete = response.complete;
      void this.#complete(response);
    });
    response.on("error", (error) => void this.#onError(error));
  }

  async #complete(response: IncomingMessage): Promise<void> {
    await this.#body?.finish();
    const trailers = toHeaderList(response.rawTrailers);
    this.#settle({
      end: { cause: "complete", ...(trailers.length > 0 && { trailers }) },
    });
  }

  async #onError(error: Error): Promise<void> {
    await this.#body?.finish();
    if (this.#isSettled) return;
    this.#keepUnparsed(error);
    const isWhole = this.#response?.complete === true;
    this.#settle({ end: isWhole ? { cause: "complete" } : this.#toEnd(error) });
  }

  #toEnd(error: Error): EndDetails {
    if (isHangUp(error)) return this.#createHangUpEnd();
    const overflow = "code" in error ? OVERFLOW_MESSAGES[String(error.code)] : undefined;
    if (overflow !== undefined) return createFixedLimitEnd(overflow);
    const isTls = this.#target.url.protocol === "https:" && !this.#response;
    return (isTls && toTlsEnd(error)) || createFailedEnd(error, this.#phase);
  }

  #createHangUpEnd(): EndDetails {
    if (this.#response)
      return createHangUpEnd("The agent closed the connection before the response was complete.");
    // Agents that reject a client certificate often just close the connection.
    const hint = this.#trust.identifies ? " It may have rejected the client certificate." : "";
    if (this.#phase === "exchange")
      return createHangUpEnd(`The agent closed the connection without a response.${hint}`);
    const message = `The agent closed the connection during the TLS handshake.${hint}`;
    return { cause: "tls", error: { by: "agent", message } };
  }

  /** Keeps the bytes that the parser rejected after the head. The body's mask stream is already flushed. */
  #keepUnparsed(error: Error): void {
    if (!this.#response || !("rawPacket" in error) || !Buffer.isBuffer(error.rawPacket)) return;
    const { maskStream, addNote } = this.#context;
    const parsed = "bytesParsed" in error ? Number(error.bytesParsed) : 0;
    const rest = error.rawPacket.subarray(parsed);
    const when = this.#response.complete ? " after the complete response" : "";
    addNote(
      `Received ${formatPlural(rest.length, "byte")} that are not HTTP${when}: ${getExcerpt(rest)}`,
    );
    const bytes = Buffer.concat([maskStream.push(rest), maskStream.flush()]);
    this.#unparsed = { ...encodeRecordBytes(bytes), n: rest.length };
  }

  /** Records everything received if no head ever came, as it is the best clue. */
  #recordHeadless(): void {
    const { sink, maskStream, x } = this.#context;
    const reads = this.#readsBeforeHead;
    this.#readsBeforeHead = [];
    for (const [i, { bytes, t }] of reads.entries()) {
      const isLast = i === reads.length - 1;
      const masked = Buffer.concat([
        maskStream.push(bytes),
        ...(isLast ? [maskStream.flush()] : []),
      ]);
      if (masked.length > 0) sink.append(createDataRecord(x, t, masked));
    }
  }

  #settle(result: SendResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#context.signal.removeEventListener("abort", this.#stop);
    this.#body?.finishNow();
    this.#recordHeadless();
    const isComplete = "end" in result && result.end.cause === "complete";
    if (!isComplete || !this.#isKept) this.#close();
    const body = this.#body;
    const compressed = body?.isDecoded ? { wireBytes: body.wireBytes } : {};
    const unparsed = this.#unparsed ? { unparsed: this.#unparsed } : {};
    this.#resolve(
      "end" in result ? { end: { ...result.end, ...unparsed, ...compressed } } : result,
    );
  }

  #close(): void {
    this.#client?.on("error", () => undefined).destroy();
    this.#socket?.destroy();
  }
}

export function createPinnedLookup({ addresses }: AllowedTarget): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    // Node.js expects a lookup to be asynchronous.
    queueMicrotask(() => {
      if (all) done(null, [...addresses]);
      else if (first) done(null, first.address, first.family);
      else done(new Error("The name has no address."), "", 0);
    });
  };
}

function getExcerpt(bytes: Buffer): string {
  return bytes.toString("latin1", 0, SKIPPED_TEXT_LIMIT);
}

function hasBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

export function toHeaderList(flat: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) list.push([flat[i] ?? "", flat[i + 1] ?? ""]);
  return list;
}
