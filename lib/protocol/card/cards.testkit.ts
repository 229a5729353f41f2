/** Valid cards of each version, for tests to modify. */

import type { CardVersion } from "./card-schema.ts";

type Loose = Record<string, unknown>;

const SKILL = { id: "plan", name: "Plan", description: "Plans a trip", tags: ["travel"] };
const MODES = { defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] };

const VALID_CARDS: Readonly<Record<CardVersion, Loose>> = {
  "0.1": {
    name: "Planner",
    url: "https://agent.example/",
    version: "1.0.0",
    capabilities: { streaming: true },
    authentication: { schemes: ["bearer"] },
    skills: [{ id: "plan", name: "Plan" }],
  },
  "0.2": {
    name: "Planner",
    description: "Plans trips",
    url: "https://agent.example/",
    version: "1.0.0",
    protocolVersion: "0.2.5",
    capabilities: { streaming: true },
    ...MODES,
    skills: [SKILL],
  },
  "0.3": {
    name: "Planner",
    description: "Plans trips",
    url: "https://agent.example/",
    version: "1.0.0",
    protocolVersion: "0.3.0",
    preferredTransport: "JSONRPC",
    capabilities: { streaming: true },
    ...MODES,
    skills: [SKILL],
  },
  "1.0": {
    name: "Planner",
    description: "Plans trips",
    version: "1.0.0",
    supportedInterfaces: [
      { url: "https://agent.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true },
    ...MODES,
    skills: [SKILL],
  },
};

/** A valid card with some members replaced; `undefined` removes a member. */
export function createCard(version: CardVersion, changes: Loose = {}): Loose {
  return JSON.parse(JSON.stringify({ ...VALID_CARDS[version], ...changes })) as Loose;
}

export const createSkill = (changes: Loose = {}): Loose => ({ ...SKILL, ...changes });

export const createInterface = (changes: Loose = {}): Loose => ({
  url: "https://agent.example/",
  protocolBinding: "JSONRPC",
  protocolVersion: "1.0",
  ...changes,
});
