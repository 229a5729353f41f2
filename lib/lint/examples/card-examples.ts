/** Builders that the examples of card rules share. */

import type { Rule } from "../rules/rule.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";
import { createExampleCard, recordCardLookup } from "./shared-examples.ts";

export const AGENT_URL = "https://agent.example/";

type CreateMembers = (factory: MessageFactory) => ExampleJson;

/** The example card with different members: some that break the rule, and some that nearly do. */
export const createCardExample = (
  breaks: CreateMembers,
  nearly: CreateMembers,
): Pick<Rule, "breaks" | "nearly"> => ({
  breaks: (factory) => recordCardLookup(createExampleCard(factory, breaks(factory))),
  nearly: (factory) => recordCardLookup(createExampleCard(factory, nearly(factory))),
});

/** The same members in each version. */
export const always = (over: ExampleJson) => () => over;

export const createUnchanged: CreateMembers = always({});

export const createInterface = (factory: MessageFactory, over: ExampleJson = {}): ExampleJson => ({
  url: AGENT_URL,
  protocolBinding: "JSONRPC",
  protocolVersion: factory.version,
  ...over,
});

export const createInterfaceFactory =
  (over: ExampleJson): CreateMembers =>
  (factory) => ({ supportedInterfaces: [createInterface(factory, over)] });
