/** Examples of the rules about capabilities, extensions, notifications and secrets. */

import type { HeaderList } from "../../wire/record.ts";
import type { Example, Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import { type ExampleJson, formatRpcRequest, RecordingBuilder } from "./recording-builder.ts";
import {
  addJsonResponse,
  createExampleCard,
  createSendParams,
  isVersionFrom1,
  recordCardLookup,
  recordRequestWithHeaders,
} from "./shared-examples.ts";

const AGENT = "http://agent.example/";
const CITATION_URI = "https://extensions.example/citation/v1";
const createExtensionCapability = (required: boolean): ExampleJson => ({
  extensions: [{ uri: CITATION_URI, required }],
});

/** The card lookup of an agent with these capabilities. */
const recordCard = (factory: MessageFactory, capabilities: ExampleJson) =>
  recordCardLookup(createExampleCard(factory, { capabilities }, AGENT), {
    at: `${AGENT}.well-known/agent-card.json`,
  });

const recordStreamAfterCard = (
  factory: MessageFactory,
  capabilities: ExampleJson,
  answer: unknown,
) =>
  factory
    .addCall(recordCard(factory, capabilities), "stream", createSendParams(factory), "x1")
    .addEvents(answer)
    .addEnd();

const PLAIN: HeaderList = [["content-type", "application/json"]];
const getPushMethod = (factory: MessageFactory) =>
  isVersionFrom1(factory)
    ? "CreateTaskPushNotificationConfig"
    : PUSH_METHODS[factory.version === "0.1" ? 0 : 1];
const PUSH_METHODS = ["tasks/pushNotification/set", "tasks/pushNotificationConfig/set"] as const;

const HOOK_URL = "http://client.example/hook";
const PROOF = { scheme: "Bearer", credentials: "‹masked 0a1b2c›" };
const createPushParams = (factory: MessageFactory): ExampleJson => {
  if (isVersionFrom1(factory))
    return { taskId: "t1", id: "p1", url: HOOK_URL, authentication: PROOF };
  const task = factory.version === "0.1" ? { id: "t1" } : { taskId: "t1" };
  return { ...task, pushNotificationConfig: { url: HOOK_URL } };
};

/** A request to configure push notifications, and its response. */
const recordPushSetup = (
  factory: MessageFactory,
  recording: RecordingBuilder,
  answer: ExampleJson,
) =>
  addJsonResponse(
    recording
      .addRequest(getPushMethod(factory), createPushParams(factory), "x1", [
        ...PLAIN,
        ...factory.versionHeaders,
      ])
      .addHead(200, "application/json"),
    answer,
  );

const recordNotification = (factory: MessageFactory, headers: HeaderList, body: unknown) =>
  recordPushSetup(factory, new RecordingBuilder(), factory.response(createPushParams(factory)))
    .addOpen("n1", { inbound: true, url: HOOK_URL, headers: [...PLAIN, ...headers] })
    .addText(JSON.stringify(body), "n1")
    .addEnd("complete", "n1");

const BEARER = ["Authorization", "Bearer ‹masked 0a1b2c›"] as const;
const createBareStatus = (factory: MessageFactory) => ({
  taskId: "t1",
  contextId: "c1",
  status: { state: factory.state("completed") },
});

const createExtensionHeader = (factory: MessageFactory, uri: string) =>
  [
    ...factory.versionHeaders,
    [isVersionFrom1(factory) ? "A2A-Extensions" : "X-A2A-Extensions", uri],
  ] as const;
const createCitedStatus = (factory: MessageFactory) =>
  factory.status("working", factory.message("It is so.", { metadata: { [CITATION_URI]: [] } }));
/** An agent that offers an extension, the client's request headers, and the response headers. */
const recordExtensionOffer = (
  factory: MessageFactory,
  required: boolean,
  requestHeaders: HeaderList,
  responseHeaders: HeaderList,
) =>
  recordCard(factory, createExtensionCapability(required))
    .addOpen("x1", {
      url: AGENT,
      body: formatRpcRequest(factory.method("stream"), createSendParams(factory)),
      headers: [...PLAIN, ...requestHeaders],
    })
    .addHead(200, "text/event-stream", "x1", {
      headers: [["content-type", "text/event-stream"], ...responseHeaders],
    });

const STREAMS_ANYWAY: Example = {
  breaks: (factory) =>
    recordStreamAfterCard(factory, { streaming: false }, factory.task("working")),
  keeps: (factory) =>
    recordStreamAfterCard(factory, { streaming: false }, factory.error(-32004, "No streams here.")),
};

const PUSHES_ANYWAY: Example = {
  breaks: (factory) =>
    recordPushSetup(
      factory,
      recordCard(factory, { pushNotifications: false }),
      factory.response(createPushParams(factory)),
    ),
  keeps: (factory) =>
    recordPushSetup(
      factory,
      recordCard(factory, { pushNotifications: true }),
      factory.response(createPushParams(factory)),
    ),
};

export const CAPABILITY_EXAMPLES = {
  "CAP-STREAM": STREAMS_ANYWAY,
  "CAP-STREAM-0X": STREAMS_ANYWAY,
  "CAP-PUSH": PUSHES_ANYWAY,
  "CAP-PUSH-0X": PUSHES_ANYWAY,
  "EXT-REQUIRED": {
    breaks: (factory) =>
      recordExtensionOffer(factory, true, factory.versionHeaders, []).addEvents(
        factory.task("working"),
      ),
    keeps: (factory) =>
      recordExtensionOffer(
        factory,
        true,
        createExtensionHeader(factory, CITATION_URI),
        [],
      ).addEvents(factory.task("working")),
  },
  "EXT-UNREQUESTED": {
    breaks: (factory) =>
      recordExtensionOffer(factory, false, factory.versionHeaders, []).addEvents(
        factory.task("working"),
        createCitedStatus(factory),
      ),
    keeps: (factory) =>
      recordExtensionOffer(
        factory,
        false,
        createExtensionHeader(factory, CITATION_URI),
        createExtensionHeader(factory, CITATION_URI),
      ).addEvents(factory.task("working"), createCitedStatus(factory)),
  },
  "EXT-NOECHO": {
    breaks: (factory) =>
      recordExtensionOffer(
        factory,
        false,
        createExtensionHeader(factory, CITATION_URI),
        [],
      ).addEvents(factory.task("working")),
    keeps: (factory) =>
      recordExtensionOffer(
        factory,
        false,
        createExtensionHeader(factory, "https://other.example/v1"),
        [],
      ).addEvents(factory.task("working")),
  },
  "EXT-OLDHDR": {
    breaks: (factory) =>
      recordRequestWithHeaders(factory, [
        ...factory.versionHeaders,
        ["X-A2A-Extensions", CITATION_URI],
      ]).addEvents(factory.task("working")),
    keeps: (factory) =>
      recordRequestWithHeaders(factory, [
        ...createExtensionHeader(factory, CITATION_URI),
        ["X-A2A-Extensions", CITATION_URI],
      ]).addEvents(factory.task("working")),
  },
  "PUSH-SHAPE": {
    breaks: (factory) => recordNotification(factory, [BEARER], createBareStatus(factory)),
    keeps: (factory) =>
      recordNotification(factory, [BEARER], { statusUpdate: createBareStatus(factory) }),
  },
  "PUSH-AUTH": {
    breaks: (factory) =>
      recordNotification(factory, [], { statusUpdate: createBareStatus(factory) }),
    keeps: (factory) =>
      recordNotification(factory, [BEARER], { statusUpdate: createBareStatus(factory) }),
  },
  "SEC-LEAK": {
    breaks: (factory) =>
      recordRequestWithHeaders(factory, [
        ...factory.versionHeaders,
        ["Authorization", "Bearer s3cr3t-0f-s0me0ne"],
      ]),
    keeps: (factory) =>
      recordRequestWithHeaders(factory, [
        ...factory.versionHeaders,
        BEARER,
        ["x-ratelimit-tokens-remaining", "512"],
      ]),
  },
} as const satisfies Examples;
