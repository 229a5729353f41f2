/**
 * Sending the open run's requests again to a live agent, into a recording of its own. The agent is
 * reached anew for it, so that the new recording has its card; what was chosen for it stays.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { createRawRequest, getUnsendableReason } from "../resend/raw-request.ts";
import { type LiveAgent, type ResendProgress, resendRequests } from "../resend/resend.ts";
import { createResendSteps, type ResendContent, type ResendStep } from "../resend/resend-steps.ts";
import { waitUntil } from "../resend/wait-until.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { AgentStore } from "./agent.ts";
import { getRequestedExtensions } from "./agent-state.ts";
import { keepPageActive } from "./page-activity.ts";
import type { RunStore } from "./run.ts";

export interface ResendState {
  readonly phase: "idle" | "reaching" | "sending" | "done";
  /** The run whose requests are sent. */
  readonly recorded: { readonly name: string; readonly timeline: Timeline } | null;
  readonly steps: readonly ResendStep[];
  /** By the index of a step; none for one that has not begun. */
  readonly progress: ReadonlyMap<number, ResendProgress>;
  /** Why nothing could be sent; `null` for no reason. */
  readonly problem: string | null;
}

export interface ResendControls {
  /** Looks at what the open run could send again; nothing while it is being sent. */
  take(): void;
  /** The same, as long as nothing was sent yet: a run may still be being read. */
  refresh(): void;
  /** Resolves to true when all was sent, and to false where it was stopped or could not be begun. */
  start(target: ResendTarget, secrets: ReadonlyMap<string, string>): Promise<boolean>;
  stop(): void;
}

export type ResendTarget =
  | { readonly kind: "connected" }
  | { readonly kind: "address"; readonly address: string };

export type ResendStore = StoreApi<ResendState> & ResendControls;

/** An answer may take so long; the server hangs up earlier where nothing comes at all. */
const RESPONSE_TIMEOUT_MS = 5 * 60_000;

const IDLE: ResendState = {
  phase: "idle",
  recorded: null,
  steps: [],
  progress: new Map(),
  problem: null,
};

export function createResendStore(run: RunStore, agent: AgentStore): ResendStore {
  const store = createStore<ResendState>(() => IDLE);
  let hand = new AbortController();

  /** Another run may be opened meanwhile: then there is nothing to go on with. */
  const stopWithRun = (timeline: Timeline) =>
    run.subscribe((now) => {
      const isNew =
        now.source?.kind === "recording" && now.source.id === agent.getState().recording;
      if (now.timeline !== timeline && !isNew) hand.abort();
    });

  const take = () => {
    const { phase, recorded, steps } = store.getState();
    const { name, timeline } = run.getState();
    if (phase === "reaching" || phase === "sending") return;
    const isKnown = recorded?.timeline === timeline && steps.length === timeline.calls;
    if (phase === "idle" && isKnown) return;
    store.setState({ ...IDLE, recorded: { name, timeline }, steps: createResendSteps(timeline) });
  };

  return Object.assign(store, {
    take,
    refresh() {
      if (store.getState().phase === "idle") take();
    },
    async start(target: ResendTarget, secrets: ReadonlyMap<string, string>) {
      const { recorded, steps } = store.getState();
      if (!recorded) return false;
      hand = new AbortController();
      const { signal } = hand;
      store.setState({ phase: "reaching", problem: null, progress: new Map() });
      const problem = await prepareAgent(agent, target);
      if (problem !== null || signal.aborted) {
        store.setState({ phase: "idle", problem });
        return false;
      }
      store.setState({ phase: "sending" });
      const leave = stopWithRun(run.getState().timeline);
      const tell = (progress: ResendProgress) =>
        store.setState(({ progress: before }) => ({
          progress: new Map(before).set(progress.step, progress),
        }));
      const live = createLiveAgent(run, agent, signal);
      const options = { secrets, timeoutMs: RESPONSE_TIMEOUT_MS };
      // Each step waits for what came of the one before, also while somebody looks elsewhere.
      await keepPageActive(resendRequests(steps, recorded.timeline, live, tell, options));
      leave();
      store.setState({ phase: "done" });
      return !signal.aborted;
    },
    stop: () => hand.abort(),
  });
}

/** A recording of its own, of the agent that is connected or of one that is reached first. */
async function prepareAgent(agent: AgentStore, target: ResendTarget): Promise<string | null> {
  const { phase, cardUrl, endpoint, version, extensions } = agent.getState();
  const isConnected = target.kind === "connected";
  if (isConnected && (phase.kind !== "connected" || !endpoint)) return "No agent is connected.";
  // Whose card was given was never fetched: its next call begins a recording by itself.
  if (isConnected && cardUrl === null) {
    agent.setState({ recording: null });
    return null;
  }
  await agent.connect(isConnected ? (cardUrl ?? "") : target.address);
  const now = agent.getState();
  if (now.phase.kind === "failed") {
    agent.cancelConnect();
    return now.phase.problem.what;
  }
  if (!now.endpoint) return "The connection was canceled before the agent was reached.";
  if (isConnected) {
    agent.setState({ phase, endpoint: endpoint ?? now.endpoint, version, extensions });
  }
  return null;
}

function createLiveAgent(run: RunStore, agent: AgentStore, signal: AbortSignal): LiveAgent {
  const until = (isSo: () => boolean, ms: number) =>
    waitUntil(isSo, {
      onChange: (look) => run.subscribe(look),
      onTimeout: createAlarm(ms),
      signal,
    });
  return {
    getTimeline: () => run.getState().timeline,
    send: (sending) => send(agent, sending),
    hangUp: (exchange) => agent.hangUp(exchange),
    waitUntil: until,
    pause: async (ms) => void (await until(() => false, ms)),
    createId: () => crypto.randomUUID(),
    signal,
  };
}

const createAlarm = (ms: number) => (ring: () => void) => {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
};

async function send(agent: AgentStore, sending: ResendContent) {
  const { endpoint, version } = agent.getState();
  if (!endpoint) return "The agent was disconnected.";
  const spoken = { ...endpoint, version: version ?? endpoint.version };
  const refusal = getUnsendableReason(sending, spoken);
  if (refusal !== null) return refusal;
  const exchange =
    sending.kind === "call"
      ? await agent.send(sending.call)
      : await agent.sendRaw(
          agent.addPlaceholders(
            createRawRequest(sending, spoken, getRequestedExtensions(agent.getState())),
          ),
        );
  if (exchange !== null) return { exchange };
  return agent.getState().sendProblem?.what ?? "The request could not be sent.";
}
