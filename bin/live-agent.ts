/** A live agent for the command line: found by its address, called and recorded as the server does. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { rawRequest, refusalOf } from "../lib/again/request.ts";
import type { LiveAgent } from "../lib/again/run.ts";
import type { Sending } from "../lib/again/steps.ts";
import { untilSo } from "../lib/again/until.ts";
import { lintingIngest } from "../lib/lint/linter.ts";
import { type AgentCard, type Endpoint, endpointOf, readCard } from "../lib/protocol/card/card.ts";
import { encodeCall, type OutgoingRequest } from "../lib/protocol/encode/encode.ts";
import { connect } from "../lib/server/connect.ts";
import { overTime } from "../lib/server/failure.ts";
import { Library } from "../lib/server/library.ts";
import { isForAnyOrigin } from "../lib/server/outgoing.ts";
import { Secrets } from "../lib/server/secrets.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { LimitValues } from "../lib/wire/limits.ts";
import type { HeaderList } from "../lib/wire/record.ts";
import type { ConnectAnswer } from "../lib/wire/service.ts";
import type { CallOptions } from "./run-arguments.ts";

export interface ConnectedAgent extends LiveAgent {
  readonly card: AgentCard;
  readonly endpoint: Endpoint;
  readonly recording: string;
  /** Headers that do not go to where the card says the agent is, since nobody gave them for there. */
  readonly withheld: readonly string[];
  /** Hangs up because it took longer than it may. */
  giveUp(exchange: string, afterMs: number): Promise<void>;
  /** Resolves when all that came stands in the recording's file. */
  settled(): Promise<void>;
}

/** A library for one run, with the limits of the environment and of the command line. */
export function libraryIn(dataFolder: string, named: Partial<LimitValues>): Library {
  const settings = readSettings();
  return new Library({ ...settings, dataFolder, limits: { ...settings.limits, ...named } });
}

/** No card was found; there may be answers that say why. */
export class NoAgent extends Error {
  readonly recording: string;

  constructor(message: string, recording: string) {
    super(message);
    this.recording = recording;
  }
}

/** People paste addresses with keys in them: what is said of one, without these. */
export function keyless(address: string, said: string): string {
  return new Secrets({ url: address, headers: [] }, () => "‹masked›").url(said);
}

type Finding = Pick<CallOptions, "headers" | "headersTo" | "waitMs">;

/** Tries until there is a card, or the time is up: an agent that was just started may not listen yet. */
export async function findAgent(
  library: Library,
  address: string,
  { headers, waitMs }: Pick<Finding, "headers" | "waitMs">,
  signal: AbortSignal,
): Promise<ConnectAnswer> {
  const until = performance.now() + waitMs;
  for (;;) {
    const answer = await connect(library, { address, headers, secrets: secretsIn(headers) });
    if (answer.card || performance.now() >= until || signal.aborted) return answer;
    await library.remove(answer.recording);
    await sleep(RETRY_MS);
  }
}

const RETRY_MS = 250;

/** Headers that are given to follow a call, not to be let in. */
const FOLLOWS_CALLS =
  /^(?:traceparent|tracestate|baggage|(?:x-)?(?:request|correlation)-id|idempotency-key)$/i;
/** A shorter value would be masked in words that have nothing to do with it. */
const SHORTEST_SECRET = 6;

/** What is given in a header of any other name may be a key: cards name their headers as they like. */
function secretsIn(headers: HeaderList): string[] {
  return headers
    .filter(([name]) => !isForAnyOrigin(name) && !FOLLOWS_CALLS.test(name))
    .map(([, value]) => value)
    .filter((value) => value.length >= SHORTEST_SECRET);
}

/** Throws where there is no agent that can be called. */
export async function connectLive(
  library: Library,
  address: string,
  finding: Finding,
  signal: AbortSignal,
): Promise<ConnectedAgent> {
  const found = await findAgent(library, address, finding, signal);
  const { card: answer, tried, recording } = found;
  if (!answer) {
    const outcomes = tried.map(({ url, outcome }) => `${url}: ${outcome}`).join("; ");
    throw new NoAgent(keyless(address, outcomes), recording);
  }
  const card = readCard(JSON.parse(answer.text.replace(/^\ufeff/, "")));
  const endpoint = card ? endpointOf(card, answer.url) : "The card is not an object.";
  if (!card || typeof endpoint === "string") throw new NoAgent(String(endpoint), recording);

  const own = new Set([answer.url, ...finding.headersTo].map(originOf));
  const headersFor = (url: string) =>
    finding.headers.filter(([name]) => own.has(originOf(url)) || isForAnyOrigin(name));
  const sent = headersFor(endpoint.url);
  const withheld = finding.headers.filter((one) => !sent.includes(one)).map(([name]) => name);

  const ingest = lintingIngest();
  const listeners = new Set<() => void>();
  const changes = (look: () => void) => {
    listeners.add(look);
    return () => void listeners.delete(look);
  };
  const send = async (sending: Sending) => {
    const request = requestFor(sending, endpoint);
    if (typeof request === "string") return request;
    const given = headersFor(request.url);
    const secrets = [...(request.secrets ?? []), ...secretsIn(given)];
    const { exchange, done } = await library.start(
      { ...request, headers: [...request.headers, ...given], secrets, recording },
      {
        observe(record) {
          ingest.push(record);
          for (const listener of [...listeners]) listener();
        },
      },
    );
    done.catch(() => undefined);
    return { exchange };
  };
  return {
    card,
    endpoint,
    recording,
    withheld,
    timeline: () => ingest.timeline,
    send,
    giveUp: async (exchange, afterMs) =>
      void (await library.abort(recording, exchange, overTime(afterMs, "--limit"))),
    hangUp: async (exchange) => void (await library.abort(recording, exchange)),
    settled: async () => (await library.recorder(recording)).settled(),
    until: (isSo, ms) => untilSo(isSo, { changes, alarm: after(ms), signal }),
    pause: (ms) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
    makeId: randomUUID,
    signal,
  };
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

/** What to tell whoever gave headers for another origin than the card names; `null` where all go. */
export function withheldFrom({ withheld, endpoint }: ConnectedAgent): string | null {
  if (withheld.length === 0) return null;
  const origin = originOf(endpoint.url);
  return `not sent to ${origin}, which only the card names: ${withheld.join(", ")} (--headers-to ${origin} sends it there)`;
}

const after = (ms: number) => (ring: () => void) => {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
};

function requestFor(sending: Sending, endpoint: Endpoint): OutgoingRequest | string {
  const refusal = refusalOf(sending, endpoint);
  if (refusal !== null) return refusal;
  if (sending.kind === "raw") return rawRequest(sending, endpoint);
  const { url, binding, version, tenant } = endpoint;
  const target = { url, binding, version, ...(tenant !== null && { tenant }) };
  return encodeCall(sending.call, { ...target, id: randomUUID(), freshId: randomUUID() });
}
