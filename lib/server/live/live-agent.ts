/** Connects to a live agent without a browser: finds it by its address, calls it, records the run. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectResponse } from "../../api/api-types.ts";
import type { LimitValues } from "../../api/limits.ts";
import { createLinter } from "../../lint/linter.ts";
import {
  type AgentCard,
  BINDING_NAMES,
  type Endpoint,
  readCard,
  selectEndpoint,
} from "../../protocol/card/card.ts";
import { createManualEndpoint } from "../../protocol/card/manual-endpoint.ts";
import { describeOfferedCard } from "../../protocol/card/shared-card.ts";
import { encodeCall, type OutgoingRequest } from "../../protocol/encode/encode.ts";
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import {
  getDefaultExtensions,
  getExtensionsHeaderName,
  parseExtensionHeaders,
} from "../../protocol/extensions.ts";
import type { ResendContent } from "../../resend/masked-secrets.ts";
import { createRawRequest, getUnsendableReason } from "../../resend/raw-request.ts";
import type { LiveAgent } from "../../resend/resend.ts";
import { waitUntil } from "../../resend/wait-until.ts";
import { Ingest } from "../../timeline/ingest.ts";
import { replaceHeaders } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import { connect } from "../agent/connect.ts";
import { createLeftWaitingEnd, createOverTimeEnd } from "../exchange/exchange-end.ts";
import { isForAnyOrigin } from "../exchange/http-request.ts";
import { Library } from "../library.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import { readSettings } from "../settings.ts";
import type { CallOptions } from "./run-options.ts";
import { getOrigin, TrustedOrigins } from "./trusted-origins.ts";

export interface ConnectedAgent extends LiveAgent {
  /** `null` if the endpoint is called without a card. */
  readonly card: AgentCard | null;
  readonly endpoint: Endpoint;
  /** ID of the recording; empty before the first exchange. */
  getRecording(): string;
  /** Given headers that are not sent to the endpoint, because only the card names its origin. */
  readonly withheldHeaders: readonly string[];
  /** The extensions requested with each call, and the required ones that given headers leave out. */
  readonly extensions: RequestedExtensions;
  /** Closes the connection because the response took too long. */
  abortOverTime(exchange: string, afterMs: number): Promise<void>;
  /** Closes the connection because the task waits for input or authentication. */
  abortWaiting(exchange: string, state: string): Promise<void>;
  /** Resolves when everything received is in the recording's file. */
  waitUntilWritten(): Promise<void>;
}

/** Creates a library for one run. `limits` override those of the environment. */
export function createLibrary(dataFolder: string, limits: Partial<LimitValues>): Library {
  const settings = readSettings();
  return new Library({ ...settings, dataFolder, limits: { ...settings.limits, ...limits } });
}

/** Why no card was used although the host has one: it needs credentials, or it is another agent's. */
type CardObstacle = "denied" | "offered";

/** No usable card was found. The recording, if there is one, holds the responses. */
export class AgentNotFoundError extends Error {
  readonly recording: string;
  /** `null` for any other reason. */
  readonly obstacle: CardObstacle | null;

  constructor(message: string, recording: string, obstacle: CardObstacle | null = null) {
    super(message);
    this.recording = recording;
    this.obstacle = obstacle;
  }
}

/** Masks the keys of an address in a text about it. */
export function maskAddressSecrets(address: string, text: string): string {
  return new SecretMasker({ url: address, headers: [] }, () => "‹masked›").url(text);
}

type FindAgentOptions = Pick<
  CallOptions,
  "headers" | "headersTo" | "waitMs" | "binding" | "version"
>;

/** Looks for the card until it is found or the time is up: the agent may still be starting. */
export async function findAgent(
  library: Library,
  address: string,
  { headers, waitMs }: Pick<FindAgentOptions, "headers" | "waitMs">,
  signal: AbortSignal,
): Promise<ConnectResponse> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const response = await connect(library, {
      address,
      headers,
      secrets: getHeaderSecrets(headers),
    });
    const isFinal = response.card !== null || response.denied !== undefined;
    if (isFinal || performance.now() >= deadline || signal.aborted) return response;
    await library.recordings.remove(response.recording);
    await sleep(RETRY_MS);
  }
}

const RETRY_MS = 250;

