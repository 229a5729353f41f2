/**
 * One request over one connection of its own, to an address the guard has judged.
 *
 * Guarantees: connects to no other address whatever the name resolves to by now; ends in exactly
 * one result and never throws; when stopped or broken off, the socket is closed at once; after a
 * whole answer it is handed on to be held, and never used again.
 */
import type { ClientRequest, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { formatPlural } from "../wire/plural.ts";
import { type HeaderList, SKIPPED_TEXT_LIMIT, type UnparsedBytes } from "../wire/record.ts";
import { AnswerBody, dataRecord, recordedBytes } from "./answer-body.ts";
import { findCoding } from "./content-coding.ts";
import type { Course } from "./course.ts";
import {
  bodyLimit,
  type Ending,
  failed,
  fixedLimit,
  hungUp,
  isHangUp,
  type Phase,
  refusal,
} from "./failure.ts";
import type { Target } from "./guard/target.ts";
import { bodyOf, headerBlock, isRedirect, type Outgoing } from "./outgoing.ts";
import { type Trust, untrustedNote } from "./tls.ts";
import { tlsEnding } from "./tls-failure.ts";

export type HopResult =
  | { redirect: { status: number; location: string; headers: HeaderList } }
  | { ending: Ending };

const MAX_HEADER_BYTES = 1 << 18;

/** What the parser takes no more of, by its codes. */
const OVERFLOWS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The answer's headers are longer than the ${MAX_HEADER_BYTES >> 10} KiB that Loupe reads of them.`,
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    "The extensions of the answer's chunks are longer than the 16 KiB that Loupe reads of them.",
};

export function performHop(
  request: Outgoing,
  target: Target,
  trust: Trust,
  course: Course,
): Promise<HopResult> {
  return new Promise((resolve) => {
    new Hop(request, target, trust, course, resolve).start();
  });
}

class Hop {
  readonly #request: Outgoing;
  readonly #target: Target;
  readonly #trust: Trust;
  readonly #course: Course;
  readonly #resolve: (result: HopResult) => void;
  readonly #stop = () => this.#settle({ ending: this.#course.stopped() });

