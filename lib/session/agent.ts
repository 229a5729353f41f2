/**
 * The agent being talked to, and the one sender: every exchange with it leaves from here, goes
 * through the server, and comes back as records of the open run.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { type AgentCard, type Endpoint, endpointOf, readCard } from "../protocol/card/card.ts";
import { type Call, encodeCall, type OutgoingRequest } from "../protocol/encode.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import type { Version } from "../protocol/versions.ts";
import { frameValue, isDiscovery } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { CardAttempt } from "../wire/service.ts";
import type { RunStore } from "./run.ts";
import { ServiceProblem, service } from "./service.ts";
import { readSetting, SETTINGS, writeSetting } from "./settings.ts";

/** A failure in words: whose it is, what happened, what to do. */
export interface Problem {
  readonly who: "Loupe" | "Network" | "Agent";
  readonly what: string;
  readonly remedy: string | null;
  /** The exact answer, where there was one. */
  readonly details: string | null;
}

export type AgentPhase =
  | { readonly kind: "none" }
  | { readonly kind: "connecting"; readonly address: string }
  | { readonly kind: "failed"; readonly address: string; readonly problem: Problem }
  | { readonly kind: "connected"; readonly address: string };

export interface Agent {
  readonly phase: AgentPhase;
  readonly card: AgentCard | null;
  readonly endpoint: Endpoint | null;
  /** What the user chose over the card's word; `null` follows the card. */
  readonly version: Version | null;
  readonly recording: string | null;
  /** Why the last request could not even be sent. */
  readonly sendProblem: Problem | null;
}

const NOBODY: Agent = {
  phase: { kind: "none" },
  card: null,
  endpoint: null,
  version: null,
  recording: null,
  sendProblem: null,
};

export interface AgentControls {
  connect(address: string): Promise<void>;
  chooseVersion(version: Version): void;
  /** Resolves to the exchange's id, or `null` when it could not be sent. */
  send(call: Call): Promise<string | null>;
  preview(call: Call): OutgoingRequest | null;
  /** Stops watching: hangs up, and tells the agent nothing. */
  hangUp(exchange: string): Promise<void>;
  /** Takes up the agent whose card is in a recording, to go on talking to it. */
  adopt(recording: string, timeline: Timeline): void;
  disconnect(): void;
}

export type AgentStore = StoreApi<Agent> & AgentControls;

export function createAgentStore(run: RunStore): AgentStore {
  const store = createStore<Agent>(() => NOBODY);
  let attempt = 0;

  const request = (call: Call): OutgoingRequest | null => {
    const { endpoint, version } = store.getState();
    if (!endpoint) return null;
    const id = crypto.randomUUID();
    const freshId = crypto.randomUUID();
    return encodeCall(call, {
      url: endpoint.url,
      version: version ?? endpoint.version,
      id,
      freshId,
    });
  };

  return Object.assign(store, {
    async connect(address: string) {
      const mine = ++attempt;
      store.setState({ ...NOBODY, phase: { kind: "connecting", address } });
      const next = await connectTo(address);
      if (mine !== attempt) return;
      store.setState(next);
      if (next.recording) run.openRecording(next.recording, next.card?.name ?? address);
      if (next.card) remember(address, next.card.name);
    },
    chooseVersion: (version: Version) => store.setState({ version }),
    preview: request,
    async send(call: Call) {
      const outgoing = request(call);
      const { recording } = store.getState();
      if (!outgoing) return null;
      store.setState({ sendProblem: null });
      try {
        const idleTimeoutMs = readSetting(SETTINGS.idleTimeoutSeconds) * 1000;
        const started = await service.exchange({
          ...outgoing,
          idleTimeoutMs,
          ...(recording !== null && { recording }),
        });
        return started.exchange;
      } catch (error) {
        store.setState({ sendProblem: problemFrom(error) });
        return null;
      }
    },
    async hangUp(exchange: string) {
      const { recording } = store.getState();
      if (recording !== null) await service.abort(recording, exchange).catch(() => undefined);
    },
    adopt(recording: string, timeline: Timeline) {
      const found = cardIn(timeline);
      const card = found && readCard(found.value);
      const endpoint = card && endpointOf(card, found.url);
      if (!card || !endpoint || typeof endpoint === "string") return;
      const address = timeline.name ?? found.url;
      const phase: AgentPhase = { kind: "connected", address };
      store.setState({ ...NOBODY, card, endpoint, recording, phase });
    },
    disconnect() {
      attempt++;
      store.setState(NOBODY);
    },
  });
}

async function connectTo(address: string): Promise<Agent> {
  try {
    const { recording, card: found, tried } = await service.connect({ address });
    if (!found) {
      const problem = notFound(tried);
      return { ...NOBODY, phase: { kind: "failed", address, problem } };
    }
    const card = readCard(JSON.parse(found.text));
    const endpoint = card ? endpointOf(card, found.url) : "The card is not an object.";
    if (!card || typeof endpoint === "string") {
      const what = typeof endpoint === "string" ? endpoint : "";
      const problem: Problem = { who: "Agent", what, remedy: null, details: found.text };
      return { ...NOBODY, card, recording, phase: { kind: "failed", address, problem } };
    }
    return { ...NOBODY, card, endpoint, recording, phase: { kind: "connected", address } };
  } catch (error) {
    return { ...NOBODY, phase: { kind: "failed", address, problem: problemFrom(error) } };
  }
}

function notFound(tried: readonly CardAttempt[]): Problem {
  const details = tried.map(({ url, outcome }) => `${url}\n  ${outcome}`).join("\n");
  const reached = tried.some(({ status }) => status !== null);
  const last = tried[tried.length - 1];
  if (!reached) {
    const what = last?.outcome ?? "No address to try.";
    return {
      who: "Network",
      what,
      remedy: "Is the agent running, and is the address right?",
      details,
    };
  }
  return {
    who: "Agent",
    what: "The server answers, but serves no agent card at any of the usual places.",
    remedy: "Paste the card's full URL, or the base URL the agent's documentation names.",
    details,
  };
}

export function problemFrom(error: unknown): Problem {
  if (error instanceof ServiceProblem) {
    return { who: "Loupe", what: error.message, remedy: error.hint, details: null };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { who: "Loupe", what, remedy: null, details: null };
}

/** The newest card in a recording, and where it came from. */
function cardIn(timeline: Timeline): { value: unknown; url: string } | null {
  const { exchanges } = timeline;
  for (const exchange of exchanges.filter(isDiscovery).toReversed()) {
    const count = exchange.events.count;
    const last = count === 0 ? -1 : exchange.events.at(count - 1);
    if (last < 0 || timeline.events.kind.at(last) !== CARD) continue;
    const { redirects, open } = exchange;
    const moved = redirects[redirects.length - 1]?.record.location;
    return {
      value: frameValue(timeline, last),
      url: moved ? new URL(moved, open.record.url).href : open.record.url,
    };
  }
  return null;
}

const CARD = EVENT_KINDS.indexOf("card");
const RECENT_LIMIT = 8;

function remember(address: string, name: string): void {
  const others = readSetting(SETTINGS.recentAgents).filter((agent) => agent.address !== address);
  const agents = [{ address, name, at: new Date().toISOString() }, ...others];
  writeSetting(SETTINGS.recentAgents, agents.slice(0, RECENT_LIMIT));
}