/** An endpoint to call, from a card or from options. */
interface LiveTarget {
  readonly card: AgentCard | null;
  readonly endpoint: Endpoint;
  /** `null` if nothing was sent yet. */
  readonly recording: string | null;
  /** URL of the card, or of the endpoint if there is no card. */
  readonly sourceUrl: string;
}

async function findLiveTarget(
  library: Library,
  address: string,
  finding: FindAgentOptions,
  signal: AbortSignal,
): Promise<LiveTarget> {
  const { binding, version } = finding;
  if (binding !== null) {
    const endpoint = createManualEndpoint({ address, binding, version: version ?? "1.0" });
    if (typeof endpoint === "string") throw new AgentNotFoundError(endpoint, "");
    return { card: null, endpoint, recording: null, sourceUrl: endpoint.url };
  }
  const found = await findAgent(library, address, finding, signal);
  const { card: source, recording } = found;
  if (!source) throw createNoCardError(address, found);
  const card = readCard(JSON.parse(source.text.replace(/^\ufeff/, "")));
  const selected = card ? selectEndpoint(card, source.url) : "The agent card is not an object.";
  if (!card || typeof selected === "string")
    throw new AgentNotFoundError(String(selected), recording);
  const endpoint = version === null ? selected : { ...selected, version };
  return { card, endpoint, recording, sourceUrl: source.url };
}

/** The error for a search that found no card to use. */
export function createNoCardError(address: string, found: ConnectResponse): AgentNotFoundError {
  const obstacle = found.denied ? "denied" : found.offered ? "offered" : null;
  return new AgentNotFoundError(formatNoCard(address, found), found.recording, obstacle);
}

/**
 * Says what the card needs, which card was found instead, or the result at each card location; then
 * what to do.
 */
export function formatNoCard(address: string, found: ConnectResponse): string {
  const { tried, grpc, denied, offered } = found;
  if (denied) {
    const outcome = maskAddressSecrets(address, `${denied.url}: ${denied.outcome}`);
    return `the card needs credentials: ${CREDENTIALS_HINT} ${outcome}`;
  }
  if (offered) {
    const { name, path, place, address: other } = describeOfferedCard(address, offered);
    const shown = maskAddressSecrets(
      address,
      `no card at ${path}. Found ${JSON.stringify(name)} ${place}: to use it, give its address, ${other}.`,
    );
    return `${shown} ${ENDPOINT_HINT}`;
  }
  const outcomes = tried.map(({ url, outcome }) => `${url}: ${outcome}`).join("; ");
  const hint = grpc
    ? `To call the agent without a card, use --binding grpc --a2a-version ${grpc.version}.`
    : ENDPOINT_HINT;
  return `no agent card found. ${maskAddressSecrets(address, outcomes)} ${hint}`;
}

const CREDENTIALS_HINT = 'give them with --header "Authorization: Bearer …".';

const ENDPOINT_HINT =
  "If the address is the agent's endpoint, call it without a card: use --binding with jsonrpc, http+json or grpc.";

/** Headers for tracing, which hold no credentials. */
const TRACING_HEADERS =
  /^(?:traceparent|tracestate|baggage|(?:x-)?(?:request|correlation)-id|idempotency-key)$/i;
/** Shorter values would also be masked in unrelated text. */
const MIN_SECRET_LENGTH = 6;

/** Any other header may hold a key, because cards name their headers freely. */
export function getHeaderSecrets(headers: HeaderList): string[] {
  return headers
    .filter(([name]) => !isForAnyOrigin(name) && !TRACING_HEADERS.test(name))
    .map(([, value]) => value)
    .filter((value) => value.length >= MIN_SECRET_LENGTH);
}

