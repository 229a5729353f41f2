/** Words that several examples share, beside those of the speaker. */

import type { HeaderList } from "../../wire/record.ts";
import { type Json, rpcRequest, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

export const isFrom1 = ({ version }: Speaker): boolean => version === "1.0" || version === "1.1";

/** What a client sends with a message. */
export const sent = (say: Speaker, over: Json = {}): Json => ({
  message: say.message("go", { role: say.role("user"), messageId: "u1", ...over }),
});

/** A task as it stands in the answer to a call for it: without a key around it. */
export const bareTask = (say: Speaker, over: Json = {}): Json => ({
  id: "t1",
  ...(say.version === "0.1" ? { sessionId: "c1" } : { contextId: "c1" }),
  status: { state: say.state("completed") },
  ...over,
});

/** An answer in one piece. */
export const whole = (scene: Scene, answer: unknown, x = "x1"): Scene =>
  scene.text(JSON.stringify(answer), x).end("complete", x);

const PLAIN: HeaderList = [["content-type", "application/json"]];

/** One call over JSON-RPC whose headers are told, up to the head of its answer. */
export const asksBy = (
  say: Speaker,
  headers: HeaderList,
  { params = sent(say), method = say.method("stream"), url = "http://agent.example/" } = {},
): Scene =>
  new Scene()
    .open("x1", { url, body: rpcRequest(method, params), headers: [...PLAIN, ...headers] })
    .head();

/** The card of the agent that is called in examples. */
export function cardOf(say: Speaker, over: Json = {}, url = "https://agent.example/"): Json {
  const skill = { id: "look", name: "Look", description: "Looks.", tags: ["looking"] };
  const card = {
    name: "Agent",
    description: "Looks and tells.",
    version: "1.0.0",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [skill],
  };
  if (isFrom1(say)) {
    const protocolVersion = say.version;
    const place = { url, protocolBinding: "JSONRPC", protocolVersion };
    return { ...card, supportedInterfaces: [place], ...over };
  }
  const is01 = say.version === "0.1";
  const stated = is01
    ? { authentication: { schemes: ["bearer"] } }
    : { protocolVersion: `${say.version}.0`, preferredTransport: "JSONRPC" };
  return { ...card, url, ...stated, ...over };
}

/** The agent is looked up before it is called. */
export const looksUp = (
  card: string | Json,
  { at = "https://agent.example/.well-known/agent-card.json", type = "application/json" } = {},
): Scene =>
  new Scene()
    .open("x0", { method: "GET", url: at })
    .head(200, type, "x0")
    .text(typeof card === "string" ? card : JSON.stringify(card, null, 2), "x0")
    .end("complete", "x0");
