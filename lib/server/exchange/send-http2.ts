/**
 * Sends one request over HTTP/2 on its own connection, to an address that the target guard allowed:
 * with TLS after ALPN has chosen h2, without TLS with prior knowledge.
 *
 * Guarantees: those of `send-http1.ts`, except that the connection is never held; when stopped, the
 * stream is canceled before the connection closes.
 */

import http2, { type ClientHttp2Session, type ClientHttp2Stream, constants } from "node:http2";
import net, { isIP, type Socket } from "node:net";
import tls, { TLSSocket } from "node:tls";
import { getErrorMessage } from "../../text/error-message.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { AllowedTarget } from "../ssrf-guard/resolve-target.ts";
import type { ExchangeContext } from "./exchange-context.ts";
import {
  type ConnectionPhase,
  createBodyLimitEnd,
  createFailedEnd,
  createFixedLimitEnd,
  createHangUpEnd,
  createRefusedEnd,
  type EndDetails,
} from "./exchange-end.ts";
import { createHeaderBlock, getRequestBody, type HttpRequest } from "./http-request.ts";
import { ResponseBody } from "./response-body.ts";
import { createPinnedLookup, type SendResult, toHeaderList } from "./send-http1.ts";
import { toTlsEnd } from "./tls-failure.ts";
import { describeUntrusted, type TlsTrust } from "./tls-trust.ts";

export function sendHttp2(
  request: HttpRequest,
  target: AllowedTarget,
  trust: TlsTrust,
  context: ExchangeContext,
): Promise<SendResult> {
  return new Promise((resolve) => {
    new Http2Sender(request, target, trust, context, resolve).start();
  });
}

/** Time for the connection to close in order. */
const CLOSE_GRACE_MS = 1_000;

const MAX_HEADERS = 1 << 16;

class Http2Sender {
  readonly #request: HttpRequest;
  readonly #target: AllowedTarget;
  readonly #trust: TlsTrust;
  readonly #context: ExchangeContext;
  readonly #resolve: (result: SendResult) => void;
  readonly #stop = () => this.#settle(this.#context.getStopEnd());

