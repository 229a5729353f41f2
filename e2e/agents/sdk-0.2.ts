// A real A2A 0.2 server: JavaScript SDK 0.2.5, JSON-RPC at the root.
import type { Message } from "a2a-sdk-0.2";
import { A2AExpressApp, DefaultRequestHandler, InMemoryTaskStore } from "a2a-sdk-0.2/server";
import express from "express";
import type { BuildAgent } from "./build-agent.ts";
import { Executor } from "./executor.ts";
import { createKindFormat } from "./kind-format.ts";

export const build: BuildAgent = (url, _grpc, getSteps) => {
  const executor = new Executor(createKindFormat<Message>(), getSteps);
  const card = {
    name: "Scripted 0.2",
    description: "Does as the first word of the message says.",
    url: `${url}/`,
    version: "1.0.0",
    protocolVersion: "0.2.5",
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "script", name: "Script", description: "Plays a script.", tags: ["test"] }],
  };
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const listener = new A2AExpressApp(handler).setupRoutes(express());
  return {
    listener,
    rpcUrl: `${url}/`,
    cardUrl: `${url}/.well-known/agent.json`,
    stop: () => executor.stopAll(),
  };
};
