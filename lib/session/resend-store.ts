/**
 * Store that resends the requests of the open run to a live agent, into a new recording. It
 * reconnects to the agent first, so that the new recording contains its card, and keeps the options
 * that the user chose for the agent.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ResendContent } from "../resend/masked-secrets.ts";
import { createRawRequest, getUnsendableReason } from "../resend/raw-request.ts";
import { type LiveAgent, type ResendProgress, resendRequests } from "../resend/resend.ts";
import { createResendSteps, type ResendStep } from "../resend/resend-steps.ts";
import { waitUntil } from "../resend/wait-until.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { AgentStore } from "./agent.ts";
import { getRequestedExtensions } from "./agent-state.ts";
import { keepPageActive } from "./page-activity.ts";
import type { RunStore } from "./run.ts";

interface ResendState {
  readonly phase: "idle" | "reaching" | "sending" | "done";
  /** The run whose requests are sent. */
  readonly recorded: { readonly name: string; readonly timeline: Timeline } | null;
  readonly steps: readonly ResendStep[];
  /** By the index of a step; without steps that have not started. */
  readonly progress: ReadonlyMap<number, ResendProgress>;
  /** Why nothing could be sent; `null` if there is no problem. */
  readonly problem: string | null;
}

interface ResendControls {
  /** Takes the requests of the open run; does nothing while requests are being sent. */
  take(): void;
  /** Updates the requests until sending starts, because the run may still be loading. */
  refresh(): void;
  /** Resolves to true when everything was sent, to false if it was stopped or could not start. */
  start(target: ResendTarget, secrets: ReadonlyMap<string, string>): Promise<boolean>;
  stop(): void;
}

export type ResendTarget =
  | { readonly kind: "connected" }
  | { readonly kind: "address"; readonly address: string };

type ResendStore = StoreApi<ResendState> & ResendControls;

/** Maximum duration of a response. The server closes silent connections earlier. */
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
  let sending = new AbortController();

  /** Stops when the user opens another run, because responses are read from the open one. */
  const stopWithRun = (timeline: Timeline) =>
    run.subscribe((now) => {
      const isNew =
        now.source?.kind === "recording" && now.source.id === agent.getState().recording;
      if (now.timeline !== timeline && !isNew) sending.abort();
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
      sending = new AbortController();
      const { signal } = sending;
      store.setState({ phase: "reaching", problem: null, progress: new Map() });
      const problem = await prepareAgent(agent, target);
      if (problem !== null || signal.aborted) {
        store.setState({ phase: "idle", problem });
        return false;
      }
      store.setState({ phase: "sending" });
      const unsubscribe = stopWithRun(run.getState().timeline);
      const onProgress = (progress: ResendProgress) =>
        store.setState(({ progress: before }) => ({
          progress: new Map(before).set(progress.step, progress),
        }));
      const live = createLiveAgent(run, agent, signal);
      const options = { secrets, timeoutMs: RESPONSE_TIMEOUT_MS };
      // Each step depends on the response to the one before, also while the page is hidden.
      await keepPageActive(resendRequests(steps, recorded.timeline, live, onProgress, options));
      unsubscribe();
      store.setState({ phase: "done" });
      return !signal.aborted;
    },
    stop: () => sending.abort(),
  });
}

/** Connects to the target agent so that it gets a new recording. Returns the problem, if any. */
async function prepareAgent(agent: AgentStore, target: ResendTarget): Promise<string | null> {
  const { phase, cardUrl, endpoint, version, extensions } = agent.getState();
  const isConnected = target.kind === "connected";
  if (isConnected && (phase.kind !== "connected" || !endpoint)) return "No agent is connected.";
  // The card was not fetched: the next call creates a recording.
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
  const wait = (isSo: () => boolean, ms: number) =>
    waitUntil(isSo, {
      onChange: (check) => run.subscribe(check),
      onTimeout: createTimeout(ms),
      signal,
    });
  return {
    getTimeline: () => run.getState().timeline,
    send: (sending) => send(agent, sending),
    hangUp: (exchange) => agent.hangUp(exchange),
    waitUntil: wait,
    pause: async (ms) => void (await wait(() => false, ms)),
    createId: () => crypto.randomUUID(),
    signal,
  };
}

const createTimeout = (ms: number) => (onTimeout: () => void) => {
  const timer = setTimeout(onTimeout, ms);
  return () => clearTimeout(timer);
};

async function send(agent: AgentStore, sending: ResendContent) {
  const { endpoint, version } = agent.getState();
  if (!endpoint) return "The agent was disconnected.";
  const callEndpoint = { ...endpoint, version: version ?? endpoint.version };
  const problem = getUnsendableReason(sending, callEndpoint);
  if (problem !== null) return problem;
  const exchange =
    sending.kind === "call"
      ? await agent.send(sending.call)
      : await agent.sendRaw(
          agent.addPlaceholders(
            createRawRequest(sending, callEndpoint, getRequestedExtensions(agent.getState())),
          ),
        );
  if (exchange !== null) return { exchange };
  return agent.getState().sendProblem?.what ?? "The request could not be sent.";
}
