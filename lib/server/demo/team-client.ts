/** Calls from the planner of the demo team to the other agents, over HTTP. */

import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { isObject } from "../../protocol/json.ts";
import { joinTexts, type StreamResponse } from "./format-1.0.ts";

/** Why an agent of the team gave no result. */
class TeamCallError extends Error {}

interface TeamCall {
  /** `host:port`. */
  readonly address: string;
  readonly key: string;
  readonly text: string;
  readonly contextId: string;
  /** Passed on with the call; `null` if there is none. */
  readonly traceId: string | null;
  readonly signal: AbortSignal;
}

interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls the weather agent, which speaks A2A 0.3 over JSON-RPC. Resolves to its forecast. */
export async function askForWeather(call: TeamCall): Promise<string> {
  const card = await readCard(call);
  const { contextId, text } = call;
  const messageId = randomUUID();
  const message = { kind: "message", messageId, role: "user", contextId };
  const params = { message: { ...message, parts: [{ kind: "text", text }] } };
  const response = await send(call, {
    method: "POST",
    url: String(card.url),
    body: { jsonrpc: "2.0", id: messageId, method: "message/send", params },
  });
  const { result } = JSON.parse(await readText(response));
  return joinTexts(result.artifacts[0].parts);
}

/** Calls the hotel agent, which speaks A2A 1.0 over HTTP+JSON. Resolves to the room it found. */
export async function askForHotel(call: TeamCall): Promise<string> {
  const card = await readCard(call);
  const [{ url }] = card.supportedInterfaces as { url: string }[] as [{ url: string }];
  const { contextId, text } = call;
  const message = { messageId: randomUUID(), role: "ROLE_USER", contextId, parts: [{ text }] };
  const response = await send(call, {
    method: "POST",
    url: `${url}message:stream`,
    headers: { "a2a-version": "1.0", accept: "text/event-stream" },
    body: { message },
  });
  let found = "";
  let isDone = false;
  for await (const event of readEvents(response)) {
    if ("artifactUpdate" in event) found += joinTexts(event.artifactUpdate.artifact.parts);
    if (!("statusUpdate" in event)) continue;
    const { state, message: said } = event.statusUpdate.status;
    if (state === "TASK_STATE_FAILED") throw new TeamCallError(joinTexts(said?.parts ?? []));
    isDone ||= state === "TASK_STATE_COMPLETED";
  }
  if (!isDone) throw new TeamCallError("The stream ended before the task did.");
  return found;
}

async function readCard(call: TeamCall): Promise<Readonly<Record<string, unknown>>> {
  const url = `http://${call.address}/.well-known/agent-card.json`;
  const card: unknown = JSON.parse(await readText(await send(call, { method: "GET", url })));
  if (!isObject(card)) throw new TeamCallError("The card is not an object.");
  return card;
}

async function send(
  { key, traceId, signal }: TeamCall,
  { method, url, headers, body }: HttpCall,
): Promise<IncomingMessage> {
  const request = http.request(url, {
    method,
    agent: false,
    signal,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(traceId !== null && {
        traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
      }),
      ...headers,
    },
  });
  // After the response, errors are those of the response.
  request.on("error", () => undefined);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, "response").catch(throwBroken)) as [IncomingMessage];
  if (response.statusCode !== 200) throw new TeamCallError(`It answered ${response.statusCode}.`);
  return response.setEncoding("utf8");
}

function throwBroken(): never {
  throw new TeamCallError("The connection broke.");
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks = await response.toArray().catch(throwBroken);
  return chunks.join("");
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<StreamResponse> {
  let pending = "";
  const chunks = response[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await chunks.next().catch(throwBroken);
    if (done) return;
    const events = `${pending}${value}`.split("\n\n");
    pending = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ""));
  }
}
