/**
 * Sends the requests of checks to an agent, each probe in a recording of its own.
 *
 * Guarantees: one request at a time unless a check starts a second one itself; no more requests than
 * the limit; credentials go to the origins that the user named; a response that does not end is left; a
 * request that Loupe refuses to send ends the check without a fault of the agent.
 */

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { notMeasured, stopWith } from "../../conform/judgement.ts";
import { Response } from "../../conform/response.ts";
import type {
  Calls,
  ExpectedSender,
  ProbeInbox,
  RunningCall,
  SendingOptions,
} from "../../conform/subject.ts";
import { isVerbRefused } from "../../conform/subscribe-verb.ts";
import { createLinter } from "../../lint/linter.ts";
import { readLogChunks } from "../../operations/read-run.ts";
import type { Call } from "../../protocol/call.ts";
import type { Endpoint } from "../../protocol/card/card.ts";
import { encodeCall, type OutgoingRequest } from "../../protocol/encode/encode.ts";
import { getUndefinedReason } from "../../protocol/encode/operations.ts";
import { waitUntil } from "../../resend/wait-until.ts";
import { Ingest } from "../../timeline/ingest.ts";
import { replaceHeaders } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { Library } from "../library.ts";
import { getHeaderSecrets } from "../live/live-agent.ts";
import { getOrigin, type TrustedOrigins } from "../live/trusted-origins.ts";

/** How long an agent may keep a stream open after the end of the task, or its question. */
const OPEN_MS = 3_000;
/** How long a pushed notification may take. */
const PUSH_MS = 5_000;
/** How long anything but a message may take. */
const QUERY_MS = 30_000;
const POLL_MS = 100;

export interface CallingOptions {
  readonly library: Library;
  readonly signal: AbortSignal;
  /** Longest duration of a response. */
  readonly limitMs: number;
  readonly extensions: readonly string[];
  /** Of the user; those that may hold credentials go to trusted origins only. */
  readonly headers: HeaderList;
  readonly origins: TrustedOrigins;
  /** Where agents deliver notifications; `null` if nothing listens. */
  readonly inboxOrigin: string | null;
  /** Called before each message; throws where no more are sent. */
  beforeMessage?(): void;
  /** Called before each request; throws when the limit of requests is reached. */
  countRequest(): void;
  noteTask(endpoint: Endpoint, taskId: string): void;
  onRecording(recording: string): void;
}

/** The calls of one probe. */
export class RecordedCalls implements Calls {
  readonly #name: string;
  readonly #endpoint: Endpoint;
  readonly #options: CallingOptions;
  readonly #ingest = new Ingest({ observer: createLinter() });
  readonly #listeners = new Set<() => void>();
  readonly #responses: Response[] = [];
  readonly #messageResponses: Response[] = [];
  #recording: string | null = null;

  constructor(name: string, endpoint: Endpoint, options: CallingOptions) {
    this.#name = name;
    this.#endpoint = endpoint;
    this.#options = options;
  }

  encode(call: Call): OutgoingRequest {
    const { url, binding, version, tenant } = this.#endpoint;
    return encodeCall(call, {
      url,
      binding,
      version,
      ...(tenant !== null && { tenant }),
      extensions: this.#options.extensions,
      id: randomUUID(),
      freshId: randomUUID(),
    });
  }

  async call(call: Call): Promise<Response> {
    const limitMs = "message" in call ? this.#options.limitMs : this.#getQueryLimit();
    const request = this.#encodeDefined(call);
    const response = await this.#sendUntilOver(request, limitMs);
    if ("message" in call) this.#messageResponses.push(response);
    if (call.operation !== "subscribe" || !isVerbRefused(response)) return response;
    const other = await this.#sendUntilOver({ ...request, method: "GET" }, limitMs);
    return isVerbRefused(other) ? response : other;
  }

  send(request: OutgoingRequest, options: SendingOptions = {}): Promise<Response> {
    const { limitMs = this.#getQueryLimit() } = options;
    return this.#sendUntilOver(request, Math.min(limitMs, this.#options.limitMs), options);
  }

  /** Only messages make an agent work. */
  readonly #getQueryLimit = () => Math.min(this.#options.limitMs, QUERY_MS);

  async #sendUntilOver(
    request: OutgoingRequest,
    limitMs: number,
    options: SendingOptions = {},
  ): Promise<Response> {
    const running = await this.#start(request, limitMs, options);
    await running.waitUntil(() => running.response.isOver);
    await running.endSoon();
    return running.response;
  }

  async start(call: Call): Promise<RunningCall> {
    const request = this.#encodeDefined(call);
    const running = await this.open(request);
    if ("message" in call) this.#messageResponses.push(running.response);
    return call.operation === "subscribe" ? this.#tryOtherVerb(request, running) : running;
  }

