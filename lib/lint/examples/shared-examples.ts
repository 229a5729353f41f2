/** Builders that several examples share. */

import type { HeaderList } from "../../wire/record.ts";
import type { Rule } from "../rules/rule.ts";
import type { MessageFactory } from "./message-factory.ts";
import { type ExampleJson, formatRpcRequest, RecordingBuilder } from "./recording-builder.ts";

export const isVersionFrom1 = ({ version }: MessageFactory): boolean =>
  version === "1.0" || version === "1.1";

export const CITATION_URI = "https://extensions.example/citation/v1";

/** A stream with a working task. */
export const recordWorkingTask = (factory: MessageFactory): RecordingBuilder =>
  factory.stream().addEvents(factory.task("working"));

/** The parameters of a client's message. */
export const createSendParams = (factory: MessageFactory, over: ExampleJson = {}): ExampleJson => ({
  message: factory.message("go", { role: factory.role("user"), messageId: "u1", ...over }),
});

/** A task as in the response to a get request: without a wrapper key. */
export const createBareTask = (factory: MessageFactory, over: ExampleJson = {}): ExampleJson => ({
  id: "t1",
  ...(factory.version === "0.1" ? { sessionId: "c1" } : { contextId: "c1" }),
  status: { state: factory.state("completed") },
  ...over,
});

/** Adds a complete JSON response. */
export const addJsonResponse = (
  recording: RecordingBuilder,
  answer: unknown,
  x = "x1",
): RecordingBuilder => recording.addText(JSON.stringify(answer), x).addEnd("complete", x);

export const JSON_HEADERS: HeaderList = [["content-type", "application/json"]];

/** A JSON-RPC request with these headers, up to the response head. */
export const recordRequestWithHeaders = (
  factory: MessageFactory,
  headers: HeaderList,
  {
    params = createSendParams(factory),
    method = factory.method("stream"),
    url = "http://agent.example/",
  } = {},
): RecordingBuilder =>
  new RecordingBuilder()
    .addOpen("x1", {
      url,
      body: formatRpcRequest(method, params),
      headers: [...JSON_HEADERS, ...headers],
    })
    .addHead();

/** A header whose secret is masked. */
export const BEARER = ["Authorization", "Bearer ‹masked 0a1b2c›"] as const;

/** The request headers of a client that lists this extension. */
export const createExtensionHeader = (factory: MessageFactory, uri: string) =>
  [
    ...factory.versionHeaders,
    [isVersionFrom1(factory) ? "A2A-Extensions" : "X-A2A-Extensions", uri],
  ] as const;

/** The payload under a wrapper key of 1.0. */
export const getWrapped = (event: ExampleJson, key: string): unknown =>
  (event.result as ExampleJson)[key];

/** A working task, then an update with this artifact. */
export const recordArtifact = (
  factory: MessageFactory,
  artifact: ExampleJson,
  over: ExampleJson = {},
): RecordingBuilder =>
  recordWorkingTask(factory).addEvents(factory.artifact("a1", "one", {}, { artifact, ...over }));

export const HOOK_URL = "http://client.example/hook";
const PROOF = { scheme: "Bearer", credentials: "‹masked 0a1b2c›" };
const PUSH_METHODS = ["tasks/pushNotification/set", "tasks/pushNotificationConfig/set"] as const;

/** The configuration of push notifications to `HOOK_URL`. */
export function createPushParams(factory: MessageFactory): ExampleJson {
  if (isVersionFrom1(factory))
    return { taskId: "t1", id: "p1", url: HOOK_URL, authentication: PROOF };
  const task = factory.version === "0.1" ? { id: "t1" } : { taskId: "t1" };
  return { ...task, pushNotificationConfig: { url: HOOK_URL } };
}

const getPushMethod = (factory: MessageFactory) =>
  isVersionFrom1(factory)
    ? "CreateTaskPushNotificationConfig"
    : PUSH_METHODS[factory.version === "0.1" ? 0 : 1];

/** A request to configure push notifications, and its response. */
export const recordPushSetup = (
  factory: MessageFactory,
  recording: RecordingBuilder,
  answer: ExampleJson,
) =>
  addJsonResponse(
    recording
      .addRequest(getPushMethod(factory), createPushParams(factory), "x1", [
        ...JSON_HEADERS,
        ...factory.versionHeaders,
      ])
      .addHead(200, "application/json"),
    answer,
  );

export const AGENT_URL = "https://agent.example/";

/** The card of the example agent. */
export function createExampleCard(
  factory: MessageFactory,
  over: ExampleJson = {},
  url = AGENT_URL,
): ExampleJson {
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
  if (isVersionFrom1(factory)) {
    const protocolVersion = factory.version;
    const agentInterface = { url, protocolBinding: "JSONRPC", protocolVersion };
    return { ...card, supportedInterfaces: [agentInterface], ...over };
  }
  const is01 = factory.version === "0.1";
  const versionMembers = is01
    ? { authentication: { schemes: ["bearer"] } }
    : { protocolVersion: `${factory.version}.0`, preferredTransport: "JSONRPC" };
  return { ...card, url, ...versionMembers, ...over };
}

/** A lookup of the agent's card. */
export const recordCardLookup = (
  card: string | ExampleJson,
  { at = "https://agent.example/.well-known/agent-card.json", type = "application/json" } = {},
): RecordingBuilder =>
  new RecordingBuilder()
    .addOpen("x0", { method: "GET", url: at })
    .addHead(200, type, "x0")
    .addText(typeof card === "string" ? card : JSON.stringify(card, null, 2), "x0")
    .addEnd("complete", "x0");

/** The address that example calls are sent to. */
export const CALLED_URL = "http://agent.example/";

/** The card lookup of an agent at the address of the example calls, with these members. */
export const recordAgentCard = (factory: MessageFactory, over: ExampleJson): RecordingBuilder =>
  recordCardLookup(createExampleCard(factory, over, CALLED_URL), {
    at: `${CALLED_URL}.well-known/agent-card.json`,
  });

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
