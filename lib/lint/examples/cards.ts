/** Examples of the rules about agent cards: one that breaks the rule, and one that nearly does. */

import type { Example, Examples } from "./example.ts";
import type { Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";
import { bareTask, cardOf, isFrom1, looksUp, sent } from "./words.ts";

const AGENT = "https://agent.example/";

/** The same card but for these members, broken and kept. */
const card = (breaks: (say: Speaker) => Json, keeps: (say: Speaker) => Json): Example => ({
  breaks: (say) => looksUp(cardOf(say, breaks(say))),
  keeps: (say) => looksUp(cardOf(say, keeps(say))),
});

const always = (over: Json) => () => over;
const same = always({});

const skill = (over: Json = {}): Json => ({
  id: "look",
  name: "Look",
  description: "Looks.",
  tags: ["looking"],
  ...over,
});

/** Where the agent is called, as each version has it. */
const calledAt = (say: Speaker, url: string): Json => {
  if (!isFrom1(say)) return { url };
  return { supportedInterfaces: [place(say, { url })] };
};
const place = (say: Speaker, over: Json = {}): Json => ({
  url: AGENT,
  protocolBinding: "JSONRPC",
  protocolVersion: say.version,
  ...over,
});
const inPlace = (over: Json) => (say: Speaker) => ({ supportedInterfaces: [place(say, over)] });

/** One scheme, and what is required of it. */
const secured = (say: Speaker, scheme: Json, required: Json = { main: [] }): Json => {
  if (!isFrom1(say)) return { securitySchemes: { main: scheme }, security: [required] };
  const lists = Object.entries(required).map(([name, list]) => [name, { list }]);
  return {
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: Object.fromEntries(lists) }],
  };
};
const bearer = (say: Speaker): Json =>
  isFrom1(say)
    ? { httpAuthSecurityScheme: { scheme: "bearer" } }
    : { type: "http", scheme: "bearer" };
const oauth = (say: Speaker, flow: string): Json => {
  const urls = { authorizationUrl: `${AGENT}authorize`, tokenUrl: `${AGENT}token` };
  const flows = { [flow]: { ...urls, scopes: { read: "Reads." } } };
  return isFrom1(say) ? { oauth2SecurityScheme: { flows } } : { type: "oauth2", flows };
};

const extended = (extension: Json): Json => ({
  capabilities: { streaming: true, extensions: [extension] },
});
const CITED = "https://extensions.example/citation/v1";

const signed = (header: Json): Json => ({
  signatures: [{ protected: base64url(JSON.stringify(header)), signature: "c2lnbmVk" }],
});
const base64url = (text: string) =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** A card, then a stream from the agent. */
const streams = (say: Speaker, streaming: boolean): Scene => {
  const at = "http://agent.example/";
  const found = looksUp(cardOf(say, { capabilities: { streaming } }, at), {
    at: `${at}.well-known/agent-card.json`,
  });
  return say.calls(found, "stream", sent(say), "x1").say(say.answer(bareTask(say)));
};

const text = (say: Speaker) => JSON.stringify(cardOf(say), null, 2);

