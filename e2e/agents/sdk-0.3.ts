// A real A2A 0.3 server: the JavaScript SDK 0.3.14, JSON-RPC under a path of its own.
import { AGENT_CARD_PATH, type Message } from "a2a-sdk-0.3";
import { DefaultRequestHandler, InMemoryTaskStore } from "a2a-sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "a2a-sdk-0.3/server/express";
import express from "express";
import type { Build } from "./agent.ts";
import { Executor } from "./executor.ts";
import { kindWords } from "./kind-words.ts";

export const build: Build = (url) => {
  const executor = new Executor(kindWords<Message>());
  const rpcUrl = `${url}/a2a/jsonrpc`;
  const card = {
    name: "Scripted 0.3",
    description: "Does as the first word of the message says.",
    protocolVersion: "0.3.0",
    url: rpcUrl,
    preferredTransport: "JSONRPC",
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "script", name: "Script", description: "Plays a script.", tags: ["test"] }],
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const userBuilder = UserBuilder.noAuthentication;
  const listener = express()
    .use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }))
    .use("/a2a/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder }));
  return { listener, rpcUrl, cardUrl: `${url}/${AGENT_CARD_PATH}`, stop: () => executor.stopAll() };
};
