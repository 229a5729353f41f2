/** Explanations of the rules about agent cards. Each card problem has a more specific remedy. */

import type { Explanations } from "./explanation.ts";

const UNREACHABLE_CONSEQUENCE = "Clients that go by the card cannot call the agent.";

export const CARD_EXPLANATIONS = {
  "card/json": {
    consequence: "Clients reject the whole card: the agent cannot be found.",
    remedy:
      "Write JSON without comments and without a comma before a closing bracket. The problem shows where.",
  },
  "card/duplicate-key": {
    consequence: "Most readers use the last one, some the first: clients see different cards.",
    remedy: "Keep one of them.",
  },
  "card/required": {
    consequence: "The Python SDK 0.3 rejects the whole card; others continue without it.",
    remedy: "Add the member; a list may be empty.",
  },
  "card/empty": {
    consequence: "ProtoJSON readers treat an empty text as absent.",
    remedy: "Fill it in.",
  },
  "card/type": {
    consequence: "Typed readers, such as the Python SDK, reject the whole card.",
    remedy: "Write the member as its version defines it.",
  },
  "card/unknown-member": {
    consequence:
      "Clients ignore it; SDKs lose it, and a signed card no longer matches its signature once they rewrite it.",
    remedy: "Correct its name, move it into an extension's params, or remove it.",
  },
  "card/other-version": {
    consequence: "Clients of this version ignore it and miss its information.",
    remedy: "Write it as this version defines it.",
  },
  "card/interfaces": {
    consequence: UNREACHABLE_CONSEQUENCE,
    remedy: "List at least one interface with url, protocolBinding and protocolVersion.",
  },
  "card/version-stated": {
    consequence: "Clients guess; the Python SDK 1.0 takes it for 0.3.",
    remedy: "Add protocolVersion, required since 0.2.5.",
  },
  "card/interface-version": {
    consequence:
      "A 1.0 client cannot pick the interface; the JavaScript SDK takes it for a 0.3 interface.",
    remedy: 'Add "protocolVersion": "1.0" to it.',
  },
  "card/interface-version-form": {
    consequence:
      "The JavaScript SDK's server compares the whole text, and refuses clients that send major and minor.",
    remedy: "Write only major and minor.",
  },
  "card/url-form": {
    consequence: UNREACHABLE_CONSEQUENCE,
    remedy: "Write the whole URL, starting with https://.",
  },
  "card/url-plain": {
    consequence: "Anyone on the network path can read messages and tokens, and change them.",
    remedy: "Serve the agent over https.",
  },
  "card/url-unpublishable": {
    consequence:
      "Clients elsewhere call a host of their own, or one that does not exist: the card was written for a local machine, or behind a proxy.",
    remedy: "Publish the URL that clients use.",
  },
  "card/transport-conflict": {
    consequence:
      "Clients that speak both may call it with a transport that it does not understand.",
    remedy: "Give each transport its own URL, unless the URL really serves both.",
    dispute: "0.3 §5.6.4 forbids it, but §5.6.2 allows several transports at one URL.",
  },
  "card/transport-known": {
    consequence:
      "The SDKs recognize JSONRPC, GRPC and HTTP+JSON in these spellings, and ignore others.",
    remedy: "Write one of the three, or a URI of your own.",
  },
  "card/preferred-transport": {
    consequence: "Clients take it for JSONRPC; over another transport their requests fail.",
    remedy: "Add preferredTransport.",
  },
  "card/main-interface": {
    consequence: "Clients that choose from the list do not find the main URL.",
    remedy: "List url with preferredTransport too.",
  },
  "card/two-endpoints": {
    consequence:
      "Clients of the two generations talk to different servers, unless that is intended.",
    remedy: "List url in supportedInterfaces with its version, or remove it.",
  },
  "card/skills": {
    consequence: "Clients that choose an agent by its skills never choose this one.",
    remedy: "List at least one skill with its tags.",
  },
  "card/skill-id": {
    consequence: "Clients that store skills by ID keep only one of them.",
    remedy: "Give each skill a unique ID.",
  },
  "card/skill-tags": {
    consequence: "The Python SDK 0.3 rejects a skill without tags; routers do not find it.",
    remedy: "Add one or two words that help find the skill.",
  },
  "card/mode-type": {
    consequence: "Clients compare modes with media types such as text/plain, and find no match.",
    remedy: "Write media types.",
  },
  "card/scheme-unknown": {
    consequence:
      "Clients cannot tell how to satisfy it: they send requests without it and are refused.",
    remedy: "Declare it in securitySchemes, or name a scheme that is declared.",
  },
  "card/scheme-type": {
    consequence: "The Python SDK 0.3 rejects the whole card; others do not know how to sign in.",
    remedy: "Before 1.0, give it a type; in 1.0, wrap it, for instance in httpAuthSecurityScheme.",
  },
  "card/scheme-fields": {
    consequence: "No client can satisfy the scheme.",
    remedy: "Add what is missing.",
  },
  "card/flow": {
    consequence:
      "Deprecated flows expose tokens or passwords to parties that should not see them; if one scheme has several flows, ProtoJSON readers reject the whole card.",
    remedy:
      "In 1.0 use authorizationCode with PKCE, clientCredentials or deviceCode, each in its own scheme; deviceCode was added in 1.0.",
  },
  "card/scope-unlisted": {
    consequence: "No client requests it, and all are refused.",
    remedy: "Add it to the scopes of the flow.",
  },
  "card/scheme-unused": {
    consequence: "Clients send requests without it, unless they guess.",
    remedy: "Name it in the card's requirements, or remove it.",
  },
  "card/extension-uri": {
    consequence: "No client can request it: its URI is its name.",
    remedy: "Add the URI that the extension's specification gives.",
  },
  "card/extension-required": {
    consequence: "Clients that do not know it must stay away, although they would miss nothing.",
    remedy: 'Omit "required".',
  },
  "card/streaming-unannounced": {
    consequence:
      "Clients that go by the card never request a stream: the SDKs wait for the whole response.",
    remedy: 'Add "streaming": true to capabilities.',
  },
  "card/link": {
    consequence: "Users who want to know more cannot follow it.",
    remedy: "Write the whole URL, starting with https://.",
  },
  "card/place": {
    consequence: "Clients of newer versions look at /.well-known/agent-card.json and find nothing.",
    remedy: "Serve the card at /.well-known/agent-card.json too.",
  },
  "card/content-type": {
    consequence: "Strict clients refuse to read JSON from anything but application/json.",
    remedy: "Respond with Content-Type: application/json.",
  },
  "card/signature": {
    consequence: "Clients cannot verify who published the card; most do not try.",
    remedy: "Sign the card and publish the key; this is optional.",
  },
  "card/signature-form": {
    consequence: "A client that verifies signatures rejects the card.",
    remedy:
      "Write protected as base64url of JSON with alg, kid and typ, and signature as base64url.",
  },
} as const satisfies Explanations;
