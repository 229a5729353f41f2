/**
 * One stream of an HTTP/2 connection whose tap has a plan: an exchange with its request and response.
 *
 * Guarantees: what the agent sends after Loupe ended the response is recorded and goes nowhere.
 */

import { isGrpcContentType } from "../../../wire/grpc-framer.ts";
import { getHeaderValue } from "../../../wire/headers.ts";
import type { HeaderList } from "../../../wire/record.ts";
import type { MatchPlace } from "./conditions.ts";
import { createEventFormat } from "./event-bytes.ts";
import { createReset, Http2Writer } from "./http2-streams.ts";
import { formatPlanError, type PlanError } from "./plan-error.ts";
import { RequestGate, type RequestSide } from "./request-gate.ts";
import { type CallerSide, type EditDetails, KEEP_ALIVE, ResponseGate } from "./response-gate.ts";
import type { TapPlan } from "./tap-plan.ts";
import { TaskQueue } from "./task-queue.ts";
import { WatchedExchange } from "./watched-exchange.ts";

interface PlanStreamOptions {
  readonly plan: TapPlan;
  readonly place: MatchPlace & { readonly connection: number };
  readonly scheme: "http:" | "https:";
  /** Its number on the side of the caller. */
  readonly id: number;
  /** Of the request. */
  readonly headers: HeaderList;
  readonly caller: Http2Writer;
  readonly agent: Http2Writer;
  /** The number on the side of the agent. */
  openAgentStream(): number;
  /** Keeps the connection of the caller alive. */
  ping(): void;
  record(direction: "request" | "response", bytes: Buffer): void;
  onEdit(exchange: number, edit: EditDetails): void;
  /** Neither side sends any more. */
  onOver(): void;
}

const CODE = { internalError: 2, cancel: 8 } as const;
/** What a request may have to be held: less than the window of its connection. */
const MAX_HELD_REQUEST = 1 << 15;
const EMPTY = Buffer.alloc(0);

export class PlanStream {
  readonly id: number;
  readonly queue: TaskQueue;
  readonly #options: PlanStreamOptions;
  readonly #isGrpc: boolean;
  readonly #gone = new AbortController();
  #agentId: number | null = null;
  /** The body of the request so far. */
  readonly #request: Buffer[] = [];
  #requestBytes = 0;
  #isRequestHeld: boolean;
  #isRequestOver = false;
  #isResponseOver = false;
  #watched: WatchedExchange | null = null;
  #gate: ResponseGate | null = null;
  #hasHead = false;
  /** Of the response, as it is known to the gate. */
  #body: Buffer = EMPTY;
  #bodyStart = 0;
  #passing: { from: number; to: number } | null = null;
  #heldBytes = 0;
  #stepsTo: "event" | "state" | null = null;

  constructor(options: PlanStreamOptions) {
    this.#options = options;
    this.id = options.id;
    this.queue = new TaskQueue(() => this.flush());
    const type = getHeaderValue(options.headers, "content-type") ?? "";
    this.#isGrpc = isGrpcContentType(type);
    this.#isRequestHeld = options.plan.hasRequestSteps;
  }

  get agentId(): number | null {
    return this.#agentId;
  }

  /** Bytes of the response that wait for a decision. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  flush(): void {
    const range = this.#passing;
    this.#passing = null;
    if (range) this.#send(this.#take(range.from, range.to));
  }

  /** The caller is gone. */
  leave(): void {
    this.#gone.abort();
  }

  // The request.