/** Throws if there is no agent that can be called. */
export async function connectLiveAgent(
  library: Library,
  address: string,
  finding: FindAgentOptions,
  signal: AbortSignal,
): Promise<ConnectedAgent> {
  const target = await findLiveTarget(library, address, finding, signal);
  const { card, endpoint } = target;
  let { recording } = target;

  const origins = new TrustedOrigins([target.sourceUrl, ...finding.headersTo]);
  const headersFor = (url: string) => origins.selectHeaders(finding.headers, url);
  const sent = headersFor(endpoint.url);
  const withheld = finding.headers.filter((one) => !sent.includes(one)).map(([name]) => name);
  const extensions = resolveExtensions(card, endpoint, sent);

  const ingest = new Ingest({ observer: createLinter() });
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const send = async (sending: ResendContent) => {
    const request = createRequest(sending, endpoint, extensions.requested);
    if (typeof request === "string") return request;
    const given = headersFor(request.url);
    const headers = replaceHeaders(request.headers, given);
    const secrets = [...(request.secrets ?? []), ...getHeaderSecrets(given)];
    const started = await library.exchanges.start(
      { ...request, headers, secrets, ...(recording === null ? { name: address } : { recording }) },
      {
        observe(record) {
          ingest.push(record);
          for (const listener of [...listeners]) listener();
        },
      },
    );
    const { exchange, done } = started;
    recording = started.recording;
    done.catch(() => undefined);
    return { exchange };
  };
  const getRecording = () => recording ?? "";
  return {
    card,
    endpoint,
    getRecording,
    withheldHeaders: withheld,
    extensions,
    getTimeline: () => ingest.timeline,
    send,
    abortOverTime: async (exchange, afterMs) =>
      void (await library.exchanges.abort(
        getRecording(),
        exchange,
        createOverTimeEnd(afterMs, "--timeout"),
      )),
    abortWaiting: async (exchange, state) =>
      void (await library.exchanges.abort(getRecording(), exchange, createLeftWaitingEnd(state))),
    hangUp: async (exchange) => void (await library.exchanges.abort(getRecording(), exchange)),
    waitUntilWritten: async () =>
      (await library.recordings.getRecorder(getRecording())).waitUntilWritten(),
    waitUntil: (condition, ms) =>
      waitUntil(condition, { onChange: subscribe, onTimeout: createTimeout(ms), signal }),
    pause: (ms) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
    createId: randomUUID,
    signal,
  };
}

/** Describes the agent before it is called: its name or URL, and what is sent with each call. */
export function* formatIntroduction(agent: ConnectedAgent): Generator<string> {
  const { card, endpoint, extensions } = agent;
  const { binding, version, url, why } = endpoint;
  if (card) yield `${card.name}, ${why}`;
  else yield `${url} without a card: ${BINDING_NAMES[binding]}, A2A ${version}`;
  const { requested, missing, header } = extensions;
  if (requested.length > 0) yield `${header}: ${requested.join(", ")}`;
  if (missing.length > 0) {
    yield `warning: your ${header} header leaves out what the card requires: ${missing.join(", ")}`;
  }
  const withheld = formatWithheld(agent);
  if (withheld !== null) yield withheld;
}

interface RequestedExtensions {
  readonly requested: readonly string[];
  readonly missing: readonly string[];
  /** The name of the header that requests extensions in the endpoint's version. */
  readonly header: string;
}

/** A given extensions header replaces the default one. */
function resolveExtensions(
  card: AgentCard | null,
  endpoint: Endpoint,
  given: HeaderList,
): RequestedExtensions {
  const offered = card?.extensions ?? [];
  const header = getExtensionsHeaderName(getEncodingVersion(endpoint.version));
  const listed = parseExtensionHeaders(given);
  if (listed === null) return { requested: getDefaultExtensions(offered), missing: [], header };
  const required = offered.filter(({ required }) => required).map(({ uri }) => uri);
  return { requested: [], missing: required.filter((uri) => !listed.includes(uri)), header };
}

/** Explains which headers are not sent; `null` if all are. */
function formatWithheld({ withheldHeaders, endpoint }: ConnectedAgent): string | null {
  if (withheldHeaders.length === 0) return null;
  const origin = getOrigin(endpoint.url);
  return `warning: not sent to ${origin}, which only the card names: ${withheldHeaders.join(", ")} (to send, add --headers-to ${origin})`;
}

const createTimeout = (ms: number) => (onTimeout: () => void) => {
  const timer = setTimeout(onTimeout, ms);
  return () => clearTimeout(timer);
};

function createRequest(
  sending: ResendContent,
  endpoint: Endpoint,
  extensions: readonly string[],
): OutgoingRequest | string {
  const refusal = getUnsendableReason(sending, endpoint);
  if (refusal !== null) return refusal;
  if (sending.kind === "raw") return createRawRequest(sending, endpoint, extensions);
  const { url, binding, version, tenant } = endpoint;
  const target = { url, binding, version, ...(tenant !== null && { tenant }) };
  return encodeCall(sending.call, {
    ...target,
    extensions,
    id: randomUUID(),
    freshId: randomUUID(),
  });
}
