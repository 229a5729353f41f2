/** A live agent for the command line: found by its address, called and recorded as the server does. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createLintingIngest } from "../lib/lint/linter.ts";
import {
  type AgentCard,
  BINDING_NAMES,
  type Endpoint,
  readCard,
  selectEndpoint,
} from "../lib/protocol/card/card.ts";
import { createManualEndpoint } from "../lib/protocol/card/manual-endpoint.ts";
import { encodeCall, type OutgoingRequest } from "../lib/protocol/encode/encode.ts";
import { getEncodingVersion } from "../lib/protocol/encode/request-format.ts";
import {
  getDefaultExtensions,
  getExtensionsHeaderName,
  parseExtensionHeaders,
} from "../lib/protocol/extensions.ts";
import { createRawRequest, getUnsendableReason } from "../lib/resend/raw-request.ts";
import type { LiveAgent } from "../lib/resend/resend.ts";
import type { ResendContent } from "../lib/resend/resend-steps.ts";
import { waitUntil } from "../lib/resend/wait-until.ts";
import { connect } from "../lib/server/connect.ts";
import { createLeftWaitingEnd, createOverTimeEnd } from "../lib/server/exchange-end.ts";
import { isForAnyOrigin } from "../lib/server/http-request.ts";
import { Library } from "../lib/server/library.ts";
import { SecretMasker } from "../lib/server/secret-masker.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { ConnectResponse } from "../lib/wire/api-types.ts";
import type { LimitValues } from "../lib/wire/limits.ts";
import type { HeaderList } from "../lib/wire/record.ts";
import type { CallOptions } from "./call-options.ts";

export interface ConnectedAgent extends LiveAgent {
  /** `null` where the endpoint is called without one. */
  readonly card: AgentCard | null;
  readonly endpoint: Endpoint;
  /** Where the run is recorded; there is none before the first exchange. */
  getRecording(): string;
  /** Headers that do not go to where the card says the agent is, since nobody gave them for there. */
  readonly withheldHeaders: readonly string[];
  /** The extensions that its calls ask for, and the required ones that given headers leave out. */
  readonly extensions: RequestedExtensions;
  /** Hangs up because it took longer than it may. */
  abortOverTime(exchange: string, afterMs: number): Promise<void>;
  /** Hangs up because the task waits for input or authentication that nobody will give. */
  abortWaiting(exchange: string, state: string): Promise<void>;
  /** Resolves when all that came stands in the recording's file. */
  waitUntilWritten(): Promise<void>;
}

/** A library for one run, with the limits of the environment and of the command line. */
export function createLibrary(dataFolder: string, named: Partial<LimitValues>): Library {
  const settings = readSettings();
  return new Library({ ...settings, dataFolder, limits: { ...settings.limits, ...named } });
}

/** No card was found; there may be answers that say why. */
export class AgentNotFoundError extends Error {
  readonly recording: string;

  constructor(message: string, recording: string) {
    super(message);
    this.recording = recording;
  }
}

/** People paste addresses with keys in them: what is said of one, without these. */
export function maskAddressSecrets(address: string, said: string): string {
  return new SecretMasker({ url: address, headers: [] }, () => "‹masked›").url(said);
}

type FindAgentOptions = Pick<
  CallOptions,
  "headers" | "headersTo" | "waitMs" | "binding" | "version"
>;

/** Tries until there is a card, or the time is up: an agent that was just started may not listen yet. */
export async function findAgent(
  library: Library,
  address: string,
  { headers, waitMs }: Pick<FindAgentOptions, "headers" | "waitMs">,
  signal: AbortSignal,
): Promise<ConnectResponse> {
  const until = performance.now() + waitMs;
  for (;;) {
    const answer = await connect(library, { address, headers, secrets: getHeaderSecrets(headers) });
    if (answer.card || performance.now() >= until || signal.aborted) return answer;
    await library.remove(answer.recording);
    await sleep(RETRY_MS);
  }
}

const RETRY_MS = 250;

/** An agent that can be called: by its card, or by what somebody knows of its endpoint. */
interface LiveTarget {
  readonly card: AgentCard | null;
  readonly endpoint: Endpoint;
  /** `null` where nothing was sent yet. */
  readonly recording: string | null;
  /** Where what led to the endpoint came from. */
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
  const { card: answer, recording } = found;
  if (!answer) throw new AgentNotFoundError(formatNoCard(address, found), recording);
  const card = readCard(JSON.parse(answer.text.replace(/^\ufeff/, "")));
  const stated = card ? selectEndpoint(card, answer.url) : "The card is not an object.";
  if (!card || typeof stated === "string") throw new AgentNotFoundError(String(stated), recording);
  const endpoint = version === null ? stated : { ...stated, version };
  return { card, endpoint, recording, sourceUrl: answer.url };
}