  #client: ClientRequest | null = null;
  #socket: Socket | null = null;
  #phase: Phase = "connect";
  #response: IncomingMessage | null = null;
  #isWhole = false;
  #isHeld = false;
  #body: AnswerBody | null = null;
  /** What was read before there was a head, a read each: the evidence where there never is one. */
  #beforeHead: { readonly bytes: Buffer; readonly t: number }[] = [];
  #beforeHeadBytes = 0;
  #unparsed: UnparsedBytes | null = null;
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
    try {
      this.#client = this.#send();
    } catch (error) {
      // Node.js refuses header values and methods that cannot stand on the wire.
      this.#settle({ ending: refusal(error instanceof Error ? error.message : String(error)) });
    }
  }

  #send(): ClientRequest {
    const { url, host, port } = this.#target;
    const secure = url.protocol === "https:";
    const client = (secure ? https : http).request({
      agent: this.#agent(secure),
      headers: headerBlock(this.#request).flat(),
      host,
      lookup: pinnedTo(this.#target),
      maxHeaderSize: MAX_HEADER_BYTES,
      method: this.#request.method,
      path: url.pathname + url.search,
      port,
      ...(secure && { ...this.#trust.options, servername: isIP(host) ? "" : host }),
    });
    client.maxHeadersCount = 0;
    client.on("socket", (socket) => this.#follow(socket, secure));
    client.on("information", ({ statusCode, statusMessage, rawHeaders }) => {
      const headers = pairs(rawHeaders).map(([name, value]) => `\n${name}: ${value}`);
      this.#course.note(`Before the answer came ${statusCode} ${statusMessage}${headers.join("")}`);
    });
    client.on("response", (response) => this.#answer(response));
    client.on("error", (error) => void this.#fail(error));
    client.end(bodyOf(this.#request));
    return client;
  }

  /** Of one connection, so that it can be said what becomes of that after the answer. */
  #agent(secure: boolean): http.Agent {
    const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
    agent.keepSocketAlive = (socket) => {
      // The parameter's type is that of any stream; over a network it is a socket.
      if (!(socket instanceof Socket) || !this.#isWhole || this.#settled) return false;
      socket.off("data", this.#course.alive);
      this.#isHeld = this.#course.hold(socket);
      return this.#isHeld;
    };
    return agent;
  }

  #follow(socket: Socket, secure: boolean): void {
    this.#socket = socket;
    const { timing, alive, connected } = this.#course;
    socket.on("connect", () => {
      timing("connect");
      this.#phase = secure ? "handshake" : "exchange";
      if (!secure) connected();
      alive();
    });
    socket.on("secureConnect", () => {
      timing("tls");
      this.#phase = "exchange";
      connected();
      alive();
      const note = socket instanceof TLSSocket ? untrustedNote(socket) : null;
      if (note !== null) this.#course.note(note);
    });
    // Before the parser, which hands out the answer in the same turn.
    socket.prependOnceListener("data", () => timing("firstByte"));
    socket.prependListener("data", this.#keepBeforeHead);
    socket.on("data", alive);
  }

  readonly #keepBeforeHead = (read: Buffer): void => {
    const bytes = read.subarray(0, MAX_HEADER_BYTES - this.#beforeHeadBytes);
    this.#beforeHeadBytes += bytes.length;
    if (bytes.length > 0) this.#beforeHead.push({ bytes, t: this.#course.sink.now() });
  };

  #answer(response: IncomingMessage): void {
    this.#response = response;
    this.#socket?.off("data", this.#keepBeforeHead);
    this.#beforeHead = [];
    const course = this.#course;
    const status = response.statusCode ?? 0;
    const headers = pairs(response.rawHeaders);
    const location = response.headers.location;
    if (isRedirect(status) && location !== undefined) {
      return this.#settle({ redirect: { status, location, headers } });
    }
    const coding = hasBody(this.#request.method, status)
      ? findCoding(response.headers["content-encoding"])
      : undefined;
    course.head(response, headers, coding?.name);
    this.#body = new AnswerBody(response, {
      x: course.x,
      sink: course.sink,
      scrubber: course.scrubber,
      coding,
      maxBytes: course.answer.value,
      onLimit: () => this.#settle({ ending: bodyLimit(course.answer) }),
      onNote: course.note,
    });
    // As soon as it is there: the connection is free before the last of it is written down.
    response.on("end", () => {
      this.#isWhole = response.complete;
      void this.#complete(response);
    });
    response.on("error", (error) => void this.#fail(error));
  }

  async #complete(response: IncomingMessage): Promise<void> {
    await this.#body?.finish();
    const trailers = pairs(response.rawTrailers);
    this.#settle({
      ending: { cause: "complete", ...(trailers.length > 0 && { trailers }) },
    });
  }

  async #fail(error: Error): Promise<void> {
    await this.#body?.finish();
    if (this.#settled) return;
    this.#keepUnparsed(error);
    const isWhole = this.#response?.complete === true;
    this.#settle({ ending: isWhole ? { cause: "complete" } : this.#endingOf(error) });
  }

  #endingOf(error: Error): Ending {
    if (isHangUp(error)) return this.#hungUp();
    const overflow = "code" in error ? OVERFLOWS[String(error.code)] : undefined;
    if (overflow !== undefined) return fixedLimit(overflow);
    const isTls = this.#target.url.protocol === "https:" && !this.#response;
    return (isTls && tlsEnding(error)) || failed(error, this.#phase);
  }

  #hungUp(): Ending {
    if (this.#response)
      return hungUp("The agent closed the connection in the middle of its answer.");
    // Agents that do not like a client certificate often say no more than this.
    const perhaps = this.#trust.identifies
      ? " Perhaps it does not accept the client certificate."
      : "";
    if (this.#phase === "exchange")
      return hungUp(`The agent closed the connection without an answer.${perhaps}`);
    const message = `The agent closed the connection during the TLS handshake.${perhaps}`;
    return { cause: "tls", error: { by: "agent", message } };
  }

  /** What the parser refused after the head; the body's masking has nothing of its own left by now. */
  #keepUnparsed(error: Error): void {
    if (!this.#response || !("rawPacket" in error) || !Buffer.isBuffer(error.rawPacket)) return;
    const { scrubber, note } = this.#course;
    const parsed = "bytesParsed" in error ? Number(error.bytesParsed) : 0;
    const rest = error.rawPacket.subarray(parsed);
    const after = this.#response.complete ? "After the whole answer came" : "There came";
    note(`${after} ${formatPlural(rest.length, "byte")} that are not HTTP: ${excerpt(rest)}`);
    const bytes = Buffer.concat([scrubber.push(rest), scrubber.flush()]);
    this.#unparsed = { ...recordedBytes(bytes), n: rest.length };
  }

  /** Of an answer that never had a head all that came is recorded: no other clue is as good. */
  #recordHeadless(): void {
    const { sink, scrubber, x } = this.#course;
    const reads = this.#beforeHead;
    this.#beforeHead = [];
    for (const [i, { bytes, t }] of reads.entries()) {
      const isLast = i === reads.length - 1;
      const masked = Buffer.concat([scrubber.push(bytes), ...(isLast ? [scrubber.flush()] : [])]);
      if (masked.length > 0) sink.append(dataRecord(x, t, masked));
    }
  }

  #settle(result: HopResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#course.signal.removeEventListener("abort", this.#stop);
    this.#body?.cut();
    this.#recordHeadless();
    const isComplete = "ending" in result && result.ending.cause === "complete";
    if (!isComplete || !this.#isHeld) this.#close();
    const body = this.#body;
    const compressed = body?.isDecoded ? { wireBytes: body.wireBytes } : {};
    const unparsed = this.#unparsed ? { unparsed: this.#unparsed } : {};
    this.#resolve(
      "ending" in result ? { ending: { ...result.ending, ...unparsed, ...compressed } } : result,
    );
  }

  #close(): void {
    this.#client?.on("error", () => undefined).destroy();
    this.#socket?.destroy();
  }
}

export function pinnedTo({ addresses }: Target): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    // Later than now, as Node.js expects of a lookup.
    queueMicrotask(() => {
      if (all) done(null, [...addresses]);
      else if (first) done(null, first.address, first.family);
      else done(new Error("The name has no address."), "", 0);
    });
  };
}

function excerpt(bytes: Buffer): string {
  return bytes.toString("latin1", 0, SKIPPED_TEXT_LIMIT);
}

function hasBody(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

export function pairs(flat: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) list.push([flat[i] ?? "", flat[i + 1] ?? ""]);
  return list;
}
