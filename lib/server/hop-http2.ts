/**
 * One request over one connection of HTTP/2 of its own, to an address the guard has judged: with
 * TLS as ALPN agrees on it, without by knowing that the other side speaks it.
 *
 * Guarantees: those of `hop.ts`; when stopped, the agent is told so before the connection closes.
 */
import http2, { type ClientHttp2Session, type ClientHttp2Stream, constants } from "node:http2";
import net, { isIP, type Socket } from "node:net";
import tls, { TLSSocket } from "node:tls";
import type { HeaderList } from "../wire/record.ts";
import { AnswerBody } from "./answer-body.ts";
import type { Course } from "./course.ts";
import {
  bodyLimit,
  type Ending,
  failed,
  fixedLimit,
  hungUp,
  type Phase,
  refusal,
} from "./failure.ts";
import type { Target } from "./guard/target.ts";
import { type HopResult, pairs, pinnedTo } from "./hop.ts";
import { bodyOf, headerBlock, type Outgoing } from "./outgoing.ts";
import { type Trust, untrustedNote } from "./tls.ts";
import { tlsEnding } from "./tls-failure.ts";

export function performHttp2Hop(
  request: Outgoing,
  target: Target,
  trust: Trust,
  course: Course,
): Promise<HopResult> {
  return new Promise((resolve) => {
    new Http2Hop(request, target, trust, course, resolve).start();
  });
}

/** What the connection gets to say its last words. */
const LAST_WORDS_MS = 1_000;

const MOST_HEADERS = 1 << 16;

class Http2Hop {
  readonly #request: Outgoing;
  readonly #target: Target;
  readonly #trust: Trust;
  readonly #course: Course;
  readonly #resolve: (result: HopResult) => void;
  readonly #stop = () => this.#settle(this.#course.stopped());

  #phase: Phase = "connect";
  #socket: Socket | null = null;
  #session: ClientHttp2Session | null = null;
  #stream: ClientHttp2Stream | null = null;
  #body: AnswerBody | null = null;
  /** The other side said something in HTTP/2. */
  #speaks = false;
  #ended = false;
  #isLost = false;
  #trailers: HeaderList = [];
  #error: Error | null = null;
  #settled = false;

  constructor(
    request: Outgoing,
    target: Target,
    trust: Trust,
    course: Course,
    resolve: (result: HopResult) => void,
  ) {
    this.#request = request;
    this.#target = target;
    this.#trust = trust;
    this.#course = course;
    this.#resolve = resolve;
  }

  start(): void {
    const { signal } = this.#course;
    if (signal.aborted) return this.#stop();
    signal.addEventListener("abort", this.#stop);
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const { url, host, port } = this.#target;
    const { timing, alive, connected } = this.#course;
    const place = { host, port, lookup: pinnedTo(this.#target) };
    const secure = url.protocol === "https:";
    const socket = secure
      ? tls.connect({
          ...place,
          ...this.#trust.options,
          ALPNProtocols: ["h2"],
          servername: isIP(host) ? "" : host,
        })
      : net.connect(place);
    socket.on("connect", () => {
      timing("connect");
      this.#phase = secure ? "handshake" : "exchange";
      alive();
      if (secure) return;
      connected();
      this.#begin(socket);
    });
    socket.on("secureConnect", () => {
      timing("tls");
      this.#phase = "exchange";
      connected();
      alive();
      if (socket instanceof TLSSocket) this.#secured(socket);
    });
    socket.on("error", (error) => this.#failed(error));
    socket.on("close", () => {
      if (!this.#session) this.#settle(this.#closedEarly());
    });
    return socket;
  }

  #secured(socket: TLSSocket): void {
    const note = untrustedNote(socket);
    if (note !== null) this.#course.note(note);
    const { alpnProtocol } = socket;
    if (alpnProtocol === "h2") return this.#begin(socket);
    const said = alpnProtocol ? `chose ${alpnProtocol}` : "agreed on no protocol";
    this.#settle(hungUp(`The agent does not speak HTTP/2 over TLS, it ${said}. ${NEEDED}`));
  }

  #begin(socket: Socket): void {
    const { alive, note } = this.#course;
    const { origin } = this.#target.url;
    const session = http2.connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MOST_HEADERS,
      settings: { enablePush: false },
    });
    this.#session = session;
    session.on("remoteSettings", () => {
      this.#speaks = true;
      alive();
    });
    session.on("ping", alive);
    session.on("goaway", (code) => {
      if (code !== constants.NGHTTP2_NO_ERROR) note(`The agent says goodbye: ${nameOf(code)}.`);
    });
    session.on("error", (error) => {
      this.#error ??= error;
    });
    session.on("close", () => {
      this.#isLost = true;
      void this.#over();
    });
    try {
      this.#follow(session.request(this.#headers()));
    } catch (error) {
      // Node.js refuses headers that cannot stand on the wire.
      this.#settle(refusal(error instanceof Error ? error.message : String(error)));
    }
  }

  #headers(): Record<string, string | string[]> {
    const { url } = this.#target;
    const headers: Record<string, string | string[]> = {
      ":method": this.#request.method,
      ":scheme": url.protocol.slice(0, -1),
      ":path": url.pathname + url.search,
    };
    for (const [name, value] of headerBlock(this.#request)) {
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return headers;
  }

  #follow(stream: ClientHttp2Stream): void {
    const { alive, timing, note } = this.#course;
    this.#stream = stream;
    stream.on("headers", (_, __, raw: string[] = []) => {
      alive();
      note(`Before the answer came ${raw.join(" ")}`);
    });
    stream.on("response", (headers, _, raw: string[] = []) => {
      alive();
      timing("firstByte");
      this.#answer(stream, headers[":status"] ?? 0, pairs(raw));
    });
    stream.on("trailers", (_, __, raw: string[] = []) => {
      alive();
      this.#trailers = pairs(raw);
    });
    stream.on("end", () => {
      this.#ended = true;
    });
    stream.on("error", (error) => {
      this.#error ??= error;
    });
    stream.on("close", () => void this.#over());
    stream.end(bodyOf(this.#request));
  }

  #answer(stream: ClientHttp2Stream, status: number, all: HeaderList): void {
    const { x, sink, scrubber, answer, note, alive, head } = this.#course;
    const headers = all.filter(([name]) => !name.startsWith(":"));
    const socket = this.#socket ?? {};
    head({ statusCode: status, httpVersion: "2.0", socket }, headers, undefined);
    stream.on("data", alive);
    this.#body = new AnswerBody(stream, {
      x,
      sink,
      scrubber,
      coding: undefined,
      isBinary: true,
      maxBytes: answer.value,
      onLimit: () => this.#settle(bodyLimit(answer)),
      onNote: note,
    });
    // An answer of trailers alone has no body to read, and must be read to its end.
    stream.resume();
  }

  /** The stream closed, or its connection. When that was lost, its own close says why. */
  async #over(): Promise<void> {
    if (this.#settled || !this.#stream?.closed) return;
    const code = this.#stream.rstCode ?? constants.NGHTTP2_NO_ERROR;
    const isWhole = this.#trailers.length > 0 || (this.#ended && code === 0 && this.#body !== null);
    // A connection that breaks closes its streams first.
    const isBreaking = this.#session?.destroyed === true && !this.#isLost;
    if (!isWhole && isBreaking) return;
    await this.#body?.finish();
    if (isWhole) {
      const trailers = this.#trailers;
      return this.#settle({ cause: "complete", ...(trailers.length > 0 && { trailers }) });
    }
    this.#settle(
      this.#isLost ? this.#lost() : hungUp(`The agent reset the stream (${nameOf(code)}).`),
    );
  }