  #phase: ConnectionPhase = "connect";
  #socket: Socket | null = null;
  #session: ClientHttp2Session | null = null;
  #stream: ClientHttp2Stream | null = null;
  #body: ResponseBody | null = null;
  /** The server sent HTTP/2 settings. */
  #speaksHttp2 = false;
  #isStreamEnded = false;
  #isLost = false;
  #trailers: HeaderList = [];
  #error: Error | null = null;
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
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const { url, host, port } = this.#target;
    const { recordTiming, recordActivity, stopConnectTimer } = this.#context;
    const address = { host, port, lookup: createPinnedLookup(this.#target) };
    const secure = url.protocol === "https:";
    const socket = secure
      ? tls.connect({
          ...address,
          ...this.#trust.options,
          ALPNProtocols: ["h2"],
          servername: isIP(host) ? "" : host,
        })
      : net.connect(address);
    socket.on("connect", () => {
      recordTiming("connect");
      this.#phase = secure ? "handshake" : "exchange";
      recordActivity();
      if (secure) return;
      stopConnectTimer();
      this.#openSession(socket);
    });
    socket.on("secureConnect", () => {
      recordTiming("tls");
      this.#phase = "exchange";
      stopConnectTimer();
      recordActivity();
      if (socket instanceof TLSSocket) this.#onSecure(socket);
    });
    socket.on("error", (error) => this.#onError(error));
    socket.on("close", () => {
      if (!this.#session) this.#settle(this.#createEarlyCloseEnd());
    });
    return socket;
  }

  #onSecure(socket: TLSSocket): void {
    const note = describeUntrusted(socket);
    if (note !== null) this.#context.addNote(note);
    const { alpnProtocol } = socket;
    if (alpnProtocol === "h2") return this.#openSession(socket);
    const choice = alpnProtocol ? `it chose ${alpnProtocol}` : "no protocol was agreed on";
    this.#settle(
      createHangUpEnd(`The agent does not speak HTTP/2 over TLS: ${choice}. ${HTTP2_HINT}`),
    );
  }

  #openSession(socket: Socket): void {
    const { recordActivity, addNote } = this.#context;
    const { origin } = this.#target.url;
    const session = http2.connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MAX_HEADERS,
      settings: { enablePush: false },
    });
    this.#session = session;
    session.on("remoteSettings", () => {
      this.#speaksHttp2 = true;
      recordActivity();
    });
    session.on("ping", recordActivity);
    session.on("goaway", (code) => {
      if (code !== constants.NGHTTP2_NO_ERROR)
        addNote(`The agent sent GOAWAY (${getErrorName(code)}).`);
    });
    session.on("error", (error) => {
      this.#error ??= error;
    });
    session.on("close", () => {
      this.#isLost = true;
      void this.#onStreamClose();
    });
    try {
      this.#attachStream(session.request(this.#createHeaders()));
    } catch (error) {
      // Node.js rejects headers that cannot be sent.
      this.#settle(createRefusedEnd(getErrorMessage(error)));
    }
  }

  #createHeaders(): Record<string, string | string[]> {
    const { url } = this.#target;
    const headers: Record<string, string | string[]> = {
      ":method": this.#request.method,
      ":scheme": url.protocol.slice(0, -1),
      ":path": url.pathname + url.search,
    };
    for (const [name, value] of createHeaderBlock(this.#request)) {
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return headers;
  }

  #attachStream(stream: ClientHttp2Stream): void {
    const { recordActivity, recordTiming, addNote } = this.#context;
    this.#stream = stream;
    stream.on("headers", (_, __, raw: string[] = []) => {
      recordActivity();
      addNote(`Received before the response: ${raw.join(" ")}`);
    });
    stream.on("response", (headers, _, raw: string[] = []) => {
      recordActivity();
      recordTiming("firstByte");
      this.#onResponse(stream, headers[":status"] ?? 0, toHeaderList(raw));
    });
    stream.on("trailers", (_, __, raw: string[] = []) => {
      recordActivity();
      this.#trailers = toHeaderList(raw);
    });
    stream.on("end", () => {
      this.#isStreamEnded = true;
    });
    stream.on("error", (error) => {
      this.#error ??= error;
    });
    stream.on("close", () => void this.#onStreamClose());
    stream.end(getRequestBody(this.#request));
  }

  #onResponse(stream: ClientHttp2Stream, status: number, all: HeaderList): void {
    const { x, sink, maskStream, responseLimit, addNote, recordActivity, recordHead } =
      this.#context;
    const headers = all.filter(([name]) => !name.startsWith(":"));
    const socket = this.#socket ?? {};
    recordHead({ statusCode: status, httpVersion: "2.0", socket }, headers, undefined);
    stream.on("data", recordActivity);
    this.#body = new ResponseBody(stream, {
      x,
      sink,
      maskStream,
      coding: undefined,
      isBinary: true,
      maxBytes: responseLimit.value,
      onLimit: () => this.#settle(createBodyLimitEnd(responseLimit)),
      onNote: addNote,
    });
    // Even a response that has only trailers must be read to its end.
    stream.resume();
  }

  /** Handles the close of the stream or its connection. A lost connection gives the reason when it closes. */
  async #onStreamClose(): Promise<void> {
    if (this.#isSettled || !this.#stream?.closed) return;
    const code = this.#stream.rstCode ?? constants.NGHTTP2_NO_ERROR;
    const isWhole =
      this.#trailers.length > 0 || (this.#isStreamEnded && code === 0 && this.#body !== null);
    // A connection that breaks closes its streams first.
    const isBreaking = this.#session?.destroyed === true && !this.#isLost;
    if (!isWhole && isBreaking) return;
    await this.#body?.finish();
    if (isWhole) {
      const trailers = this.#trailers;
      return this.#settle({ cause: "complete", ...(trailers.length > 0 && { trailers }) });
    }
    this.#settle(
      this.#isLost
        ? this.#createLostEnd()
        : createHangUpEnd(`The agent reset the stream (${getErrorName(code)}).`),
    );
  }

  #createLostEnd(): EndDetails {
    if (TOO_MANY_FRAMES.test(this.#error?.message ?? ""))
      return createFixedLimitEnd(HEADERS_TOO_LONG);
    if (!this.#speaksHttp2)
      return createHangUpEnd(`The server does not speak HTTP/2. ${HTTP2_HINT}`);
    const isSystemError = this.#error !== null && "syscall" in this.#error;
    if (isSystemError) return createFailedEnd(this.#error, this.#phase);
    const when = this.#body === null ? "without a response" : "before the response was complete";
    return createHangUpEnd(`The agent closed the connection ${when}.`);
  }

  #createEarlyCloseEnd(): EndDetails {
    if (this.#phase !== "handshake") return createHangUpEnd("The agent closed the connection.");
    const message = "The agent closed the connection during the TLS handshake.";
    return { cause: "tls", error: { by: "agent", message } };
  }

  #onError(error: Error): void {
    this.#error ??= error;
    if (this.#session) return;
    this.#settle(toTlsEnd(error) ?? createFailedEnd(error, this.#phase));
  }

  #settle(end: EndDetails): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#context.signal.removeEventListener("abort", this.#stop);
    this.#body?.finishNow();
    this.#disconnect();
    this.#resolve({ end });
  }

  /** Cancels the stream, then closes the connection. */
  #disconnect(): void {
    const session = this.#session;
    if (!session) return void this.#socket?.destroy();
    if (!this.#stream?.closed) this.#stream?.close(constants.NGHTTP2_CANCEL);
    session.close();
    const close = () => {
      session.destroy();
      // A session waits until the other side closes too, which a stopped agent never does.
      this.#socket?.destroy();
    };
    setTimeout(close, CLOSE_GRACE_MS).unref();
  }
}

/** Message of the HTTP/2 library, which has no error code for it. */
const TOO_MANY_FRAMES = /^Too many CONTINUATION frames/;
const HEADERS_TOO_LONG = "The response headers exceed the eight frames that Loupe reads.";

const HTTP2_HINT =
  "gRPC needs HTTP/2. This may be the port of another binding, or it may expect TLS.";

/** The error name of the standard, such as `INTERNAL_ERROR`. */
function getErrorName(code: number): string {
  const found = Object.entries(constants).find(
    ([name, value]) => value === code && ERROR_NAME_PATTERN.test(name),
  );
  return found?.[0].replace("NGHTTP2_", "") ?? `code ${code}`;
}

const ERROR_NAME_PATTERN =
  /^NGHTTP2_(?:NO_ERROR|PROTOCOL_ERROR|INTERNAL_ERROR|FLOW_CONTROL_ERROR|SETTINGS_TIMEOUT|STREAM_CLOSED|FRAME_SIZE_ERROR|REFUSED_STREAM|CANCEL|COMPRESSION_ERROR|CONNECT_ERROR|ENHANCE_YOUR_CALM|INADEQUATE_SECURITY|HTTP_1_1_REQUIRED)$/;