export const CARDS_EXAMPLES: Examples = {
  "card/json": {
    breaks: (say) => looksUp(text(say).replace(/\n\}$/, ",\n}")),
    keeps: (say) => looksUp(text(say)),
  },
  "card/duplicate-key": {
    breaks: (say) => looksUp(text(say).replace("{", '{\n  "name": "Another",')),
    keeps: (say) => looksUp(text(say)),
  },
  "card/required": card(always({ version: undefined }), always({ iconUrl: undefined })),
  "card/empty": card(always({ name: "" }), always({ documentationUrl: "" })),
  "card/type": card(always({ name: 7 }), always({ documentationUrl: null })),
  "card/unknown-member": card(always({ colour: "blue" }), same),
  "card/other-version": card(
    (say) => (isFrom1(say) ? { security: [] } : { supportedInterfaces: undefined, ...newer(say) }),
    same,
  ),
  "card/interfaces": card(always({ supportedInterfaces: [] }), same),
  "card/version-stated": card(always({ protocolVersion: undefined }), same),
  "card/interface-version": card(inPlace({ protocolVersion: undefined }), same),
  "card/interface-version-form": card(inPlace({ protocolVersion: "1.0.1" }), same),
  "card/url-form": card(
    (say) => calledAt(say, "/rpc"),
    (say) => calledAt(say, `${AGENT}rpc`),
  ),
  "card/url-plain": {
    breaks: (say) => looksUp(cardOf(say, calledAt(say, "http://other.example/"))),
    keeps: (say) =>
      looksUp(cardOf(say, calledAt(say, "http://localhost:9000/")), {
        at: "http://localhost:9000/.well-known/agent-card.json",
      }),
  },
  "card/url-unpublishable": card((say) => calledAt(say, "http://localhost:9000/"), same),
  "card/transport-conflict": card(
    always({ additionalInterfaces: [{ url: AGENT, transport: "GRPC" }] }),
    always({ additionalInterfaces: [{ url: AGENT, transport: "JSONRPC" }] }),
  ),
  "card/transport-known": card(
    (say) =>
      isFrom1(say) ? inPlace({ protocolBinding: "JSON-RPC" })(say) : { preferredTransport: "http" },
    (say) =>
      isFrom1(say)
        ? inPlace({ protocolBinding: "https://transports.example/pigeon" })(say)
        : { preferredTransport: "HTTP+JSON" },
  ),
  "card/preferred-transport": card(always({ preferredTransport: undefined }), same),
  "card/main-interface": card(
    always({ additionalInterfaces: [{ url: `${AGENT}grpc`, transport: "GRPC" }] }),
    always({ additionalInterfaces: [{ url: AGENT, transport: "JSONRPC" }] }),
  ),
  "card/two-endpoints": card(always({ url: `${AGENT}old` }), always({ url: AGENT })),
  "card/skills": card(always({ skills: [] }), same),
  "card/skill-id": card(
    always({ skills: [skill(), skill()] }),
    always({ skills: [skill(), skill({ id: "tell" })] }),
  ),
  "card/skill-tags": card(always({ skills: [skill({ tags: undefined })] }), same),
  "card/mode-type": card(
    always({ defaultInputModes: ["plain text"] }),
    always({ defaultInputModes: ["text/*"] }),
  ),
  "card/scheme-unknown": card(
    (say) => secured(say, bearer(say), { other: [] }),
    (say) => secured(say, bearer(say)),
  ),
  "card/scheme-type": card(
    (say) => secured(say, { type: "secret" }),
    (say) => secured(say, bearer(say)),
  ),
  "card/scheme-fields": card(
    (say) =>
      secured(
        say,
        isFrom1(say)
          ? { apiKeySecurityScheme: { name: "X-Key" } }
          : { type: "apiKey", name: "X-Key" },
      ),
    (say) => secured(say, bearer(say)),
  ),
  "card/flow": card(
    (say) => secured(say, oauth(say, isFrom1(say) ? "password" : "deviceCode")),
    (say) => secured(say, oauth(say, isFrom1(say) ? "authorizationCode" : "implicit")),
  ),
  "card/scope-unlisted": card(
    (say) => secured(say, oauth(say, "authorizationCode"), { main: ["write"] }),
    (say) => secured(say, oauth(say, "authorizationCode"), { main: ["read"] }),
  ),
  "card/scheme-unused": card(
    (say) => ({ securitySchemes: { main: bearer(say) } }),
    (say) => secured(say, bearer(say)),
  ),
  "card/extension-uri": card(
    always(extended({ description: "Cites." })),
    always(extended({ uri: CITED })),
  ),
  "card/extension-required": card(
    always(extended({ uri: CITED, required: true })),
    always(extended({ uri: "https://extensions.example/payment/v1", required: true })),
  ),
  "card/streaming-unannounced": {
    breaks: (say) => streams(say, false),
    keeps: (say) => streams(say, true),
  },
  "card/link": card(
    always({ documentationUrl: "docs/index.html" }),
    always({ documentationUrl: `${AGENT}docs` }),
  ),
  "card/place": {
    breaks: (say) => looksUp(cardOf(say), { at: `${AGENT}.well-known/agent.json` }),
    keeps: (say) => looksUp(cardOf(say)),
  },
  "card/content-type": {
    breaks: (say) => looksUp(cardOf(say), { type: "text/html" }),
    keeps: (say) => looksUp(cardOf(say), { type: "application/json; charset=utf-8" }),
  },
  "card/signature": card(same, always(signed({ alg: "ES256", kid: "k1", typ: "JOSE" }))),
  "card/signature-form": card(
    always(signed({ alg: "ES256", typ: "JOSE" })),
    always(signed({ alg: "ES256", kid: "k1", typ: "JOSE" })),
  ),
};

/** What only a later version has, or an older one had. */
function newer(say: Speaker): Json {
  if (say.version === "0.1") return { iconUrl: `${AGENT}icon.png` };
  return { securityRequirements: [] };
}
