/** Rules about what agent cards promise: streaming, push notifications and extensions. */

import type { HeaderList } from "../../wire/record.ts";
import { createCapabilityChecker } from "../checkers/capabilities.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { type ExampleJson, formatRpcRequest } from "../examples/recording-builder.ts";
import {
  CALLED_URL,
  CITATION_URI,
  createExtensionHeader,
  createPushParams,
  createSendParams,
  JSON_HEADERS,
  recordAgentCard,
  recordPushSetup,
} from "../examples/shared-examples.ts";
import {
  defineRule,
  type RuleGroup,
  VERSIONS_0,
  VERSIONS_FROM_1,
  VERSIONS_FROM_02,
} from "./rule.ts";

const STREAMS_ANYWAY = {
  title: "undeclared streaming",
  message: "The card says that the agent does not stream, but a streaming request was answered.",
  clients:
    "Clients that go by the card never request a stream: the SDKs' clients fall back to waiting for the whole response. The SDKs' servers refuse the request.",
  remedy: 'Set "streaming": true in the card, or refuse with UnsupportedOperation (−32004).',
  breaks: (factory: MessageFactory) =>
    recordStreamAfterCard(factory, { streaming: false }, factory.task("working")),
  nearly: (factory: MessageFactory) =>
    recordStreamAfterCard(factory, { streaming: false }, factory.error(-32004, "No streams here.")),
  check: createCapabilityChecker,
};

const PUSHES_ANYWAY = {
  title: "undeclared push",
  message:
    "The card says that the agent sends no push notifications, but a request about them was answered.",
  clients:
    "Clients that go by the card never register for notifications; one that did waits for notifications that may never come. The SDKs' servers refuse the request.",
  remedy:
    'Set "pushNotifications": true in the card, or refuse with PushNotificationNotSupported (−32003).',
  breaks: (factory: MessageFactory) =>
    recordPushSetup(
      factory,
      recordAgentCard(factory, { capabilities: { pushNotifications: false } }),
      factory.response(createPushParams(factory)),
    ),
  nearly: (factory: MessageFactory) =>
    recordPushSetup(
      factory,
      recordAgentCard(factory, { capabilities: { pushNotifications: true } }),
      factory.response(createPushParams(factory)),
    ),
  check: createCapabilityChecker,
};

const EXTENDED_MEMBERS = [
  ["metadata"],
  ["status", "message", "metadata"],
  ["artifact", "metadata"],
  ["extensions"],
] as const;

export const CAPABILITIES = {
  title: "Capabilities and extensions",
  rules: [
    defineRule({
      id: "CAP-STREAM",
      severity: "error",
      versions: VERSIONS_FROM_1,
      ...STREAMS_ANYWAY,
      spec: "1.0 §3.3.4",
    }),
    defineRule({
      id: "CAP-STREAM-0X",
      // Only 1.0 requires that such a request is refused.
      severity: "warning",
      versions: VERSIONS_0,
      ...STREAMS_ANYWAY,
      spec: "0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
    }),
    defineRule({
      id: "CAP-PUSH",
      severity: "error",
      versions: VERSIONS_FROM_1,
      ...PUSHES_ANYWAY,
      spec: "1.0 §3.3.4",
    }),
    defineRule({
      id: "CAP-PUSH-0X",
      severity: "warning",
      versions: VERSIONS_0,
      ...PUSHES_ANYWAY,
      spec: "0.3 §7.5, 0.2 §7.5, 0.1 §7.5",
    }),
    defineRule({
      id: "EXT-REQUIRED",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "required, not requested",
      message: "The card requires an extension, but a client that did not request it was served.",
      clients:
        "The card turns away clients that could have been served. The JavaScript SDK's server refuses them; the Python SDK's server leaves it to the agent.",
      remedy:
        "Refuse with ExtensionSupportRequired (−32008), or don't require the extension in the card.",
      spec: "1.0 §3.3.4",
      breaks: (factory) =>
        recordExtensionOffer(factory, true, factory.versionHeaders, []).addEvents(
          factory.task("working"),
        ),
      nearly: (factory) =>
        recordExtensionOffer(
          factory,
          true,
          createExtensionHeader(factory, CITATION_URI),
          [],
        ).addEvents(factory.task("working")),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "EXT-UNREQUESTED",
      severity: "warning",
      versions: VERSIONS_FROM_02,
      title: "extension not requested",
      message: "The event contains data of an extension that the client did not request.",
      clients:
        "Clients that don't know the extension receive, store and show data that they cannot interpret.",
      remedy: "Use an extension only if the client listed its URI in the request header.",
      spec: "Extensions guide, activation",
      at: EXTENDED_MEMBERS,
      breaks: (factory) =>
        recordExtensionOffer(factory, false, factory.versionHeaders, []).addEvents(
          factory.task("working"),
          createCitedStatus(factory),
        ),
      nearly: (factory) =>
        recordExtensionOffer(
          factory,
          false,
          createExtensionHeader(factory, CITATION_URI),
          createExtensionHeader(factory, CITATION_URI),
        ).addEvents(factory.task("working"), createCitedStatus(factory)),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "EXT-NOECHO",
      severity: "info",
      versions: VERSIONS_FROM_02,
      title: "extension not confirmed",
      message:
        "The client requested an extension, but the response headers do not list it as active.",
      clients:
        "The client cannot tell whether the agent follows the extension, and may interpret data by rules that do not apply. The JavaScript SDK confirms what its agent activates; the Python SDK 1.0 never does.",
      remedy:
        "List the active extensions in the response's A2A-Extensions header (before 1.0: X-A2A-Extensions).",
      spec: "Extensions guide, activation",
      breaks: (factory) =>
        recordExtensionOffer(
          factory,
          false,
          createExtensionHeader(factory, CITATION_URI),
          [],
        ).addEvents(factory.task("working")),
      nearly: (factory) =>
        recordExtensionOffer(
          factory,
          false,
          createExtensionHeader(factory, "https://other.example/v1"),
          [],
        ).addEvents(factory.task("working")),
      check: createCapabilityChecker,
    }),
  ],
} as const satisfies RuleGroup;

const createExtensionCapability = (required: boolean): ExampleJson => ({
  extensions: [{ uri: CITATION_URI, required }],
});

const recordStreamAfterCard = (
  factory: MessageFactory,
  capabilities: ExampleJson,
  answer: unknown,
) =>
  factory
    .addCall(recordAgentCard(factory, { capabilities }), "stream", createSendParams(factory), "x1")
    .addEvents(answer)
    .addEnd();

const createCitedStatus = (factory: MessageFactory) =>
  factory.status("working", factory.message("It is so.", { metadata: { [CITATION_URI]: [] } }));

/** An agent that offers an extension, the client's request headers, and the response headers. */
const recordExtensionOffer = (
  factory: MessageFactory,
  required: boolean,
  requestHeaders: HeaderList,
  responseHeaders: HeaderList,
) =>
  recordAgentCard(factory, { capabilities: createExtensionCapability(required) })
    .addOpen("x1", {
      url: CALLED_URL,
      body: formatRpcRequest(factory.method("stream"), createSendParams(factory)),
      headers: [...JSON_HEADERS, ...requestHeaders],
    })
    .addHead(200, "text/event-stream", "x1", {
      headers: [["content-type", "text/event-stream"], ...responseHeaders],
    });