  async #tryOtherVerb(request: OutgoingRequest, running: RunningCall): Promise<RunningCall> {
    await running.waitUntil(() => isAccepted(running.response));
    if (!isVerbRefused(running.response)) return running;
    const other = await this.open({ ...request, method: "GET" });
    await other.waitUntil(() => isAccepted(other.response));
    return isVerbRefused(other.response) ? running : other;
  }

  open(request: OutgoingRequest, options: SendingOptions = {}): Promise<RunningCall> {
    const { limitMs } = this.#options;
    return this.#start(request, Math.min(options.limitMs ?? limitMs, limitMs), options);
  }

  #encodeDefined(call: Call): OutgoingRequest {
    const { version, binding } = this.#endpoint;
    const reason = getUndefinedReason(call.operation, version, binding);
    if (reason !== null) stopWith({ ...notMeasured(reason), verdict: "not-applicable" });
    if ("message" in call) this.#options.beforeMessage?.();
    return this.encode(call);
  }

  async #start(
    request: OutgoingRequest,
    limitMs: number,
    options: SendingOptions,
  ): Promise<RunningCall> {
    const { library, origins, countRequest, signal, onRecording } = this.#options;
    signal.throwIfAborted();
    countRequest();
    const all = this.#getGivenHeaders(options);
    const given = origins.selectHeaders(all, request.url);
    const { exchange: id, recording } = await library.exchanges.start(
      {
        ...request,
        headers: replaceHeaders(request.headers, given),
        secrets: [...(request.secrets ?? []), ...getHeaderSecrets(given)],
        ...(this.#recording === null ? { name: this.#name } : { recording: this.#recording }),
      },
      { observe: (record) => this.#observe(record) },
    );
    if (this.#recording === null) onRecording(recording);
    this.#recording = recording;
    const { timeline } = this.#ingest;
    await this.#waitUntil(() => timeline.exchangeById.has(id), limitMs);
    const exchange = timeline.exchangeById.get(id);
    if (!exchange) throw new Error("The exchange was not recorded.");
    const { binding, version } = this.#endpoint;
    const isWithheld = given.length < all.length;
    const response = new Response({
      recording,
      timeline,
      exchange,
      binding,
      version,
      ...(isWithheld && { withheldFrom: getOrigin(request.url) }),
    });
    this.#responses.push(response);
    const end = async () => {
      if (exchange.end !== null) return;
      await library.exchanges.abort(recording, id);
      await this.#waitUntil(() => exchange.end !== null, limitMs);
    };
    return {
      response,
      waitUntil: async (condition) => {
        await this.#waitUntil(() => condition() || exchange.end !== null, limitMs);
        const { refusal } = response;
        if (refusal !== null) stopWith(notMeasured(formatRefusal(refusal), response));
        return condition();
      },
      end,
      endSoon: async () => {
        await this.#waitUntil(() => exchange.end !== null, OPEN_MS);
        await end();
      },
    };
  }

  /** The user's headers for a request. */
  #getGivenHeaders({ isBare = false, testedHeaders = [] }: SendingOptions): HeaderList {
    if (isBare) return [];
    return this.#options.headers.filter(([name]) => !testedHeaders.includes(name.toLowerCase()));
  }

  #observe(record: Parameters<Ingest["push"]>[0]): void {
    this.#ingest.push(record);
    for (const listener of [...this.#listeners]) listener();
  }

  async openInbox(expected: ExpectedSender): Promise<ProbeInbox> {
    const { library, inboxOrigin } = this.#options;
    if (inboxOrigin === null) {
      stopWith(notMeasured("Measurable where Loupe runs, which receives the notifications."));
    }
    const opened = await library.inboxes.open({
      ...expected,
      ...(this.#recording === null ? { name: this.#name } : { recording: this.#recording }),
    });
    if (this.#recording === null) this.#options.onRecording(opened.recording);
    this.#recording = opened.recording;
    return {
      url: new URL(opened.path, inboxOrigin).href,
      waitForNotifications: (count = 1, limitMs = PUSH_MS) =>
        this.#waitForNotifications(opened.recording, count, limitMs),
    };
  }

  /** Notifications are written by whoever serves the inbox, so they are read from the recording. */
  async #waitForNotifications(
    recording: string,
    count: number,
    limitMs: number,
  ): Promise<readonly Response[]> {
    const deadline = performance.now() + limitMs;
    for (;;) {
      const responses = await readResponses(this.#options.library, recording, this.#endpoint);
      const found = responses.filter(
        ({ exchange: { open, end } }) => open.record.inbound === true && end !== null,
      );
      if (found.length >= count || performance.now() > deadline) return found;
      await this.pause(POLL_MS);
    }
  }

  /** All so far, in the order of their requests. */
  get responses(): readonly Response[] {
    return this.#responses;
  }

  /** How many messages had no response in time. */
  get lostMessages(): number {
    return this.#messageResponses.filter(
      ({ status, end }) => status === null && (end === null || end.cause === "aborted"),
    ).length;
  }

  noteTask(taskId: string): void {
    this.#options.noteTask(this.#endpoint, taskId);
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#options.signal });
  }

  createId(): string {
    return randomUUID();
  }

  /** Resolves when everything received is in the recording's file. */
  async waitUntilWritten(): Promise<void> {
    if (this.#recording === null) return;
    await (await this.#options.library.recordings.getRecorder(this.#recording)).waitUntilWritten();
  }

  #waitUntil(condition: () => boolean, ms: number): Promise<boolean> {
    return waitUntil(condition, {
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      onTimeout: (expire) => {
        const timer = setTimeout(expire, ms);
        return () => clearTimeout(timer);
      },
      signal: this.#options.signal,
    });
  }
}

/** What is not measured where Loupe's own guard refuses a request; the guard says what would allow it. */
export const formatRefusal = (refusal: string): string => `Loupe refused the request: ${refusal}`;

/** The agent began to answer without an error; one with an error ends. */
const isAccepted = ({ status }: Response) => status !== null && status < 400;

/** All exchanges of a recording, as responses of an endpoint. */
export async function readResponses(
  library: Library,
  recording: string,
  { binding, version }: Pick<Endpoint, "binding" | "version">,
): Promise<Response[]> {
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  const { timeline } = await readLogChunks(
    createReadStream(await library.recordings.getPath(recording)),
  );
  return timeline.exchanges.map(
    (exchange) => new Response({ recording, timeline, exchange, binding, version }),
  );
}
