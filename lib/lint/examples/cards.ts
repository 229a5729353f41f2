/** Examples of the rules about agent cards. */

import type { Example, Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "./recording-builder.ts";
import {
  createBareTask,
  createExampleCard,
  createSendParams,
  isVersionFrom1,
  recordCardLookup,
} from "./shared-examples.ts";

const AGENT = "https://agent.example/";

/** The example card with different members: one that breaks the rule, one that keeps it. */
const createCardExample = (
  breaks: (factory: MessageFactory) => ExampleJson,
  keeps: (factory: MessageFactory) => ExampleJson,
): Example => ({
  breaks: (factory) => recordCardLookup(createExampleCard(factory, breaks(factory))),
  keeps: (factory) => recordCardLookup(createExampleCard(factory, keeps(factory))),
});

const always = (over: ExampleJson) => () => over;
const createUnchanged = always({});

const skill = (over: ExampleJson = {}): ExampleJson => ({
  id: "look",
  name: "Look",
  description: "Looks.",
  tags: ["looking"],
  ...over,
});

/** The endpoint URL in the members of each version. */
const createInterfaceMembers = (factory: MessageFactory, url: string): ExampleJson => {
  if (!isVersionFrom1(factory)) return { url };
  return { supportedInterfaces: [createInterface(factory, { url })] };
};
const createInterface = (factory: MessageFactory, over: ExampleJson = {}): ExampleJson => ({
  url: AGENT,
  protocolBinding: "JSONRPC",
  protocolVersion: factory.version,
  ...over,
});
const createInterfaceFactory = (over: ExampleJson) => (factory: MessageFactory) => ({
  supportedInterfaces: [createInterface(factory, over)],
});

/** A security scheme, and the requirement for it. */
const createSecuredMembers = (
  factory: MessageFactory,
  scheme: ExampleJson,
  required: ExampleJson = { main: [] },
): ExampleJson => {
  if (!isVersionFrom1(factory)) return { securitySchemes: { main: scheme }, security: [required] };
  const lists = Object.entries(required).map(([name, list]) => [name, { list }]);
  return {
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: Object.fromEntries(lists) }],
  };
};
const createBearerScheme = (factory: MessageFactory): ExampleJson =>
  isVersionFrom1(factory)
    ? { httpAuthSecurityScheme: { scheme: "bearer" } }
    : { type: "http", scheme: "bearer" };
const createOAuthScheme = (factory: MessageFactory, flow: string): ExampleJson => {
  const urls = { authorizationUrl: `${AGENT}authorize`, tokenUrl: `${AGENT}token` };
  const flows = { [flow]: { ...urls, scopes: { read: "Reads." } } };
  return isVersionFrom1(factory) ? { oauth2SecurityScheme: { flows } } : { type: "oauth2", flows };
};

const createExtensionMembers = (extension: ExampleJson): ExampleJson => ({
  capabilities: { streaming: true, extensions: [extension] },
});
const CITATION_URI = "https://extensions.example/citation/v1";

const createSignatureMembers = (header: ExampleJson): ExampleJson => ({
  signatures: [{ protected: encodeBase64Url(JSON.stringify(header)), signature: "c2lnbmVk" }],
});
const encodeBase64Url = (text: string) =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** A card, then a stream from the agent. */
const recordCardAndStream = (factory: MessageFactory, streaming: boolean): RecordingBuilder => {
  const at = "http://agent.example/";
  const found = recordCardLookup(createExampleCard(factory, { capabilities: { streaming } }, at), {
    at: `${at}.well-known/agent-card.json`,
  });
  return factory
    .addCall(found, "stream", createSendParams(factory), "x1")
    .addEvents(factory.response(createBareTask(factory)));
};

const text = (factory: MessageFactory) => JSON.stringify(createExampleCard(factory), null, 2);