/** What each place answered, and how to go on without a card. */
export function formatNoCard(address: string, { tried, grpc }: ConnectResponse): string {
  const outcomes = tried.map(({ url, outcome }) => `${url}: ${outcome}`).join("; ");
  const goOn = grpc
    ? `Call it with --binding grpc --a2a-version ${grpc.version}.`
    : "If the address is the agent's endpoint, call it without a card: --binding jsonrpc, http+json or grpc.";
  return `${maskAddressSecrets(address, outcomes)} ${goOn}`;
}

/** Headers that are given to follow a call, not to be let in. */
const TRACING_HEADERS =
  /^(?:traceparent|tracestate|baggage|(?:x-)?(?:request|correlation)-id|idempotency-key)$/i;
/** A shorter value would be masked in words that have nothing to do with it. */
const MIN_SECRET_LENGTH = 6;

/** What is given in a header of any other name may be a key: cards name their headers as they like. */
function getHeaderSecrets(headers: HeaderList): string[] {
  return headers
    .filter(([name]) => !isForAnyOrigin(name) && !TRACING_HEADERS.test(name))
    .map(([, value]) => value)
    .filter((value) => value.length >= MIN_SECRET_LENGTH);
}

/** Throws where there is no agent that can be called. */
export async function connectLiveAgent(
  library: Library,
  address: string,
  finding: FindAgentOptions,
  signal: AbortSignal,
): Promise<ConnectedAgent> {
  const target = await findLiveTarget(library, address, finding, signal);
  const { card, endpoint } = target;
  let { recording } = target;

  const own = new Set([target.sourceUrl, ...finding.headersTo].map(getOrigin));
  const headersFor = (url: string) =>
    finding.headers.filter(([name]) => own.has(getOrigin(url)) || isForAnyOrigin(name));
  const sent = headersFor(endpoint.url);
  const withheld = finding.headers.filter((one) => !sent.includes(one)).map(([name]) => name);
  const extensions = resolveExtensions(card, endpoint, sent);

  const ingest = createLintingIngest();
  const listeners = new Set<() => void>();
  const changes = (look: () => void) => {
    listeners.add(look);
    return () => void listeners.delete(look);
  };
  const send = async (sending: ResendContent) => {
    const request = createRequest(sending, endpoint, extensions.requested);
    if (typeof request === "string") return request;
    const given = headersFor(request.url);
    const headers = [...request.headers, ...given];
    const secrets = [...(request.secrets ?? []), ...getHeaderSecrets(given)];
    const started = await library.start(
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
  const recorded = () => recording ?? "";
  return {
    card,
    endpoint,
    getRecording: recorded,
    withheldHeaders: withheld,
    extensions,
    getTimeline: () => ingest.timeline,
    send,
    abortOverTime: async (exchange, afterMs) =>
      void (await library.abort(recorded(), exchange, createOverTimeEnd(afterMs, "--limit"))),
    abortWaiting: async (exchange, state) =>
      void (await library.abort(recorded(), exchange, createLeftWaitingEnd(state))),
    hangUp: async (exchange) => void (await library.abort(recorded(), exchange)),
    waitUntilWritten: async () => (await library.recorder(recorded())).waitUntilWritten(),
    waitUntil: (isSo, ms) =>
      waitUntil(isSo, { onChange: changes, onTimeout: createAlarm(ms), signal }),
    pause: (ms) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
    createId: randomUUID,
    signal,
  };
}

const getOrigin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

/** What is known of the agent before it is called: its name, and what goes with each call. */
export function* formatIntroduction(agent: ConnectedAgent): Generator<string> {
  const { card, endpoint, extensions } = agent;
  const { binding, version, url, why } = endpoint;
  if (card) yield `${card.name}, ${why}`;
  else yield `${url} without a card: ${BINDING_NAMES[binding]}, A2A ${version}`;
  const { requested, missing, header } = extensions;
  if (requested.length > 0) yield `${header}: ${requested.join(", ")}`;
  if (missing.length > 0) {
    yield `the card requires ${missing.join(", ")}, which the given ${header} leaves out`;
  }
  const kept = formatWithheld(agent);
  if (kept !== null) yield kept;
}

interface RequestedExtensions {
  readonly requested: readonly string[];
  readonly missing: readonly string[];
  /** The header that lists them in the version that is spoken. */
  readonly header: string;
}

/** Who gives the header by hand decides what is asked for. */
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

/** What to tell whoever gave headers for another origin than the card names; `null` where all go. */
function formatWithheld({ withheldHeaders, endpoint }: ConnectedAgent): string | null {
  if (withheldHeaders.length === 0) return null;
  const origin = getOrigin(endpoint.url);
  return `not sent to ${origin}, which only the card names: ${withheldHeaders.join(", ")} (--headers-to ${origin} sends it there)`;
}

const createAlarm = (ms: number) => (ring: () => void) => {
  const timer = setTimeout(ring, ms);
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
