/** A live agent for the command line: found by its address, called and recorded as the server does. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { rawRequest, refusalOf } from "../lib/again/request.ts";
import type { LiveAgent } from "../lib/again/run.ts";
import type { Sending } from "../lib/again/steps.ts";
import { type Endpoint, endpointOf, readCard } from "../lib/protocol/card/card.ts";
import { encodeCall, type OutgoingRequest } from "../lib/protocol/encode/encode.ts";
import { connect } from "../lib/server/connect.ts";
import type { Library } from "../lib/server/library.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { HeaderList } from "../lib/wire/record.ts";

export interface ConnectedAgent extends LiveAgent {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly recording: string;
}

/** Throws where there is no agent that can be called. */
export async function connectLive(
  library: Library,
  address: string,
  headers: HeaderList,
  signal: AbortSignal,
): Promise<ConnectedAgent> {
  const { card: found, tried, recording } = await connect(library, { address, headers });
  if (!found) throw new Error(tried.map(({ url, outcome }) => `${url}: ${outcome}`).join("; "));
  const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
  const endpoint = card ? endpointOf(card, found.url) : "The card is not an object.";
  if (!card || typeof endpoint === "string") throw new Error(String(endpoint));

  const ingest = new Ingest();
  const listeners = new Set<() => void>();
  const send = async (sending: Sending) => {
    const request = requestFor(sending, endpoint);
    if (typeof request === "string") return request;
    const { exchange, done } = await library.start(
      { ...request, headers: [...request.headers, ...headers], recording },
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
    name: card.name,
    endpoint,
    recording,
    timeline: () => ingest.timeline,
    send,
    hangUp: async (exchange) => void library.abort(recording, exchange),
    until: (isSo, ms) => untilSo(isSo, ms, signal, listeners),
    pause: (ms) => sleep(ms, undefined, { signal }).then(undefined, () => undefined),
    makeId: randomUUID,
    signal,
  };
}

function untilSo(
  isSo: () => boolean,
  ms: number,
  signal: AbortSignal,
  listeners: Set<() => void>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (found: boolean) => {
      clearTimeout(timer);
      listeners.delete(look);
      signal.removeEventListener("abort", stop);
      resolve(found);
    };
    const look = () => isSo() && end(true);
    const stop = () => end(false);
    const timer = setTimeout(stop, ms);
    listeners.add(look);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    else look();
  });
}

function requestFor(sending: Sending, endpoint: Endpoint): OutgoingRequest | string {
  const refusal = refusalOf(sending, endpoint);
  if (refusal !== null) return refusal;
  if (sending.kind === "raw") return rawRequest(sending, endpoint);
  const { url, binding, version, tenant } = endpoint;
  const target = { url, binding, version, ...(tenant !== null && { tenant }) };
  return encodeCall(sending.call, { ...target, id: randomUUID(), freshId: randomUUID() });
}
