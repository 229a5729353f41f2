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
  breaks: (say: MessageFactory) => ExampleJson,
  keeps: (say: MessageFactory) => ExampleJson,
): Example => ({
  breaks: (say) => recordCardLookup(createExampleCard(say, breaks(say))),
  keeps: (say) => recordCardLookup(createExampleCard(say, keeps(say))),
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
const createInterfaceMembers = (say: MessageFactory, url: string): ExampleJson => {
  if (!isVersionFrom1(say)) return { url };
  return { supportedInterfaces: [createInterface(say, { url })] };
};
const createInterface = (say: MessageFactory, over: ExampleJson = {}): ExampleJson => ({
  url: AGENT,
  protocolBinding: "JSONRPC",
  protocolVersion: say.version,
  ...over,
});
const createInterfaceFactory = (over: ExampleJson) => (say: MessageFactory) => ({
  supportedInterfaces: [createInterface(say, over)],
});

/** A security scheme, and the requirement for it. */
const createSecuredMembers = (
  say: MessageFactory,
  scheme: ExampleJson,
  required: ExampleJson = { main: [] },
): ExampleJson => {
  if (!isVersionFrom1(say)) return { securitySchemes: { main: scheme }, security: [required] };
  const lists = Object.entries(required).map(([name, list]) => [name, { list }]);
  return {
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: Object.fromEntries(lists) }],
  };
};
const createBearerScheme = (say: MessageFactory): ExampleJson =>
  isVersionFrom1(say)
    ? { httpAuthSecurityScheme: { scheme: "bearer" } }
    : { type: "http", scheme: "bearer" };
const createOAuthScheme = (say: MessageFactory, flow: string): ExampleJson => {
  const urls = { authorizationUrl: `${AGENT}authorize`, tokenUrl: `${AGENT}token` };
  const flows = { [flow]: { ...urls, scopes: { read: "Reads." } } };
  return isVersionFrom1(say) ? { oauth2SecurityScheme: { flows } } : { type: "oauth2", flows };
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
const recordCardAndStream = (say: MessageFactory, streaming: boolean): RecordingBuilder => {
  const at = "http://agent.example/";
  const found = recordCardLookup(createExampleCard(say, { capabilities: { streaming } }, at), {
    at: `${at}.well-known/agent-card.json`,
  });
  return say
    .addCall(found, "stream", createSendParams(say), "x1")
    .addEvents(say.response(createBareTask(say)));
};

const text = (say: MessageFactory) => JSON.stringify(createExampleCard(say), null, 2);

export const CARD_EXAMPLES: Examples = {
  "card/json": {
    breaks: (say) => recordCardLookup(text(say).replace(/\n\}$/, ",\n}")),
    keeps: (say) => recordCardLookup(text(say)),
  },
  "card/duplicate-key": {
    breaks: (say) => recordCardLookup(text(say).replace("{", '{\n  "name": "Another",')),
    keeps: (say) => recordCardLookup(text(say)),
  },
  "card/required": createCardExample(
    always({ version: undefined }),
    always({ iconUrl: undefined }),
  ),
  "card/empty": createCardExample(always({ name: "" }), always({ documentationUrl: "" })),
  "card/type": createCardExample(always({ name: 7 }), always({ documentationUrl: null })),
  "card/unknown-member": createCardExample(always({ colour: "blue" }), createUnchanged),
  "card/other-version": createCardExample(
    (say) =>
      isVersionFrom1(say)
        ? { security: [] }
        : { supportedInterfaces: undefined, ...createForeignMembers(say) },
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
    (say) => createInterfaceMembers(say, "/rpc"),
    (say) => createInterfaceMembers(say, `${AGENT}rpc`),
  ),
  "card/url-plain": {
    breaks: (say) =>
      recordCardLookup(
        createExampleCard(say, createInterfaceMembers(say, "http://other.example/")),
      ),
    keeps: (say) =>
      recordCardLookup(
        createExampleCard(say, createInterfaceMembers(say, "http://localhost:9000/")),
        {
          at: "http://localhost:9000/.well-known/agent-card.json",
        },
      ),
  },
  "card/url-unpublishable": createCardExample(
    (say) => createInterfaceMembers(say, "http://localhost:9000/"),
    createUnchanged,
  ),
  "card/transport-conflict": createCardExample(
    always({ additionalInterfaces: [{ url: AGENT, transport: "GRPC" }] }),
    always({ additionalInterfaces: [{ url: AGENT, transport: "JSONRPC" }] }),
  ),
  "card/transport-known": createCardExample(
    (say) =>
      isVersionFrom1(say)
        ? createInterfaceFactory({ protocolBinding: "JSON-RPC" })(say)
        : { preferredTransport: "http" },
    (say) =>
      isVersionFrom1(say)
        ? createInterfaceFactory({ protocolBinding: "https://transports.example/pigeon" })(say)
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
    (say) => createSecuredMembers(say, createBearerScheme(say), { other: [] }),
    (say) => createSecuredMembers(say, createBearerScheme(say)),
  ),
  "card/scheme-type": createCardExample(
    (say) => createSecuredMembers(say, { type: "secret" }),
    (say) => createSecuredMembers(say, createBearerScheme(say)),
  ),
  "card/scheme-fields": createCardExample(
    (say) =>
      createSecuredMembers(
        say,
        isVersionFrom1(say)
          ? { apiKeySecurityScheme: { name: "X-Key" } }
          : { type: "apiKey", name: "X-Key" },
      ),
    (say) => createSecuredMembers(say, createBearerScheme(say)),
  ),
  "card/flow": createCardExample(
    (say) =>
      createSecuredMembers(
        say,
        createOAuthScheme(say, isVersionFrom1(say) ? "password" : "deviceCode"),
      ),
    (say) =>
      createSecuredMembers(
        say,
        createOAuthScheme(say, isVersionFrom1(say) ? "authorizationCode" : "implicit"),
      ),
  ),
  "card/scope-unlisted": createCardExample(
    (say) =>
      createSecuredMembers(say, createOAuthScheme(say, "authorizationCode"), { main: ["write"] }),
    (say) =>
      createSecuredMembers(say, createOAuthScheme(say, "authorizationCode"), { main: ["read"] }),
  ),
  "card/scheme-unused": createCardExample(
    (say) => ({ securitySchemes: { main: createBearerScheme(say) } }),
    (say) => createSecuredMembers(say, createBearerScheme(say)),
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
    breaks: (say) => recordCardAndStream(say, false),
    keeps: (say) => recordCardAndStream(say, true),
  },
  "card/link": createCardExample(
    always({ documentationUrl: "docs/index.html" }),
    always({ documentationUrl: `${AGENT}docs` }),
  ),
  "card/place": {
    breaks: (say) =>
      recordCardLookup(createExampleCard(say), { at: `${AGENT}.well-known/agent.json` }),
    keeps: (say) => recordCardLookup(createExampleCard(say)),
  },
  "card/content-type": {
    breaks: (say) => recordCardLookup(createExampleCard(say), { type: "text/html" }),
    keeps: (say) =>
      recordCardLookup(createExampleCard(say), { type: "application/json; charset=utf-8" }),
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
function createForeignMembers(say: MessageFactory): ExampleJson {
  if (say.version === "0.1") return { iconUrl: `${AGENT}icon.png` };
  return { securityRequirements: [] };
}
