/**
 * Does on an HTTP/1 connection of a tap what a plan says: holds, changes, fails and answers requests
 * and events.
 *
 * Guarantees: requests reach the agent in their order, and responses the caller; what no step is about
 * passes as it came; requests that the tap refuses pass on to be refused.
 */

import { getErrorMessage } from "../../../text/error-message.ts";
import { getHeaderValue } from "../../../wire/headers.ts";
import { getRequestUrl, type RequestHead, type ResponseHead } from "../../../wire/http-head.ts";
import { getResponseBodyRule, Http1Reader } from "../../../wire/http1-reader.ts";
import type { OpenHop } from "../../../wire/record.ts";
import { RawBytes } from "../raw-bytes.ts";
import type { Delivery, EditorOutput, TapEditor } from "../tap-editor.ts";
import type { AnswerSource } from "./answers.ts";
import type { MatchPlace } from "./conditions.ts";
import { EditorBytes } from "./editor-bytes.ts";
import { createEventFormat } from "./event-bytes.ts";
import { formatErrorResponse, Http1Response } from "./http1-response.ts";
import { getPassedHead, type IncomingRequest } from "./incoming-request.ts";
import { formatPlanError } from "./plan-error.ts";
import { PlanHttp2Editor } from "./plan-http2-editor.ts";
import { RecordedEvents } from "./recorded-events.ts";
import { RequestGate } from "./request-gate.ts";
import { ResponseGate } from "./response-gate.ts";
import type { TapPlan } from "./tap-plan.ts";
import { TaskQueue } from "./task-queue.ts";
import { WatchedExchange } from "./watched-exchange.ts";

export interface PlanEditorOptions {
  readonly plan: TapPlan;
  readonly answers: AnswerSource;
  readonly place: MatchPlace & { readonly connection: number };
  readonly scheme: "http:" | "https:";
  /** A larger request is not held. */
  readonly maxBytes: number;
  /** What is refused by the next editor passes on. */
  isRefused?(request: RequestHead): boolean;
}

interface CurrentResponse {
  readonly side: Http1Response;
  readonly gate: ResponseGate;
  readonly watched: WatchedExchange;
}

const EMPTY = Buffer.alloc(0);
/** What may be held of one connection before its agent is slowed down. */
const MAX_HELD_BYTES = 64 << 20;

export class PlanEditor implements TapEditor {
  readonly isOver = false;
  readonly #options: PlanEditorOptions;
  readonly #requestBytes = new RawBytes();
  readonly #responseBytes = new RawBytes();
  readonly #requests: Http1Reader;
  readonly #responses: Http1Reader;
  readonly #toAgent: TaskQueue;
  readonly #toCaller: TaskQueue;
  readonly #gone = new AbortController();
  /** Without a complete response so far, oldest first. */
  readonly #sent: IncomingRequest[] = [];
  readonly #received: OpenHop["received"][] = [];
  readonly #delivered: Delivery[] = [];
  readonly #notes: string[] = [];
  /** Requests that wait until they can be answered. */
  #turns: (() => void)[] = [];
  readonly #bytes = new EditorBytes();
  #output: EditorOutput | null = null;
  #http2: PlanHttp2Editor | null = null;
  #incoming: IncomingRequest | null = null;
  #current: CurrentResponse | null = null;
  #isInterim = false;
  #count = 0;
  /** The connection passes unread: it is HTTP/2, and there was nothing to do when it began. */
  #passesUnread = false;

