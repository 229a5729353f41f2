/**
 * Sending the open run's requests again to a live agent, into a recording of its own. The agent is
 * reached anew for it, so that the new recording has its card; what was chosen for it stays.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import { rawRequest, refusalOf } from "../again/request.ts";
import { type LiveAgent, type Progress, sendAgain } from "../again/run.ts";
import { type Sending, type Step, stepsOf } from "../again/steps.ts";
import { untilSo } from "../again/until.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { AgentStore } from "./agent.ts";
import { wantedExtensions } from "./agent-state.ts";
import { attending } from "./attention.ts";
import type { RunStore } from "./run.ts";

export interface Again {
  readonly phase: "idle" | "reaching" | "sending" | "done";
  /** The run whose requests are sent. */
  readonly recorded: { readonly name: string; readonly timeline: Timeline } | null;
  readonly steps: readonly Step[];
  /** By the index of a step; none for one that has not begun. */
  readonly progress: ReadonlyMap<number, Progress>;
  /** Why nothing could be sent; `null` for no reason. */
  readonly problem: string | null;
}

export interface AgainControls {
  /** Looks at what the open run could send again; nothing while it is being sent. */
  take(): void;
  /** The same, as long as nothing was sent yet: a run may still be being read. */
  refresh(): void;
  /** Resolves to true when all was sent, and to false where it was stopped or could not be begun. */
  start(target: AgainTarget, secrets: ReadonlyMap<string, string>): Promise<boolean>;
  stop(): void;
}

export type AgainTarget =
  | { readonly kind: "connected" }
  | { readonly kind: "address"; readonly address: string };

export type AgainStore = StoreApi<Again> & AgainControls;

/** An answer may take so long; the server hangs up earlier where nothing comes at all. */
const PATIENCE_MS = 5 * 60_000;

const IDLE: Again = {
  phase: "idle",
  recorded: null,
  steps: [],
  progress: new Map(),
  problem: null,
};

export function createAgainStore(run: RunStore, agent: AgentStore): AgainStore {
  const store = createStore<Again>(() => IDLE);
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
    store.setState({ ...IDLE, recorded: { name, timeline }, steps: stepsOf(timeline) });
  };

  return Object.assign(store, {
    take,
    refresh() {
      if (store.getState().phase === "idle") take();
    },
    async start(target: AgainTarget, secrets: ReadonlyMap<string, string>) {
      const { recorded, steps } = store.getState();
      if (!recorded) return false;
      hand = new AbortController();
      const { signal } = hand;
      store.setState({ phase: "reaching", problem: null, progress: new Map() });
      const problem = await reach(agent, target);
      if (problem !== null || signal.aborted) {
        store.setState({ phase: "idle", problem });
        return false;
      }
      store.setState({ phase: "sending" });
      const leave = stopWithRun(run.getState().timeline);
      const tell = (progress: Progress) =>
        store.setState(({ progress: before }) => ({
          progress: new Map(before).set(progress.step, progress),
        }));
      const live = liveAgent(run, agent, signal);
      const options = { secrets, patienceMs: PATIENCE_MS };
      // Each step waits for what came of the one before, also while somebody looks elsewhere.
      await attending(sendAgain(steps, recorded.timeline, live, tell, options));
      leave();
      store.setState({ phase: "done" });
      return !signal.aborted;
    },
    stop: () => hand.abort(),
  });
}

/** A recording of its own, of the agent that is connected or of one that is reached first. */
async function reach(agent: AgentStore, target: AgainTarget): Promise<string | null> {
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
    agent.giveUp();
    return now.phase.problem.what;
  }
  if (!now.endpoint) return "The agent was left before it was reached.";
  if (isConnected) {
    agent.setState({ phase, endpoint: endpoint ?? now.endpoint, version, extensions });
  }
  return null;
}

function liveAgent(run: RunStore, agent: AgentStore, signal: AbortSignal): LiveAgent {
  const until = (isSo: () => boolean, ms: number) =>
    untilSo(isSo, { changes: (look) => run.subscribe(look), alarm: after(ms), signal });
  return {
    timeline: () => run.getState().timeline,
    send: (sending) => send(agent, sending),
    hangUp: (exchange) => agent.hangUp(exchange),
    until,
    pause: async (ms) => void (await until(() => false, ms)),
    makeId: () => crypto.randomUUID(),
    signal,
  };
}

const after = (ms: number) => (ring: () => void) => {
  const timer = setTimeout(ring, ms);
  return () => clearTimeout(timer);
};

async function send(agent: AgentStore, sending: Sending) {
  const { endpoint, version } = agent.getState();
  if (!endpoint) return "The agent was disconnected.";
  const spoken = { ...endpoint, version: version ?? endpoint.version };
  const refusal = refusalOf(sending, spoken);
  if (refusal !== null) return refusal;
  const exchange =
    sending.kind === "call"
      ? await agent.send(sending.call)
      : await agent.sendRaw(
          agent.dressed(rawRequest(sending, spoken, wantedExtensions(agent.getState()))),
        );
  if (exchange !== null) return { exchange };
  return agent.getState().sendProblem?.what ?? "It could not be sent.";
}
