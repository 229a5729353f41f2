import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CARD_VERSIONS } from "../../protocol/card/card-schema.ts";
import { createCard, createInterface, createSkill } from "../../protocol/card/cards.testkit.ts";
import { CARDS } from "../rules/cards.ts";
import { type CardOrigin, lintCard } from "./lint-card.ts";

const NOWHERE: CardOrigin = { url: null };
const HOME: CardOrigin = { url: "https://agent.example/.well-known/agent-card.json" };

/** A card, or the text of one, and what else is known of it. */
type Case = readonly [card: unknown, facts?: CardOrigin];

interface Pair {
  readonly fires: readonly Case[];
  readonly spares: readonly Case[];
}

const bearer = { type: "http", scheme: "bearer" };
const oauth = (flows: object) => ({ oauth2SecurityScheme: { flows } });
const code = {
  authorizationUrl: "https://i/a",
  tokenUrl: "https://i/t",
  scopes: { read: "Reads" },
};
const secured = (schemes: object, requirements: unknown = []) =>
  createCard("1.0", { securitySchemes: schemes, securityRequirements: requirements });
const old = (schemes: object, security: unknown = []) =>
  createCard("0.3", { securitySchemes: schemes, security });
const needs = (scheme: string, ...list: string[]) => [{ schemes: { [scheme]: { list } } }];
const offers = (...interfaces: object[]) => createCard("1.0", { supportedInterfaces: interfaces });
const able = (...extensions: object[]) => createCard("1.0", { capabilities: { extensions } });
const skilled = (...skills: object[]) => createCard("1.0", { skills });
const signed = (signature: object) => createCard("1.0", { signatures: [signature] });
const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const SOUND_HEADER = header({ alg: "ES256", kid: "k", typ: "JOSE" });
const TIMESTAMP = "https://github.com/a2aproject/a2a-samples/samples/extensions/timestamp/v1";

