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
const recordCard = (say: MessageFactory, capabilities: ExampleJson) =>
  recordCardLookup(createExampleCard(say, { capabilities }, AGENT), {
    at: `${AGENT}.well-known/agent-card.json`,
  });

const recordStreamAfterCard = (say: MessageFactory, capabilities: ExampleJson, answer: unknown) =>
  say
    .addCall(recordCard(say, capabilities), "stream", createSendParams(say), "x1")
    .addEvents(answer)
    .addEnd();

const PLAIN: HeaderList = [["content-type", "application/json"]];
const getPushMethod = (say: MessageFactory) =>
  isVersionFrom1(say)
    ? "CreateTaskPushNotificationConfig"
    : PUSH_METHODS[say.version === "0.1" ? 0 : 1];
const PUSH_METHODS = ["tasks/pushNotification/set", "tasks/pushNotificationConfig/set"] as const;

const HOOK_URL = "http://client.example/hook";
const PROOF = { scheme: "Bearer", credentials: "‹masked 0a1b2c›" };
const createPushParams = (say: MessageFactory): ExampleJson => {
  if (isVersionFrom1(say)) return { taskId: "t1", id: "p1", url: HOOK_URL, authentication: PROOF };
  const task = say.version === "0.1" ? { id: "t1" } : { taskId: "t1" };
  return { ...task, pushNotificationConfig: { url: HOOK_URL } };
};

/** A request to configure push notifications, and its response. */
const recordPushSetup = (say: MessageFactory, scene: RecordingBuilder, answer: ExampleJson) =>
  addJsonResponse(
    scene
      .addRequest(getPushMethod(say), createPushParams(say), "x1", [
        ...PLAIN,
        ...say.versionHeaders,
      ])
      .addHead(200, "application/json"),
    answer,
  );

const recordNotification = (say: MessageFactory, headers: HeaderList, body: unknown) =>
  recordPushSetup(say, new RecordingBuilder(), say.response(createPushParams(say)))
    .addOpen("n1", { inbound: true, url: HOOK_URL, headers: [...PLAIN, ...headers] })
    .addText(JSON.stringify(body), "n1")
    .addEnd("complete", "n1");

const BEARER = ["Authorization", "Bearer ‹masked 0a1b2c›"] as const;
const createBareStatus = (say: MessageFactory) => ({
  taskId: "t1",
  contextId: "c1",
  status: { state: say.state("completed") },
});

const createExtensionHeader = (say: MessageFactory, uri: string) =>
  [
    ...say.versionHeaders,
    [isVersionFrom1(say) ? "A2A-Extensions" : "X-A2A-Extensions", uri],
  ] as const;
const createCitedStatus = (say: MessageFactory) =>
  say.status("working", say.message("It is so.", { metadata: { [CITATION_URI]: [] } }));
/** An agent that offers an extension, the client's request headers, and the response headers. */
const recordExtensionOffer = (
  say: MessageFactory,
  required: boolean,
  requestHeaders: HeaderList,
  responseHeaders: HeaderList,
) =>
  recordCard(say, createExtensionCapability(required))
    .addOpen("x1", {
      url: AGENT,
      body: formatRpcRequest(say.method("stream"), createSendParams(say)),
      headers: [...PLAIN, ...requestHeaders],
    })
    .addHead(200, "text/event-stream", "x1", {
      headers: [["content-type", "text/event-stream"], ...responseHeaders],
    });

const STREAMS_ANYWAY: Example = {
  breaks: (say) => recordStreamAfterCard(say, { streaming: false }, say.task("working")),
  keeps: (say) =>
    recordStreamAfterCard(say, { streaming: false }, say.error(-32004, "No streams here.")),
};

const PUSHES_ANYWAY: Example = {
  breaks: (say) =>
    recordPushSetup(
      say,
      recordCard(say, { pushNotifications: false }),
      say.response(createPushParams(say)),
    ),
  keeps: (say) =>
    recordPushSetup(
      say,
      recordCard(say, { pushNotifications: true }),
      say.response(createPushParams(say)),
    ),
};

export const CAPABILITY_EXAMPLES = {
  "CAP-STREAM": STREAMS_ANYWAY,
  "CAP-STREAM-0X": STREAMS_ANYWAY,
  "CAP-PUSH": PUSHES_ANYWAY,
  "CAP-PUSH-0X": PUSHES_ANYWAY,
  "EXT-REQUIRED": {
    breaks: (say) =>
      recordExtensionOffer(say, true, say.versionHeaders, []).addEvents(say.task("working")),
    keeps: (say) =>
      recordExtensionOffer(say, true, createExtensionHeader(say, CITATION_URI), []).addEvents(
        say.task("working"),
      ),
  },
  "EXT-UNREQUESTED": {
    breaks: (say) =>
      recordExtensionOffer(say, false, say.versionHeaders, []).addEvents(
        say.task("working"),
        createCitedStatus(say),
      ),
    keeps: (say) =>
      recordExtensionOffer(
        say,
        false,
        createExtensionHeader(say, CITATION_URI),
        createExtensionHeader(say, CITATION_URI),
      ).addEvents(say.task("working"), createCitedStatus(say)),
  },
  "EXT-NOECHO": {
    breaks: (say) =>
      recordExtensionOffer(say, false, createExtensionHeader(say, CITATION_URI), []).addEvents(
        say.task("working"),
      ),
    keeps: (say) =>
      recordExtensionOffer(
        say,
        false,
        createExtensionHeader(say, "https://other.example/v1"),
        [],
      ).addEvents(say.task("working")),
  },
  "EXT-OLDHDR": {
    breaks: (say) =>
      recordRequestWithHeaders(say, [
        ...say.versionHeaders,
        ["X-A2A-Extensions", CITATION_URI],
      ]).addEvents(say.task("working")),
    keeps: (say) =>
      recordRequestWithHeaders(say, [
        ...createExtensionHeader(say, CITATION_URI),
        ["X-A2A-Extensions", CITATION_URI],
      ]).addEvents(say.task("working")),
  },
  "PUSH-SHAPE": {
    breaks: (say) => recordNotification(say, [BEARER], createBareStatus(say)),
    keeps: (say) => recordNotification(say, [BEARER], { statusUpdate: createBareStatus(say) }),
  },
  "PUSH-AUTH": {
    breaks: (say) => recordNotification(say, [], { statusUpdate: createBareStatus(say) }),
    keeps: (say) => recordNotification(say, [BEARER], { statusUpdate: createBareStatus(say) }),
  },
  "SEC-LEAK": {
    breaks: (say) =>
      recordRequestWithHeaders(say, [
        ...say.versionHeaders,
        ["Authorization", "Bearer s3cr3t-0f-s0me0ne"],
      ]),
    keeps: (say) =>
      recordRequestWithHeaders(say, [
        ...say.versionHeaders,
        BEARER,
        ["x-ratelimit-tokens-remaining", "512"],
      ]),
  },
} as const satisfies Examples;