  onRequestHeaders(isLast: boolean): void {
    if (!this.#isRequestHeld) this.#openAgent(isLast);
    if (isLast) this.#onRequestEnd();
  }

  onRequestData(bytes: Buffer, isLast: boolean): void {
    this.#requestBytes += bytes.length;
    this.#request.push(bytes);
    if (!this.#isRequestHeld) this.#sendToAgent(bytes, isLast);
    else if (this.#requestBytes > MAX_HELD_REQUEST) this.#passRequest(isLast);
    if (isLast) this.#onRequestEnd();
  }

  onRequestTrailers(headers: HeaderList, isLast: boolean): void {
    if (this.#isRequestHeld) this.#passRequest(false);
    if (this.#agentId !== null) this.#options.agent.sendHeaders(this.#agentId, headers, isLast);
    if (isLast) this.#onRequestEnd();
  }

  onCallerReset(code: number): void {
    this.#gone.abort();
    if (this.#agentId !== null) this.#options.agent.reset(this.#agentId, code);
    this.#options.caller.forget(this.id);
  }

  #openAgent(isLast: boolean): number {
    const id = this.#options.openAgentStream();
    this.#agentId = id;
    this.#options.agent.sendHeaders(id, this.#options.headers, isLast);
    return id;
  }

  #sendToAgent(bytes: Buffer, isLast: boolean): void {
    if (this.#agentId !== null) this.#options.agent.sendData(this.#agentId, bytes, isLast);
  }

  /** All that came of it. */
  #passRequest(isLast: boolean): void {
    this.#isRequestHeld = false;
    const body = Buffer.concat(this.#request);
    this.#openAgent(isLast && body.length === 0);
    if (body.length > 0) this.#sendToAgent(body, isLast);
  }

  #onRequestEnd(): void {
    if (this.#isRequestOver) return;
    this.#isRequestOver = true;
    const body = Buffer.concat(this.#request.splice(0));
    const watched = this.#watch(body);
    this.#watched = watched;
    if (!this.#isRequestHeld) return;
    const { plan, place } = this.#options;
    const gone = this.#gone.signal;
    const side = this.#createRequestSide(watched, body, () => {
      this.#stepsTo = gate.stepsTo;
    });
    const gate = new RequestGate({ plan, watched, place, gone, side });
    this.queue.add(() => gate.run());
  }

  #watch(body: Buffer): WatchedExchange {
    const { headers, scheme, place } = this.#options;
    const getPseudo = (name: string) => getHeaderValue(headers, name) ?? "";
    return new WatchedExchange({
      method: getPseudo(":method"),
      url: `${scheme}//${getPseudo(":authority") || place.target}${getPseudo(":path")}`,
      headers: headers.filter(([name]) => !name.startsWith(":")),
      body,
      isGrpc: this.#isGrpc,
      checksRules: this.#options.plan.checksRules,
    });
  }

  #createRequestSide(watched: WatchedExchange, body: Buffer, onPass: () => void): RequestSide {
    const { headers, caller, record } = this.#options;
    /** The exchange has a number, although the agent never sees it. */
    const begin = (): number => {
      const id = this.#options.openAgentStream();
      this.#agentId = id;
      const writer = new Http2Writer((frame) => record("request", frame), { keepsWindows: false });
      writer.sendHeaders(id, headers, body.length === 0);
      if (body.length > 0) writer.sendData(id, body, true);
      return id;
    };
    return {
      pass: () => {
        onPass();
        this.#isRequestHeld = false;
        this.#openAgent(body.length === 0);
        if (body.length > 0) this.#sendToAgent(body, true);
      },
      fail: async (error) => {
        const id = begin();
        const recorded = new Http2Writer((frame) => record("response", frame), {
          keepsWindows: false,
        });
        this.#sendError(recorded, id, watched, error);
        this.#sendError(caller, this.id, watched, error);
        this.#options.onOver();
      },
      answer: async (from) => describeNoAnswer(from),
      answerFirst: describeNoAnswer,
      canClose: false,
      close: () => {
        const id = begin();
        record("response", createReset(id, CODE.internalError));
        caller.reset(this.id, CODE.internalError);
        this.#options.onOver();
      },
      report: (edits) => {
        for (const edit of edits) this.#report(edit);
      },
    };
  }

  /** An error that is the whole response. */
  #sendError(writer: Http2Writer, id: number, watched: WatchedExchange, error: PlanError): void {
    const { status, json, grpcStatus } = formatPlanError(error, watched.version, watched.requestId);
    if (this.#isGrpc) {
      const head: HeaderList = [
        [":status", "200"],
        ["content-type", "application/grpc"],
      ];
      return writer.sendHeaders(id, [...head, ...createTrailers(grpcStatus, error.message)], true);
    }
    const head: HeaderList = [
      [":status", String(status)],
      ["content-type", "application/json"],
    ];
    writer.sendHeaders(id, head, false);
    writer.sendData(id, Buffer.from(json), true);
  }

  #report(edit: EditDetails): void {
    if (this.#agentId !== null) this.#options.onEdit(this.#agentId, edit);
  }

  // The response.

  onResponseHeaders(headers: HeaderList, isLast: boolean): void {
    const status = Number(getHeaderValue(headers, ":status") ?? 0);
    const isHead = status >= 200 && !this.#hasHead;
    if (isHead) {
      this.#hasHead = true;
      const plain = headers.filter(([name]) => !name.startsWith(":"));
      this.#watched?.readHead({ status, headers: plain });
      if (!isLast) this.#gate = this.#createGate(headers);
    }
    // What is changed has another length.
    const passed =
      isHead && this.#gate ? headers.filter(([name]) => name !== "content-length") : headers;
    if (isLast) this.#addRest();
    this.#pass(() => this.#options.caller.sendHeaders(this.id, passed, isLast));
    if (isLast) this.#endResponse();
  }

  onResponseData(bytes: Buffer, isLast: boolean): void {
    if (!this.#gate) {
      this.queue.add(() => {
        this.#options.caller.sendData(this.id, bytes, isLast);
        return undefined;
      });
    } else if (bytes.length > 0 && !this.#gate.isOver) {
      this.#body = this.#body.length === 0 ? bytes : Buffer.concat([this.#body, bytes]);
      this.#heldBytes += bytes.length;
      for (const stretch of this.#watched?.read(bytes) ?? []) this.#gate.add(stretch);
    }
    if (!isLast) return;
    this.#addRest();
    if (this.#gate) this.#pass(() => this.#options.caller.sendData(this.id, EMPTY, true));
    this.#endResponse();
  }

  onAgentReset(code: number): void {
    this.#addRest();
    this.#pass(() => this.#options.caller.reset(this.id, code));
    this.#endResponse();
  }

  /** What of the body is in no event. */
  #addRest(): void {
    if (!this.#gate) return;
    for (const stretch of this.#watched?.finish() ?? []) this.#gate.add(stretch);
  }

  #pass(task: () => void): void {
    const run = () => {
      this.flush();
      task();
    };
    if (this.#gate) return this.#gate.finish(run);
    this.queue.add(() => {
      run();
      return undefined;
    });
  }

  #endResponse(): void {
    if (this.#isResponseOver) return;
    this.#isResponseOver = true;
    this.queue.add(() => {
      this.#options.onOver();
      return undefined;
    });
  }

  #createGate(headers: HeaderList): ResponseGate | null {
    const { plan, place } = this.#options;
    const watched = this.#watched;
    if (!watched || (!this.#stepsTo && !plan.concerns(watched, place))) return null;
    const coding = getHeaderValue(headers, "content-encoding") ?? "identity";
    if (coding !== "identity") return null;
    const grpcUrl = this.#isGrpc ? (getHeaderValue(this.#options.headers, ":path") ?? "") : null;
    return new ResponseGate({
      plan,
      watched,
      place,
      side: this.#createCallerSide(watched),
      format: createEventFormat(watched, grpcUrl),
      queue: this.queue,
      gone: this.#gone.signal,
      stepsTo: this.#stepsTo,
      onEdit: (edit) => this.#report(edit),
    });
  }

  #createCallerSide(watched: WatchedExchange): CallerSide {
    const { caller, agent } = this.#options;
    return {
      canClose: false,
      read: (from, to) => this.#read(from, to),
      pass: (from, to) => {
        if (this.#passing?.to === from) this.#passing.to = to;
        else {
          this.flush();
          this.#passing = { from, to };
        }
      },
      skip: (from, to) => {
        this.flush();
        this.#take(from, to);
      },
      write: (bytes) => {
        this.flush();
        this.#send(bytes);
      },
      flush: () => this.flush(),
      end: () => {
        this.flush();
        if (this.#isGrpc) caller.sendHeaders(this.id, createTrailers(0, ""), true);
        else caller.sendData(this.id, EMPTY, true);
      },
      createFailure: (error, bytes) => {
        if (!this.#isGrpc) return { bytes };
        const { grpcStatus } = formatPlanError(error, watched.version, watched.requestId);
        return { bytes, trailers: createTrailers(grpcStatus, error.message) };
      },
      fail: ({ bytes, trailers }) => {
        this.flush();
        if (bytes) this.#send(bytes);
        if (trailers) caller.sendHeaders(this.id, trailers, true);
        else caller.sendData(this.id, EMPTY, true);
      },
      cut: () => {
        this.flush();
        caller.reset(this.id, CODE.internalError);
        if (this.#agentId !== null) agent.reset(this.#agentId, CODE.cancel);
      },
      keepAlive: () => {
        if (this.#isGrpc) this.#options.ping();
        else if (watched.isSse) this.#send(KEEP_ALIVE);
        return this.#isGrpc || watched.isSse;
      },
    };
  }

  #send(bytes: Buffer): void {
    if (bytes.length > 0) this.#options.caller.sendData(this.id, bytes, false);
  }

  #read(from: number, to: number): Buffer {
    return this.#body.subarray(from - this.#bodyStart, to - this.#bodyStart);
  }

  /** Removes a range from what is held, and what is before it. */
  #take(from: number, to: number): Buffer {
    const bytes = this.#read(from, to);
    this.#heldBytes -= to - this.#bodyStart;
    this.#body = this.#body.subarray(to - this.#bodyStart);
    this.#bodyStart = to;
    return bytes;
  }
}

const describeNoAnswer = (from: string) => `Over HTTP/2, nothing is answered from ${from}.`;

function createTrailers(status: number, message: string): HeaderList {
  const text = encodeURIComponent(message);
  const trailers: HeaderList = [["grpc-status", String(status)]];
  return text === "" ? trailers : [...trailers, ["grpc-message", text]];
}