const PAIRS: Readonly<Record<string, Pair>> = {
  "card/json": {
    fires: [['{"name": "A",}'], ['{"name": "A"'], ["<html>"], ["[]"], ['"card"'], [""]],
    spares: [[createCard("1.0")], [`\ufeff${JSON.stringify(createCard("1.0"))}`]],
  },
  "card/duplicate-key": {
    fires: [['{"name": "A", "name": "B"}']],
    spares: [['{"name": "A", "skills": [{"name": "A"}]}']],
  },
  "card/required": {
    fires: [
      [createCard("1.0", { name: undefined })],
      [createCard("0.3", { defaultInputModes: undefined })],
      [createCard("0.2", { url: undefined })],
      [createCard("0.2", { skills: [createSkill({ description: undefined })] })],
      [createCard("0.1", { version: undefined })],
      [createCard("1.0", { provider: { organization: "O" } })],
    ],
    spares: [
      [createCard("0.1", { provider: { organization: "O" } })],
      [createCard("1.0", { skills: [] })],
    ],
  },
  "card/empty": {
    fires: [[createCard("1.0", { description: "" })]],
    spares: [
      [createCard("0.1", { description: "" })],
      [createCard("1.0", { documentationUrl: "" })],
    ],
  },
  "card/type": {
    fires: [
      [createCard("1.0", { name: 7 })],
      [createCard("0.3", { skills: {} })],
      [createCard("0.2", { capabilities: { streaming: "yes" } })],
      [skilled(createSkill({ tags: ["a", 1] }))],
      [createCard("1.0", { skills: ["plan"] })],
    ],
    spares: [[createCard("1.0", { iconUrl: null })], [createCard("1.0", { securitySchemes: {} })]],
  },
  "card/unknown-member": {
    fires: [[createCard("1.0", { supported_interfaces: [] })], [skilled(createSkill({ cost: 1 }))]],
    spares: [
      [able({ uri: "https://x.example/v1", params: { anything: 1 } })],
      [createCard("1.0", { supportsExtendedAgentCard: true })],
      [createCard("0.3", { supportsAuthenticatedExtendedCard: true })],
    ],
  },
  "card/other-version": {
    fires: [
      [createCard("1.0", { capabilities: { stateTransitionHistory: true } })],
      [createCard("0.3", { securityRequirements: [] })],
      [createCard("1.0", { supportsExtendedAgentCard: true })],
      [createCard("0.3", { supportsExtendedAgentCard: true })],
    ],
    spares: [[createCard("1.0", { url: "https://agent.example/", preferredTransport: "JSONRPC" })]],
  },
  "card/interfaces": {
    fires: [
      [offers()],
      [createCard("1.0", { supportedInterfaces: undefined, securityRequirements: [] })],
    ],
    spares: [[offers(createInterface())], [createCard("0.3")]],
  },
  "card/version-stated": {
    fires: [[createCard("0.3", { protocolVersion: undefined })]],
    spares: [[createCard("0.1")], [createCard("0.2")], [createCard("1.0")]],
  },
  "card/interface-version": {
    fires: [[offers(createInterface({ protocolVersion: undefined }))]],
    spares: [[offers(createInterface({ protocolVersion: "0.3" }))]],
  },
  "card/interface-version-form": {
    fires: [
      [offers(createInterface({ protocolVersion: "1.0.0" }))],
      [offers(createInterface({ protocolVersion: "v1" }))],
      [offers(createInterface({ protocolVersion: "7.0" }))],
    ],
    spares: [
      [offers(createInterface())],
      [offers(createInterface({ protocolVersion: "1.9" }))],
      [createCard("0.3")],
    ],
  },
  "card/url-form": {
    fires: [
      [createCard("0.3", { url: "/rpc" })],
      [offers(createInterface({ url: "agent.example:443" }))],
      [createCard("0.2", { additionalInterfaces: [{ url: "rest", transport: "HTTP+JSON" }] })],
      [createCard("0.3", { url: "javascript:alert(1)" })],
      [createCard("0.3", { url: "file:///etc/passwd" })],
      [createCard("0.3", { url: "https://user:word@agent.example/" })],
    ],
    spares: [
      [offers(createInterface({ url: "agent.example:443", protocolBinding: "GRPC" }))],
      [
        offers(
          createInterface({ url: "nats://agent.example/", protocolBinding: "https://t.example" }),
        ),
      ],
    ],
  },
  "card/url-plain": {
    fires: [[createCard("0.3", { url: "http://agent.example/" })]],
    spares: [
      [createCard("0.3", { url: "http://localhost:9999/" })],
      // Said by its own rule.
      [createCard("0.3", { url: "http://agent.example/" }), HOME],
    ],
  },
  "card/url-unpublishable": {
    fires: [
      [createCard("0.3", { url: "http://0.0.0.0:8000/" })],
      [createCard("0.3", { url: "http://localhost:8000/" }), HOME],
      [createCard("0.3", { url: "http://agent.example/" }), HOME],
    ],
    spares: [[createCard("0.3", { url: "http://localhost:8000/" })], [createCard("0.3"), HOME]],
  },
  "card/transport-conflict": {
    fires: [
      [
        createCard("0.3", {
          additionalInterfaces: [{ url: "https://agent.example/", transport: "GRPC" }],
        }),
      ],
    ],
    spares: [
      [
        createCard("0.2", {
          additionalInterfaces: [{ url: "https://agent.example/", transport: "GRPC" }],
        }),
      ],
      [
        createCard("0.3", {
          additionalInterfaces: [
            { url: "https://agent.example/", transport: "JSONRPC" },
            { url: "https://agent.example/rest", transport: "HTTP+JSON" },
          ],
        }),
      ],
    ],
  },
  "card/transport-known": {
    fires: [
      [offers(createInterface({ protocolBinding: "HTTP_JSON" }))],
      [createCard("0.3", { preferredTransport: "jsonrpc" })],
    ],
    spares: [[offers(createInterface({ protocolBinding: "https://x.example/bindings/mqtt" }))]],
  },
  "card/preferred-transport": {
    fires: [[createCard("0.3", { preferredTransport: undefined })]],
    spares: [[createCard("0.2")], [createCard("0.3")]],
  },
  "card/main-interface": {
    fires: [
      [
        createCard("0.3", {
          additionalInterfaces: [{ url: "https://b.example/", transport: "GRPC" }],
        }),
      ],
    ],
    spares: [
      [
        createCard("0.3", {
          additionalInterfaces: [{ url: "https://agent.example/", transport: "JSONRPC" }],
        }),
      ],
    ],
  },
  "card/two-endpoints": {
    fires: [[createCard("1.0", { url: "https://agent.example/old" })]],
    spares: [[createCard("1.0", { url: "https://agent.example/" })]],
  },
  "card/skills": {
    fires: [[skilled()]],
    spares: [[skilled(createSkill())]],
  },
  "card/skill-id": {
    fires: [[skilled(createSkill(), createSkill({ name: "Other" }))]],
    spares: [[skilled(createSkill(), createSkill({ id: "other" }))]],
  },
  "card/skill-tags": {
    fires: [
      [skilled(createSkill({ tags: undefined }))],
      [skilled(createSkill({ tags: [] }))],
      [createCard("0.2", { skills: [createSkill({ tags: undefined })] })],
    ],
    spares: [[createCard("0.1")], [skilled(createSkill({ tags: ["x"] }))]],
  },
  "card/mode-type": {
    fires: [
      [createCard("0.2", { defaultInputModes: ["text"] })],
      [skilled(createSkill({ outputModes: ["text/plain", "json"] }))],
    ],
    spares: [
      [
        createCard("1.0", {
          defaultOutputModes: ["text/plain; charset=utf-8", "application/a2ui+json", "image/*"],
        }),
      ],
    ],
  },
  "card/extension-uri": {
    fires: [
      [able({ required: true })],
      [able({ uri: "https://x.example" }, { uri: "https://x.example" })],
    ],
    spares: [[able({ uri: "https://x.example" }, { uri: "https://y.example" })]],
  },
  "card/extension-required": {
    fires: [[able({ uri: TIMESTAMP, required: true })]],
    spares: [
      [able({ uri: TIMESTAMP, required: false })],
      [able({ uri: "https://x.example/payments/v1", required: true })],
    ],
  },
  "card/streaming-unannounced": {
    fires: [[createCard("1.0", { capabilities: {} }), { ...NOWHERE, streamed: true }]],
    spares: [
      [createCard("1.0", { capabilities: {} })],
      [createCard("1.0"), { ...NOWHERE, streamed: true }],
    ],
  },
  "card/link": {
    fires: [
      [createCard("1.0", { documentationUrl: "docs/index.html" })],
      [createCard("1.0", { iconUrl: "javascript:alert(1)" })],
    ],
    spares: [[createCard("1.0", { documentationUrl: "https://docs.example/" })]],
  },
  "card/place": {
    fires: [[createCard("1.0"), { url: "https://agent.example/.well-known/agent.json" }]],
    spares: [
      [createCard("0.2"), { url: "https://agent.example/.well-known/agent.json" }],
      [createCard("1.0"), HOME],
    ],
  },
  "card/content-type": {
    fires: [[createCard("1.0"), { ...HOME, contentType: "text/html" }]],
    spares: [
      [createCard("1.0"), { ...HOME, contentType: "application/json; charset=utf-8" }],
      [createCard("1.0"), { ...HOME, contentType: "application/a2a+json" }],
    ],
  },
  "card/scheme-unknown": {
    fires: [
      [old({}, [{ key: [] }])],
      [secured({}, needs("key"))],
      [skilled(createSkill({ securityRequirements: needs("key") }))],
    ],
    spares: [[old({ key: bearer }, [{ key: [] }])]],
  },
  "card/scheme-type": {
    fires: [[old({ key: { type: "magic" } })], [secured({ key: bearer })], [secured({ key: {} })]],
    spares: [[old({ key: bearer })], [secured({ key: { mtlsSecurityScheme: {} } })]],
  },
  "card/scheme-fields": {
    fires: [
      [old({ key: { type: "apiKey", name: "X" } })],
      [secured({ key: { apiKeySecurityScheme: { name: "X" } } })],
      [secured({ key: oauth({ clientCredentials: { scopes: {} } }) })],
      [old({ key: { type: "openIdConnect" } })],
    ],
    spares: [
      [old({ key: { type: "apiKey", in: "header", name: "X" } })],
      [secured({ key: oauth({ authorizationCode: code }) })],
    ],
  },
  "card/flow": {
    fires: [
      [secured({ key: oauth({ authorizationCode: code, clientCredentials: code }) })],
      [secured({ key: oauth({ implicit: {} }) })],
      [old({ key: { type: "oauth2", flows: { deviceCode: code } } })],
      [secured({ key: oauth({ magic: code }) })],
    ],
    spares: [
      [old({ key: { type: "oauth2", flows: { implicit: code, password: code } } })],
      [secured({ key: oauth({ authorizationCode: code }) })],
      [
        old({
          key: { type: "oauth2", flows: { authorizationCode: code, clientCredentials: code } },
        }),
      ],
    ],
  },
  "card/scope-unlisted": {
    fires: [[secured({ key: oauth({ authorizationCode: code }) }, needs("key", "write"))]],
    spares: [
      [secured({ key: oauth({ authorizationCode: code }) }, needs("key", "read"))],
      [old({ key: bearer }, [{ key: ["anything"] }])],
    ],
  },
  "card/scheme-unused": {
    fires: [[old({ key: bearer })]],
    spares: [[old({ key: bearer }, [{ key: [] }])]],
  },
  "card/signature": {
    fires: [[createCard("1.0")], [createCard("0.3", { signatures: [] })]],
    spares: [[createCard("0.2")], [signed({ protected: SOUND_HEADER, signature: "c2ln" })]],
  },
  "card/signature-form": {
    fires: [
      [signed({ protected: "!", signature: "c2ln" })],
      [signed({ protected: header({ alg: "ES256" }), signature: "c2ln" })],
      [signed({ protected: SOUND_HEADER, signature: "c2ln==" })],
      [signed({ protected: header({ alg: "ES256", kid: "k" }), signature: "c2ln" })],
    ],
    spares: [[signed({ protected: SOUND_HEADER, signature: "c2ln" })]],
  },
};

