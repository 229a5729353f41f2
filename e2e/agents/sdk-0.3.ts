// A real A2A 0.3 server: JavaScript SDK 0.3.14, with JSON-RPC and HTTP+JSON at separate paths, gRPC on a
// separate port, push notifications and an extended card.
import { AGENT_CARD_PATH, type Message } from "a2a-sdk-0.3";
import {
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from "a2a-sdk-0.3/server";
import {
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
  UserBuilder,
} from "a2a-sdk-0.3/server/express";
import express from "express";
import type { BuildAgent } from "./build-agent.ts";
import { Executor } from "./executor.ts";
import { createGrpcService } from "./grpc-0.3.ts";
import { createKindFormat } from "./kind-format.ts";

export const build: BuildAgent = (url, grpc, getSteps) => {
  const executor = new Executor(createKindFormat<Message>(), getSteps);
  const rpcUrl = `${url}/a2a/jsonrpc`;
  const restUrl = `${url}/a2a/rest`;
  const main = { url: rpcUrl, transport: "JSONRPC" };
  const rest = { url: restUrl, transport: "HTTP+JSON" };
  const overHttp2 = { url: grpc.address, transport: "GRPC" };
  const preferred = grpc.isPreferred ? overHttp2 : main;
  const card = {
    name: "Scripted 0.3",
    description: "Does as the first word of the message says.",
    protocolVersion: "0.3.0",
    url: preferred.url,
    preferredTransport: preferred.transport,
    additionalInterfaces: [main, rest, overHttp2],
    version: "1.0.0",
    capabilities: { streaming: true, pushNotifications: true },
    supportsAuthenticatedExtendedCard: true,
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "script", name: "Script", description: "Plays a script.", tags: ["test"] }],
  };
  const pushes = new InMemoryPushNotificationStore();
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    executor,
    undefined,
    pushes,
    new DefaultPushNotificationSender(pushes),
    // A function, so that everybody gets the card: a plain value is only for authenticated users.
    async () => ({ ...card, description: "The extended card." }),
  );
  const userBuilder = UserBuilder.noAuthentication;
  const listener = express()
    .use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }))
    .use("/a2a/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder }))
    .use("/a2a/rest", restHandler({ requestHandler, userBuilder }));
  const cardUrl = `${url}/${AGENT_CARD_PATH}`;
  const stop = () => executor.stopAll();
  return { listener, rpcUrl, restUrl, grpc: createGrpcService(requestHandler), cardUrl, stop };
};
