/** The agent of a page that stands alone: there is nobody, and nothing is ever sent. */

import { createStore } from "zustand/vanilla";
import type { AgentControls, AgentStore } from "./agent.ts";
import { type Agent, NOBODY } from "./agent-state.ts";
import type { Problem } from "./problem.ts";

const NOT_HERE: Problem = {
  who: "Loupe",
  title: "Not from here",
  what: "This page has no Loupe behind it that could ask an agent.",
  remedy: "Open its log in a Loupe of your own.",
  details: null,
};

const nothing = () => undefined;
const notSent = async () => null;

const NO_AGENT: AgentControls = {
  connect: async () => undefined,
  giveUp: nothing,
  chooseVersion: nothing,
  chooseEndpoint: nothing,
  chooseExtension: nothing,
  send: notSent,
  sendRaw: notSent,
  dressed: (request) => ({ ...request, variables: [] }),
  request: () => null,
  disclosed: () => null,
  sent: () => null,
  look: async () => NOT_HERE,
  takeCard: async () => NOT_HERE.what,
  takeEndpoint: async () => undefined,
  dismissProblem: nothing,
  hangUp: async () => undefined,
  adopt: async () => undefined,
  disconnect: nothing,
};

export function createNobody(): AgentStore {
  return Object.assign(
    createStore<Agent>(() => NOBODY),
    NO_AGENT,
  );
}