const textOf = (card: unknown) => (typeof card === "string" ? card : JSON.stringify(card, null, 2));

const rulesOf = ([card, facts = NOWHERE]: Case) =>
  lintCard(textOf(card), facts).findings.map(({ rule }) => rule);

test("every test is about a rule", () => {
  expect(CARDS.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(PAIRS)));
});

describe.each(Object.entries(PAIRS))("%s", (rule, { fires, spares }) => {
  test.each(fires)("fires on %j", (card, facts) =>
    expect(rulesOf([card, facts as CardOrigin])).toContain(rule),
  );
  test.each(spares)("accepts %j", (card, facts) =>
    expect(rulesOf([card, facts as CardOrigin])).not.toContain(rule),
  );
});

test.each(CARD_VERSIONS)("a valid card of %s has no violations", (version) => {
  const { findings, passed, detectedVersion } = lintCard(textOf(createCard(version)), HOME);
  expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
  expect(detectedVersion?.version).toBe(version);
  expect(passed.length).toBeGreaterThan(10);
});

describe("a violation has its lines", () => {
  const card = offers(createInterface(), createInterface({ protocolVersion: undefined }));
  test("where its member is, or would be", () => {
    const text = textOf(card);
    const { findings } = lintCard(text, NOWHERE);
    const [finding] = findings.filter(({ rule }) => rule === "card/interface-version");
    const lines = text.split("\n").slice((finding?.lines.from ?? 0) - 1, finding?.lines.to);
    expect(lines.join("\n")).toBe(
      '    {\n      "url": "https://agent.example/",\n      "protocolBinding": "JSONRPC"\n    }',
    );
  });

  test("what the whole card lacks, at its first", () => {
    const [finding] = lintCard(textOf(createCard("1.0", { name: undefined })), NOWHERE).findings;
    expect(finding).toMatchObject({ rule: "card/required", lines: { from: 1, to: 1 } });
  });

  test("an extra comma, with line, column and excerpt", () => {
    const { findings } = lintCard('{\n  "name": "A",\n}', NOWHERE);
    const finding = findings.find(({ rule }) => rule === "card/json");
    expect(finding).toMatchObject({ lines: { from: 2, to: 2 } });
    expect(finding?.message).toContain('line 2, column 14, at "name": "A",');
  });
});

