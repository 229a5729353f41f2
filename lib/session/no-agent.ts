/** Agent store of a standalone page, which has no agent and never sends anything. */

import { createStore } from "zustand/vanilla";
import type { AgentControls, AgentStore } from "./agent.ts";
import { type AgentState, DISCONNECTED_AGENT } from "./agent-state.ts";
import { NO_SENDER } from "./request-sender.ts";
import type { UserFacingError } from "./user-facing-error.ts";

const NOT_AVAILABLE: UserFacingError = {
  who: "Loupe",
  title: "Not available here",
  what: "This page has no Loupe server, so it cannot call an agent.",
  remedy: "Open its log in your own Loupe.",
  details: null,
};

const doNothing = () => undefined;

const NO_AGENT_CONTROLS: AgentControls = {
  ...NO_SENDER,
  connect: async () => undefined,
  cancelConnect: doNothing,
  chooseVersion: doNothing,
  chooseEndpoint: doNothing,
  chooseExtension: doNothing,
  fetchDocument: async () => NOT_AVAILABLE,
  connectToCard: async () => NOT_AVAILABLE.what,
  connectToEndpoint: async () => undefined,
  dismissProblem: doNothing,
  hangUp: async () => undefined,
  connectToRecordedAgent: async () => undefined,
  disconnect: doNothing,
};

export function createNoAgentStore(): AgentStore {
  return Object.assign(
    createStore<AgentState>(() => DISCONNECTED_AGENT),
    NO_AGENT_CONTROLS,
  );
}
