/** Rules about cards that promise what the agent refuses, or less than it does. */

import { createCapabilityChecker } from "../checkers/capabilities.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { type ExampleJson, formatRpcRequest } from "../examples/recording-builder.ts";
import {
  addJsonResponse,
  CITATION_URI,
  createExampleCard,
  createSendParams,
  isVersionFrom1,
  recordAgentCard,
  recordPushSetup,
} from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1, VERSIONS_FROM_03 } from "./rule.ts";

const EXTENDED_ANYWAY = {
  title: "undeclared extended card",
  message: "The card says that there is no extended card, but a request for it was answered.",
  clients:
    "Clients that go by the card never request the extended card, and don't learn what only it lists.",
  remedy: "Declare the extended card in the card, or refuse with UnsupportedOperation (−32004).",
  breaks: (factory: MessageFactory) =>
    recordExtendedCard(factory, false, factory.response(createExampleCard(factory))),
  nearly: (factory: MessageFactory) =>
    recordExtendedCard(factory, true, factory.response(createExampleCard(factory))),
  check: createCapabilityChecker,
};

export const CARD_PROMISES = {
  title: "Capabilities and extensions",
  rules: [
    defineRule({
      id: "CAP-STREAM-REFUSED",
      severity: "error",
      title: "declared streaming refused",
      message: "The card says that the agent streams, but it refused a streaming request.",
      clients:
        "Clients that go by the card request a stream for every message, and every message fails: none of the SDKs' clients falls back to waiting for the whole response.",
      remedy: 'Answer streaming requests, or set "streaming": false in the card.',
      spec: "1.0 §4.4.3, §3.1.2, 0.3 §5.5.2, 0.2 §5.5.2, 0.1 §5.5.2",
      breaks: (factory) => recordRefusedStream(factory, factory.error(-32004, "No streams here.")),
      nearly: (factory) => recordRefusedStream(factory, factory.error(-32603, "No streams today.")),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "CAP-PUSH-REFUSED",
      severity: "error",
      title: "declared push refused",
      message:
        "The card says that the agent sends push notifications, but it refused a request about them.",
      clients:
        "Clients that go by the card register for notifications and disconnect: they learn only now that they have to poll.",
      remedy:
        'Accept push notification configurations, or set "pushNotifications": false in the card.',
      spec: "1.0 §4.4.3, §3.1.7, 0.3 §5.5.2, 0.2 §5.5.2, 0.1 §5.5.2",
      breaks: (factory) => recordRefusedPush(factory, true),
      nearly: (factory) => recordRefusedPush(factory, false),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "CAP-EXTENDED",
      severity: "error",
      versions: VERSIONS_FROM_1,
      ...EXTENDED_ANYWAY,
      spec: "1.0 §3.1.11, §3.3.4",
    }),
    defineRule({
      id: "CAP-EXTENDED-0X",
      // Only 1.0 requires that such a request is refused.
      severity: "warning",
      versions: ["0.3"],
      ...EXTENDED_ANYWAY,
      spec: "0.3 §5.5, §7.10",
    }),
    defineRule({
      id: "CAP-EXTENDED-REFUSED",
      severity: "error",
      versions: VERSIONS_FROM_03,
      title: "declared extended card refused",
      message: "The card says that there is an extended card, but a request for it was refused.",
      clients:
        "Clients that go by the card request the extended card and get an error instead; what only that card lists stays unknown to them.",
      remedy:
        "Serve the extended card, or don't declare it in the card. An agent that has it but not configured answers −32007.",
      spec: "1.0 §3.1.11, §4.4.3, 0.3 §5.5, §7.10",
      breaks: (factory) =>
        recordExtendedCard(factory, true, factory.error(-32004, "There is no such card.")),
      nearly: (factory) =>
        recordExtendedCard(factory, true, factory.error(-32007, "It is not configured.")),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "CAP-INTERFACE",
      severity: "error",
      title: "interface not served",
      message: "The card offers an interface at this address, but a message sent to it found none.",
      clients:
        "Clients take the first interface of the card that they speak: if it is this one, they can't call the agent.",
      remedy: "Serve every interface that the card lists, at the URL that it states, or remove it.",
      spec: "1.0 §4.4.6, 0.3 §5.6, 0.2 §5.5, 0.1 §5.5",
      breaks: (factory) => recordMissingInterface(factory, 404),
      nearly: (factory) => recordMissingInterface(factory, 401),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "CAP-INPUT-MODE",
      severity: "error",
      title: "listed type refused",
      message:
        "The agent refused the content type of a message, although the card lists the types of all its parts.",
      clients: "Clients choose the type of what they send by the card, and know no other to try.",
      remedy: "Accept the media types of the card's input modes, or remove them from the card.",
      spec: "1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
      breaks: (factory) => recordRefusedType(factory, ["text/plain"]),
      nearly: (factory) => recordRefusedType(factory, ["image/png"]),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "CAP-OUTPUT-MODE",
      severity: "info",
      title: "unlisted type sent",
      message:
        "The agent sent a part with a media type that none of the card's output modes lists.",
      clients:
        "Clients that choose agents by their output modes don't expect the part, and may not be able to show it.",
      remedy: "Add the media type to the output modes of the agent or of the skill.",
      spec: "1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
      breaks: (factory) => recordTypedArtifact(factory, "image/png"),
      nearly: (factory) => recordTypedArtifact(factory, "text/plain; charset=utf-8"),
      check: createCapabilityChecker,
    }),
    defineRule({
      id: "EXT-REFUSED",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "undeclared requirement",
      message:
        "The agent refused the request for lack of an extension, but the client requested all that the card requires.",
      clients:
        "Clients cannot know which extension to request: only the card says what is required.",
      remedy:
        'Declare the extension in the card with "required": true, or serve clients without it.',
      spec: "1.0 §3.3.4, §4.4.4",
      breaks: (factory) => recordRefusedExtension(factory, false),
      nearly: (factory) => recordRefusedExtension(factory, true),
      check: createCapabilityChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** A refused call of an agent with these capabilities. */
const recordRefusedStream = (factory: MessageFactory, error: ExampleJson) =>
  factory
    .addCall(
      recordAgentCard(factory, { capabilities: { streaming: true } }),
      "stream",
      createSendParams(factory),
      "x1",
    )
    .addEvents(error)
    .addEnd();

const recordRefusedPush = (factory: MessageFactory, pushNotifications: boolean) =>
  recordPushSetup(
    factory,
    recordAgentCard(factory, { capabilities: { pushNotifications } }),
    factory.error(-32003, "No push notifications here."),
  );

const recordExtendedCard = (factory: MessageFactory, isDeclared: boolean, answer: ExampleJson) => {
  const is1 = isVersionFrom1(factory);
  const declared = is1
    ? { capabilities: { extendedAgentCard: isDeclared } }
    : { supportsAuthenticatedExtendedCard: isDeclared };
  const method = is1 ? "GetExtendedAgentCard" : "agent/getAuthenticatedExtendedCard";
  const recording = recordAgentCard(factory, declared)
    .addRequest(method, {}, "x1", factory.versionHeaders)
    .addHead(200, "application/json");
  return addJsonResponse(recording, answer);
};

const recordMissingInterface = (factory: MessageFactory, status: number) =>
  recordAgentCard(factory, {})
    .addRequest(factory.method("send"), createSendParams(factory), "x1", factory.versionHeaders)
    .addHead(status, "text/plain")
    .addText("Not here.")
    .addEnd();

const recordRefusedType = (factory: MessageFactory, defaultInputModes: readonly string[]) =>
  addJsonResponse(
    recordAgentCard(factory, { defaultInputModes })
      .addRequest(factory.method("send"), createSendParams(factory), "x1", factory.versionHeaders)
      .addHead(200, "application/json"),
    factory.error(-32005, "Incompatible content types"),
  );

const recordTypedArtifact = (factory: MessageFactory, type: string) => {
  const uri = "https://files.example/tides";
  const file = isVersionFrom1(factory)
    ? { url: uri, mediaType: type }
    : { [factory.version === "0.1" ? "type" : "kind"]: "file", file: { uri, mimeType: type } };
  const artifact = factory.artifactPayload("a1", "", { parts: [file] });
  return factory
    .addCall(recordAgentCard(factory, {}), "stream", createSendParams(factory), "x1")
    .addEvents(factory.task("working"), factory.artifact("a1", "", {}, { artifact }));
};

const recordRefusedExtension = (factory: MessageFactory, required: boolean) =>
  recordAgentCard(factory, { capabilities: { extensions: [{ uri: CITATION_URI, required }] } })
    .addOpen("x1", {
      body: formatRpcRequest(factory.method("stream"), createSendParams(factory)),
      headers: [...factory.versionHeaders, ["content-type", "application/json"]],
    })
    .addHead()
    .addEvents(factory.error(-32008, "Citations are required."))
    .addEnd();