test("unreachable URLs get a correction, and the most severe comes first", () => {
  const [first] = lintCard(
    textOf(createCard("0.3", { url: "http://0.0.0.0:8000/rpc" })),
    HOME,
  ).findings;
  expect(first).toMatchObject({
    rule: "card/url-unpublishable",
    severity: "error",
    corrected: "https://agent.example/rpc",
  });
});

test("any text gets a result", () => {
  const strange = fc.record(
    Object.fromEntries(
      [
        "supportedInterfaces",
        "url",
        "skills",
        "capabilities",
        "securitySchemes",
        "security",
        "securityRequirements",
        "signatures",
        "provider",
        "defaultInputModes",
        "additionalInterfaces",
      ].map((name) => [name, fc.jsonValue({ maxDepth: 4 })]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(strange, fc.jsonValue(), fc.string()), (card) => {
      const { findings } = lintCard(textOf(card) ?? "", HOME);
      for (const { lines } of findings) expect(lines.to).toBeGreaterThanOrEqual(lines.from);
    }),
  );
});

describe("what a version allows is only a note", () => {
  const gravest = (card: unknown, rule: string) =>
    lintCard(JSON.stringify(card), NOWHERE).findings.find((found) => found.rule === rule)?.severity;

  test.each<[string, Record<string, unknown>, string]>([
    ["an empty list of tags in 0.2", { skills: [createSkill({ tags: [] })] }, "card/skill-tags"],
    ["a text for people that is empty", { description: "" }, "card/empty"],
    ["a transport of one's own", { preferredTransport: "PIGEON" }, "card/transport-known"],
  ])("%s", (_, over, rule) => {
    expect(gravest(createCard("0.2", over), rule)).toBe("note");
  });

  test("a card before 0.2.5, which states no version", () => {
    const card = createCard("0.3", { protocolVersion: undefined, preferredTransport: undefined });
    expect(gravest(card, "card/version-stated")).toBe("note");
    const signed = {
      ...(card as object),
      signatures: [{ protected: SOUND_HEADER, signature: "a" }],
    };
    expect(gravest(signed, "card/version-stated")).toBe("warning");
  });

  test("one address for two transports, of which 0.3 says both", () => {
    const additionalInterfaces = [{ url: "https://agent.example/", transport: "GRPC" }];
    expect(gravest(createCard("0.3", { additionalInterfaces }), "card/transport-conflict")).toBe(
      "note",
    );
  });

  test("but a misspelt transport, and an address that is empty, are more", () => {
    expect(
      gravest(createCard("0.2", { preferredTransport: "json-rpc" }), "card/transport-known"),
    ).toBe("warning");
    expect(gravest(createCard("0.2", { url: "" }), "card/empty")).toBe("warning");
  });
});