export const CARD_EXAMPLES: Examples = {
  "card/json": {
    breaks: (factory) => recordCardLookup(text(factory).replace(/\n\}$/, ",\n}")),
    keeps: (factory) => recordCardLookup(text(factory)),
  },
  "card/duplicate-key": {
    breaks: (factory) => recordCardLookup(text(factory).replace("{", '{\n  "name": "Another",')),
    keeps: (factory) => recordCardLookup(text(factory)),
  },
  "card/required": createCardExample(
    always({ version: undefined }),
    always({ iconUrl: undefined }),
  ),
  "card/empty": createCardExample(always({ name: "" }), always({ documentationUrl: "" })),
  "card/type": createCardExample(always({ name: 7 }), always({ documentationUrl: null })),
  "card/unknown-member": createCardExample(always({ colour: "blue" }), createUnchanged),
  "card/other-version": createCardExample(
    (factory) =>
      isVersionFrom1(factory)
        ? { security: [] }
        : { supportedInterfaces: undefined, ...createForeignMembers(factory) },
    createUnchanged,
  ),
  "card/interfaces": createCardExample(always({ supportedInterfaces: [] }), createUnchanged),
  "card/version-stated": createCardExample(always({ protocolVersion: undefined }), createUnchanged),
  "card/interface-version": createCardExample(
    createInterfaceFactory({ protocolVersion: undefined }),
    createUnchanged,
  ),
  "card/interface-version-form": createCardExample(
    createInterfaceFactory({ protocolVersion: "1.0.1" }),
    createUnchanged,
  ),
  "card/url-form": createCardExample(
    (factory) => createInterfaceMembers(factory, "/rpc"),
    (factory) => createInterfaceMembers(factory, `${AGENT}rpc`),
  ),
  "card/url-plain": {
    breaks: (factory) =>
      recordCardLookup(
        createExampleCard(factory, createInterfaceMembers(factory, "http://other.example/")),
      ),
    keeps: (factory) =>
      recordCardLookup(
        createExampleCard(factory, createInterfaceMembers(factory, "http://localhost:9000/")),
        {
          at: "http://localhost:9000/.well-known/agent-card.json",
        },
      ),
  },
  "card/url-unpublishable": createCardExample(
    (factory) => createInterfaceMembers(factory, "http://localhost:9000/"),
    createUnchanged,
  ),
  "card/transport-conflict": createCardExample(
    always({ additionalInterfaces: [{ url: AGENT, transport: "GRPC" }] }),
    always({ additionalInterfaces: [{ url: AGENT, transport: "JSONRPC" }] }),
  ),
  "card/transport-known": createCardExample(
    (factory) =>
      isVersionFrom1(factory)
        ? createInterfaceFactory({ protocolBinding: "JSON-RPC" })(factory)
        : { preferredTransport: "http" },
    (factory) =>
      isVersionFrom1(factory)
        ? createInterfaceFactory({ protocolBinding: "https://transports.example/pigeon" })(factory)
        : { preferredTransport: "HTTP+JSON" },
  ),
  "card/preferred-transport": createCardExample(
    always({ preferredTransport: undefined }),
    createUnchanged,
  ),
  "card/main-interface": createCardExample(
    always({ additionalInterfaces: [{ url: `${AGENT}grpc`, transport: "GRPC" }] }),
    always({ additionalInterfaces: [{ url: AGENT, transport: "JSONRPC" }] }),
  ),
  "card/two-endpoints": createCardExample(always({ url: `${AGENT}old` }), always({ url: AGENT })),
  "card/skills": createCardExample(always({ skills: [] }), createUnchanged),
  "card/skill-id": createCardExample(
    always({ skills: [skill(), skill()] }),
    always({ skills: [skill(), skill({ id: "tell" })] }),
  ),
  "card/skill-tags": createCardExample(
    always({ skills: [skill({ tags: undefined })] }),
    createUnchanged,
  ),
  "card/mode-type": createCardExample(
    always({ defaultInputModes: ["plain text"] }),
    always({ defaultInputModes: ["text/*"] }),
  ),
  "card/scheme-unknown": createCardExample(
    (factory) => createSecuredMembers(factory, createBearerScheme(factory), { other: [] }),
    (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
  ),
  "card/scheme-type": createCardExample(
    (factory) => createSecuredMembers(factory, { type: "secret" }),
    (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
  ),
  "card/scheme-fields": createCardExample(
    (factory) =>
      createSecuredMembers(
        factory,
        isVersionFrom1(factory)
          ? { apiKeySecurityScheme: { name: "X-Key" } }
          : { type: "apiKey", name: "X-Key" },
      ),
    (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
  ),
  "card/flow": createCardExample(
    (factory) =>
      createSecuredMembers(
        factory,
        createOAuthScheme(factory, isVersionFrom1(factory) ? "password" : "deviceCode"),
      ),
    (factory) =>
      createSecuredMembers(
        factory,
        createOAuthScheme(factory, isVersionFrom1(factory) ? "authorizationCode" : "implicit"),
      ),
  ),
  "card/scope-unlisted": createCardExample(
    (factory) =>
      createSecuredMembers(factory, createOAuthScheme(factory, "authorizationCode"), {
        main: ["write"],
      }),
    (factory) =>
      createSecuredMembers(factory, createOAuthScheme(factory, "authorizationCode"), {
        main: ["read"],
      }),
  ),
  "card/scheme-unused": createCardExample(
    (factory) => ({ securitySchemes: { main: createBearerScheme(factory) } }),
    (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
  ),
  "card/extension-uri": createCardExample(
    always(createExtensionMembers({ description: "Cites." })),
    always(createExtensionMembers({ uri: CITATION_URI })),
  ),
  "card/extension-required": createCardExample(
    always(createExtensionMembers({ uri: CITATION_URI, required: true })),
    always(
      createExtensionMembers({ uri: "https://extensions.example/payment/v1", required: true }),
    ),
  ),
  "card/streaming-unannounced": {
    breaks: (factory) => recordCardAndStream(factory, false),
    keeps: (factory) => recordCardAndStream(factory, true),
  },
  "card/link": createCardExample(
    always({ documentationUrl: "docs/index.html" }),
    always({ documentationUrl: `${AGENT}docs` }),
  ),
  "card/place": {
    breaks: (factory) =>
      recordCardLookup(createExampleCard(factory), { at: `${AGENT}.well-known/agent.json` }),
    keeps: (factory) => recordCardLookup(createExampleCard(factory)),
  },
  "card/content-type": {
    breaks: (factory) => recordCardLookup(createExampleCard(factory), { type: "text/html" }),
    keeps: (factory) =>
      recordCardLookup(createExampleCard(factory), { type: "application/json; charset=utf-8" }),
  },
  "card/signature": createCardExample(
    createUnchanged,
    always(createSignatureMembers({ alg: "ES256", kid: "k1", typ: "JOSE" })),
  ),
  "card/signature-form": createCardExample(
    always(createSignatureMembers({ alg: "ES256", typ: "JOSE" })),
    always(createSignatureMembers({ alg: "ES256", kid: "k1", typ: "JOSE" })),
  ),
};

/** Members of a later or an earlier version. */
function createForeignMembers(factory: MessageFactory): ExampleJson {
  if (factory.version === "0.1") return { iconUrl: `${AGENT}icon.png` };
  return { securityRequirements: [] };
}