  constructor(options: PlanEditorOptions) {
    this.#options = options;
    this.#toAgent = new TaskQueue();
    this.#toCaller = new TaskQueue(() => this.#current?.side.flush());
    this.#requests = new Http1Reader(
      "request",
      {
        onHead: (head) => head.kind === "request" && this.#onRequestHead(head),
        onBody: (bytes) => this.#onRequestBody(bytes),
        onEnd: () => this.#onRequestEnd(),
        onOther: () => undefined,
      },
      () => "body",
    );
    this.#responses = new Http1Reader(
      "response",
      {
        onHead: (head) => head.kind === "response" && this.#onResponseHead(head),
        onBody: (bytes) => this.#onResponseBody(bytes),
        onEnd: () => this.#onResponseEnd(),
        onOther: () => undefined,
      },
      (head) => getResponseBodyRule(head, this.#sent[0]?.head.method),
    );
  }

  start(output: EditorOutput): void {
    this.#output = output;
    this.#bytes.start(output);
  }

  get isFull(): boolean {
    return (this.#current?.side.heldBytes ?? 0) > MAX_HELD_BYTES;
  }

  waitUntilPassed(): Promise<void> | null {
    return this.#http2 ? this.#http2.waitUntilPassed() : this.#toCaller.waitUntilIdle();
  }

  stop(): void {
    this.#gone.abort();
    this.#endTurn();
    this.#http2?.stop();
  }

  editRequest(bytes: Buffer): Buffer {
    if (this.#passesUnread) return bytes;
    if (this.#http2) return this.#http2.editRequest(bytes);
    return this.#bytes.collect("request", () => {
      this.#requestBytes.push(bytes);
      this.#requests.push(bytes);
      if (this.#isHttp2()) return;
      this.#passRequestBytes(this.#requests);
    });
  }

  editResponse(bytes: Buffer): Buffer {
    if (this.#passesUnread) return bytes;
    if (this.#http2) return this.#http2.editResponse(bytes);
    return this.#bytes.collect("response", () => {
      this.#responseBytes.push(bytes);
      this.#responses.push(bytes);
      this.#passResponseBytes(this.#responses);
      this.#flush();
    });
  }

  closeRequest(): Buffer {
    if (this.#http2) return this.#http2.closeRequest();
    return this.#bytes.collect("request", () => {
      const held = this.#incoming;
      if (held?.isHeld) this.#release(held);
      this.#incoming = null;
      this.#passRequestBytes(null);
    });
  }

  closeResponse(): Buffer {
    if (this.#http2) return this.#http2.closeResponse();
    return this.#bytes.collect("response", () => {
      this.#responses.close();
      // The agent has left inside the response.
      for (const stretch of this.#current?.watched.finish() ?? []) this.#current?.gate.add(stretch);
      this.#flush();
      this.#current = null;
      this.#passResponseBytes(null);
    });
  }

  takeReceived(): OpenHop["received"][] {
    return this.#received.splice(0);
  }

  takeDelivered(): Delivery[] {
    return this.#delivered.splice(0);
  }

  takeToCaller(): Buffer {
    return this.#http2?.takeToCaller() ?? EMPTY;
  }

  takeToAgent(): Buffer {
    return this.#http2?.takeToAgent() ?? EMPTY;
  }

  /** A function, as a handler sets it. */
  #isHttp2(): boolean {
    if (this.#passesUnread) this.#emitRest();
    return this.#http2 !== null || this.#passesUnread;
  }

  #emitRest(): void {
    this.#bytes.emit("request", this.#requestBytes.takeUntil(this.#requestBytes.end));
  }

  #flush(): void {
    if (this.#toCaller.isIdle) this.#current?.side.flush();
  }

  // Requests.

  #passRequestBytes(reader: Http1Reader | null): void {
    if (this.#incoming?.isHeld) return;
    const isInHead = reader?.state === "between" || reader?.state === "head";
    const until = reader && isInHead ? reader.headStart : this.#requestBytes.end;
    this.#sendRequest(this.#requestBytes.takeUntil(until));
  }

  #sendRequest(bytes: Buffer, received: { value: OpenHop["received"] } | null = null): void {
    if (bytes.length === 0) return;
    this.#toAgent.add(() => {
      if (received) this.#received.push(received.value);
      this.#bytes.emit("request", bytes);
      return undefined;
    });
  }

  #onRequestHead(head: RequestHead): void {
    if (head.method === "PRI" && head.target === "*") return this.#startHttp2();
    this.#sendRequest(this.#requestBytes.takeUntil(this.#requests.headStart));
    const raw = this.#requestBytes.takeUntil(this.#requests.offset);
    const { plan, isRefused } = this.#options;
    const isPlanned = !plan.isEmpty;
    // A caller that waits for 100 Continue sends its body only after the agent has the head.
    const isHeld =
      isPlanned &&
      plan.hasRequestSteps &&
      isRefused?.(head) !== true &&
      getHeaderValue(head.headers, "expect") === null;
    const incoming: IncomingRequest = {
      head,
      raw,
      number: this.#count,
      body: [],
      bytes: 0,
      isPlanned,
      isHeld,
      watched: null,
      stepsTo: null,
      recorded: null,
    };
    this.#count += 1;
    this.#incoming = incoming;
    this.#sent.push(incoming);
    if (!isHeld) this.#sendHead(incoming);
  }

  #startHttp2(): void {
    const { plan, place, scheme } = this.#options;
    if (plan.isEmpty) {
      this.#passesUnread = true;
      return;
    }
    this.#http2 = new PlanHttp2Editor({ plan, place, scheme });
    if (this.#output) this.#http2.start(this.#output);
    const early = this.#requestBytes.takeUntil(this.#requestBytes.end);
    this.#bytes.emit("request", this.#http2.editRequest(early));
  }

  #sendHead(incoming: IncomingRequest): void {
    const value = this.#describeReceived(incoming);
    this.#sendRequest(getPassedHead(incoming), { value });
  }

  /** The request as the caller sent it; `undefined` if it passes as it is. */
  #describeReceived(incoming: IncomingRequest): OpenHop["received"] {
    const { head } = incoming;
    if (getPassedHead(incoming) === incoming.raw) return undefined;
    const { listen } = this.#options.place;
    const url = getRequestUrl(head, getHeaderValue(head.headers, "host") ?? listen, "http:");
    return { url, headers: [...head.headers] };
  }

  #onRequestBody(bytes: Uint8Array): void {
    const incoming = this.#incoming;
    if (!incoming?.isPlanned) return;
    incoming.bytes += bytes.length;
    if (incoming.bytes <= this.#options.maxBytes) incoming.body.push(Buffer.from(bytes));
    else if (incoming.isHeld) this.#release(incoming);
  }

  /** It passes before it is complete. */
  #release(incoming: IncomingRequest): void {
    incoming.isHeld = false;
    this.#sendHead(incoming);
  }

  #onRequestEnd(): void {
    const incoming = this.#incoming;
    this.#incoming = null;
    if (!incoming) return;
    const rest = this.#requestBytes.takeUntil(this.#requests.offset);
    const isWhole = incoming.isPlanned && incoming.bytes <= this.#options.maxBytes;
    if (isWhole) incoming.watched = this.#watch(incoming);
    if (!incoming.isHeld || !incoming.watched) return this.#sendRequest(rest);
    const gate = this.#createRequestGate(incoming, incoming.watched, rest);
    this.#toAgent.add(() => gate.run());
  }

  #watch({ head, body }: IncomingRequest): WatchedExchange {
    const { listen } = this.#options.place;
    const host = getHeaderValue(head.headers, "host") ?? listen;
    return new WatchedExchange({
      method: head.method,
      url: getRequestUrl(head, host, this.#options.scheme),
      headers: head.headers,
      body: Buffer.concat(body),
      isGrpc: false,
      checksRules: this.#options.plan.checksRules,
    });
  }

  #createRequestGate(
    incoming: IncomingRequest,
    watched: WatchedExchange,
    rest: Buffer,
  ): RequestGate {
    const { plan, answers, place } = this.#options;
    const { head, raw, number } = incoming;
    const gone = this.#gone.signal;
    /** Begins a response that is not the agent's. */
    const begin = async (): Promise<(bytes: Buffer) => void> => {
      await this.#waitForTurn(incoming);
      this.#sent.shift();
      this.#output?.record("request", Buffer.concat([raw, rest]), true);
      let isFirst = true;
      return (bytes) => {
        this.#output?.record("response", bytes, isFirst);
        isFirst = false;
        this.#bytes.emit("response", bytes);
      };
    };
    const gate = new RequestGate({
      plan,
      watched,
      place,
      gone,
      side: {
        pass: () => {
          incoming.stepsTo = gate.stepsTo;
          this.#received.push(this.#describeReceived(incoming));
          this.#bytes.emit("request", Buffer.concat([getPassedHead(incoming), rest]));
        },
        fail: async (error) => {
          const { status, json } = formatPlanError(error, watched.version, watched.requestId);
          (await begin())(formatErrorResponse(status, Buffer.from(json)));
        },
        answer: async (from) => {
          const request = { method: head.method, head: raw, body: rest };
          let send: ((bytes: Buffer) => void) | null = null;
          try {
            for await (const bytes of answers.request(from, request, gone)) {
              send ??= await begin();
              send(bytes);
            }
          } catch (error) {
            if (!send) return `Not answered from ${from}: ${getErrorMessage(error)}.`;
            this.#output?.close("reset");
          }
          return null;
        },
        answerFirst: (from, leaveAt, applied) => {
          const request = { method: head.method, head: raw, body: rest };
          const { watchedRequest } = watched;
          incoming.recorded = new RecordedEvents({
            ...{ answers, from, leaveAt, request, applied, gone },
            watched: watchedRequest,
          });
          return null;
        },
        canClose: true,
        close: (how) => {
          this.#sent.splice(this.#sent.indexOf(incoming), 1);
          this.#output?.record("request", Buffer.concat([raw, rest]), true);
          this.#output?.close(how);
        },
        report: (edits) => {
          for (const edit of edits) this.#output?.edit({ exchange: number, edit });
        },
      },
    });
    return gate;
  }

  /** The responses to requests before it are complete, or the caller is gone. */
  async #waitForTurn(incoming: IncomingRequest): Promise<void> {
    while (this.#sent[0] !== incoming && !this.#gone.signal.aborted) {
      await new Promise<void>((resolve) => this.#turns.push(resolve));
    }
    await this.#toCaller.waitUntilIdle();
  }

  #endTurn(): void {
    for (const resolve of this.#turns.splice(0)) resolve();
  }

  // Responses.

  /** Bytes that belong to no body that is watched. */
  #passResponseBytes(reader: Http1Reader | null): void {
    if (this.#current) return;
    const isInHead = reader?.state === "between" || reader?.state === "head";
    this.#sendResponse(
      this.#responseBytes.takeUntil(
        reader && isInHead ? reader.headStart : this.#responseBytes.end,
      ),
    );
  }

  #sendResponse(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#toCaller.add(() => {
      this.#bytes.emit("response", bytes);
      return undefined;
    });
  }

  #onResponseHead(head: ResponseHead): void {
    const { status, headers } = head;
    this.#isInterim = status < 200 && status !== 101;
    this.#sendResponse(this.#responseBytes.takeUntil(this.#responses.headStart));
    const [sent] = this.#sent;
    const watched = sent?.watched;
    const { plan, place } = this.#options;
    const hasBody = getResponseBodyRule(head, sent?.head.method) === "until-close";
    if (this.#isInterim || !sent || !watched || !hasBody) return;
    watched.readHead({ status, headers });
    if (!sent.stepsTo && !sent.recorded && !plan.concerns(watched, place)) return;
    const coding = getHeaderValue(headers, "content-encoding");
    if (coding !== null && coding.trim().toLowerCase() !== "identity") {
      this.#notes.push(`The response is compressed (${coding}), so no step was applied to it.`);
      return;
    }
    const raw = this.#responseBytes.takeUntil(this.#responses.offset);
    const side = new Http1Response({
      head,
      raw,
      emit: (bytes) => {
        this.#bytes.emit("response", bytes);
      },
      close: (how) => this.#output?.close(how),
      isSse: () => watched.isSse,
      formatError: (error) => formatPlanError(error, watched.version, watched.requestId),
    });
    const gate = new ResponseGate({
      plan,
      watched,
      place,
      side,
      format: createEventFormat(watched, null),
      queue: this.#toCaller,
      gone: this.#gone.signal,
      stepsTo: sent.stepsTo,
      recorded: sent.recorded,
      onEdit: (edit) => this.#output?.edit({ exchange: sent.number, edit }),
    });
    this.#current = { side, gate, watched };
    this.#toCaller.add(() => {
      side.begin();
      return undefined;
    });
  }

  #onResponseBody(bytes: Uint8Array): void {
    const current = this.#current;
    if (!current || current.gate.isOver) return;
    const wire = this.#responseBytes.takeUntil(this.#responses.offset);
    current.side.add(bytes, wire, this.#responses.isBetweenChunks);
    for (const stretch of current.watched.read(Buffer.from(bytes))) current.gate.add(stretch);
  }

  #onResponseEnd(): void {
    if (this.#isInterim) {
      this.#isInterim = false;
      return;
    }
    this.#sent.shift();
    this.#delivered.push({ notes: this.#notes.splice(0) });
    const tail = this.#responseBytes.takeUntil(this.#responses.offset);
    const current = this.#current;
    this.#current = null;
    if (!current) this.#sendResponse(tail);
    else {
      const { gate, side, watched } = current;
      for (const stretch of watched.finish()) gate.add(stretch);
      gate.finish(() => side.finish(tail));
    }
    this.#toCaller.add(() => {
      this.#endTurn();
      return undefined;
    });
  }
}