  #lost(): Ending {
    if (TOO_MANY_FRAMES.test(this.#error?.message ?? "")) return fixedLimit(HEADERS_TOO_LONG);
    if (!this.#speaks) return hungUp(`What answers there does not speak HTTP/2. ${NEEDED}`);
    const isSystems = this.#error !== null && "syscall" in this.#error;
    if (isSystems) return failed(this.#error, this.#phase);
    const when = this.#body === null ? "without an answer" : "in the middle of its answer";
    return hungUp(`The agent closed the connection ${when}.`);
  }

  #closedEarly(): Ending {
    if (this.#phase !== "handshake") return hungUp("The agent closed the connection.");
    const message = "The agent closed the connection during the TLS handshake.";
    return { cause: "tls", error: { by: "agent", message } };
  }

  #failed(error: Error): void {
    this.#error ??= error;
    if (this.#session) return;
    this.#settle(tlsEnding(error) ?? failed(error, this.#phase));
  }

  #settle(ending: Ending): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#course.signal.removeEventListener("abort", this.#stop);
    this.#body?.cut();
    this.#hangUp();
    this.#resolve({ ending });
  }

  /** Tells the agent that nobody listens any more, then closes. */
  #hangUp(): void {
    const session = this.#session;
    if (!session) return void this.#socket?.destroy();
    if (!this.#stream?.closed) this.#stream?.close(constants.NGHTTP2_CANCEL);
    session.close();
    const close = () => {
      session.destroy();
      // A session waits for the other side to close as well, which one that stopped never does.
      this.#socket?.destroy();
    };
    setTimeout(close, LAST_WORDS_MS).unref();
  }
}

/** The library's words; it has no code for them. */
const TOO_MANY_FRAMES = /^Too many CONTINUATION frames/;
const HEADERS_TOO_LONG =
  "The answer's headers come in more frames than the eight that Loupe reads of them.";

const NEEDED = "gRPC needs it. Perhaps this is the port of another binding, or it expects TLS.";

/** `INTERNAL_ERROR`, as the standard names it. */
function nameOf(code: number): string {
  const found = Object.entries(constants).find(
    ([name, value]) => value === code && ERROR_NAME.test(name),
  );
  return found?.[0].replace("NGHTTP2_", "") ?? `code ${code}`;
}

const ERROR_NAME =
  /^NGHTTP2_(?:NO_ERROR|PROTOCOL_ERROR|INTERNAL_ERROR|FLOW_CONTROL_ERROR|SETTINGS_TIMEOUT|STREAM_CLOSED|FRAME_SIZE_ERROR|REFUSED_STREAM|CANCEL|COMPRESSION_ERROR|CONNECT_ERROR|ENHANCE_YOUR_CALM|INADEQUATE_SECURITY|HTTP_1_1_REQUIRED)$/;
