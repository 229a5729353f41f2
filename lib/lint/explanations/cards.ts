/** What the rules about agent cards mean. What is to be done in a card, its own finding says. */

import type { Explanations } from "./explanation.ts";

const UNREACHABLE_CONSEQUENCE = "Clients that take the card at its word cannot call the agent.";

export const CARD_EXPLANATIONS = {
  "card/json": {
    consequence: "Clients refuse the whole card: the agent cannot be found.",
    remedy: "Write JSON: no comments, no comma before a closing bracket. The finding says where.",
  },
  "card/duplicate-key": {
    consequence: "Most readers take the last of them, some the first: clients see different cards.",
    remedy: "Keep one of them.",
  },
  "card/required": {
    consequence: "The Python SDK of 0.3 refuses the whole card; others go on with a gap.",
    remedy: "Add the member; a list may be empty.",
  },
  "card/empty": {
    consequence: "Readers of ProtoJSON take an empty text for an absent one.",
    remedy: "Say something in it.",
  },
  "card/type": {
    consequence: "Typed readers, such as the Python SDK's, refuse the whole card.",
    remedy: "Write the member as its version has it.",
  },
  "card/unknown-member": {
    consequence:
      "Clients pass over it; it is lost in SDKs, and a card that is signed no longer matches its signature once they write it anew.",
    remedy: "Mend its name, move it into an extension's params, or remove it.",
  },
  "card/other-version": {
    consequence: "Clients of this version pass over it, and do not learn what it says.",
    remedy: "Say it as this version does.",
  },
  "card/interfaces": {
    consequence: UNREACHABLE_CONSEQUENCE,
    remedy: "List at least one interface with url, protocolBinding and protocolVersion.",
  },
  "card/version-stated": {
    consequence: "Clients guess; the Python SDK of 1.0 takes it for 0.3.",
    remedy: "Add protocolVersion, required since 0.2.5.",
  },
  "card/interface-version": {
    consequence:
      "A client of 1.0 cannot pick the interface; the JavaScript SDK takes it for one of 0.3.",
    remedy: 'Add "protocolVersion": "1.0" to it.',
  },
  "card/interface-version-form": {
    consequence:
      "The JavaScript SDK's server compares the whole text, and refuses clients that send major and minor.",
    remedy: "Write major and minor alone.",
  },
  "card/url-form": {
    consequence: UNREACHABLE_CONSEQUENCE,
    remedy: "Write the whole URL, beginning with https://.",
  },
  "card/url-plain": {
    consequence: "Whoever is on the way reads messages and tokens, and can change them.",
    remedy: "Serve the agent over https.",
  },
  "card/url-unpublishable": {
    consequence:
      "Clients elsewhere call a place that is theirs, or nobody's: a card written for one's own machine, or behind a proxy.",
    remedy: "Publish the address that clients use.",
  },
  "card/transport-conflict": {
    consequence: "Clients that speak both call it in a way that it may not understand.",
    remedy: "Give each transport an address of its own, unless that one really answers both.",
    dispute: "§5.6.4 of 0.3 forbids it, and §5.6.2 allows several transports at one URL.",
  },
  "card/transport-known": {
    consequence:
      "The SDKs know JSONRPC, GRPC and HTTP+JSON by these spellings, and pass over others.",
    remedy: "Write one of the three, or a URI of your own.",
  },
  "card/preferred-transport": {
    consequence: "Clients take it for JSONRPC; over another transport their calls fail.",
    remedy: "Add preferredTransport.",
  },
  "card/main-interface": {
    consequence: "Clients that choose from the list do not find the main address.",
    remedy: "List url with preferredTransport too.",
  },
  "card/two-endpoints": {
    consequence: "Clients of both generations talk to different servers, unless that is meant.",
    remedy: "List url among supportedInterfaces with its version, or remove it.",
  },
  "card/skills": {
    consequence: "Whoever chooses an agent by its skills never chooses this one.",
    remedy: "List at least one skill with its tags.",
  },
  "card/skill-id": {
    consequence: "Clients that file skills by id keep only one of them.",
    remedy: "Give each skill an id of its own.",
  },
  "card/skill-tags": {
    consequence: "The Python SDK of 0.3 refuses a skill without tags; routers do not find it.",
    remedy: "Add a word or two by which the skill is found.",
  },
  "card/mode-type": {
    consequence: "Clients compare modes with media types such as text/plain, and find no match.",
    remedy: "Write media types.",
  },
  "card/scheme-unknown": {
    consequence: "Nobody can tell how to satisfy it: clients call without it and are refused.",
    remedy: "Declare it in securitySchemes, or name one that is there.",
  },
  "card/scheme-type": {
    consequence: "The Python SDK of 0.3 refuses the whole card; others do not know how to sign in.",
    remedy: "Before 1.0 give it a type; in 1.0 wrap it, for instance in httpAuthSecurityScheme.",
  },
  "card/scheme-fields": {
    consequence: "No client can satisfy the scheme.",
    remedy: "Add what is missing.",
  },
  "card/flow": {
    consequence:
      "Deprecated flows show tokens or passwords to those who should not see them; of several flows in one scheme readers of ProtoJSON refuse the whole card.",
    remedy:
      "In 1.0 use authorizationCode with PKCE, clientCredentials or deviceCode, each in a scheme of its own; deviceCode came with 1.0.",
  },
  "card/scope-unlisted": {
    consequence: "No client asks for it, and all are refused.",
    remedy: "Add it to the scopes of the flow.",
  },
  "card/scheme-unused": {
    consequence: "Clients call without it, unless they guess.",
    remedy: "Name it in the card's requirements, or remove it.",
  },
  "card/extension-uri": {
    consequence: "Nobody can ask for it: its URI is its name.",
    remedy: "Add the URI that the extension's specification gives.",
  },
  "card/extension-required": {
    consequence: "Clients that do not know it must stay away, though they would lose nothing.",
    remedy: 'Leave "required" out.',
  },
  "card/streaming-unannounced": {
    consequence: "Clients that go by the card never ask for a stream: the SDKs wait for the whole.",
    remedy: 'Add "streaming": true to capabilities.',
  },
  "card/link": {
    consequence: "People who want to know more cannot follow it.",
    remedy: "Write the whole URL, beginning with https://.",
  },
  "card/place": {
    consequence: "Clients of newer versions look at /.well-known/agent-card.json and find nothing.",
    remedy: "Serve the card at /.well-known/agent-card.json too.",
  },
  "card/content-type": {
    consequence: "Strict clients refuse to read JSON from anything but application/json.",
    remedy: "Answer with Content-Type: application/json.",
  },
  "card/signature": {
    consequence: "Clients cannot verify who published the card; most do not try.",
    remedy: "Sign the card, and publish the key; it is optional.",
  },
  "card/signature-form": {
    consequence: "A client that verifies signatures refuses the card.",
    remedy: "Write protected as base64url of JSON with alg, kid and typ, signature as base64url.",
  },
} as const satisfies Explanations;
