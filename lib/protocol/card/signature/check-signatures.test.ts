// Signatures by Node.js's own cryptography, which shares no code with the verification.
import {
  constants,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  sign,
} from "node:crypto";
import { AgentCard, generateAgentCardSignature } from "a2a-sdk-1.0";
import { describe, expect, test } from "vitest";
import { createCard, createInterface, createSkill } from "../cards.testkit.ts";
import { checkSignatures } from "./check-signatures.ts";
import { parsePublicKeys } from "./public-keys.ts";
import { getSignedPayloads, type SignedForm } from "./signed-payloads.ts";

const ALGORITHMS = [
  "ES256",
  "ES384",
  "ES512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];

/** A card in which each form is another. */
const CARD = createCard("1.0", {
  description: "",
  supportedInterfaces: [createInterface({ tenant: "" })],
  capabilities: { streaming: false, extensions: [] },
  skills: [createSkill({ examples: [], tags: [] })],
  securityRequirements: [],
});

const CURVES: Readonly<Record<string, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
};

function pairFor(alg: string, modulusLength = 2048) {
  const { publicKey, privateKey } = generatePair(alg, modulusLength);
  return { publicKey, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid: "key-1" } };
}

function generatePair(alg: string, modulusLength: number): KeyPairKeyObjectResult {
  const namedCurve = CURVES[alg];
  if (namedCurve !== undefined) return generateKeyPairSync("ec", { namedCurve });
  if (alg === "EdDSA" || alg === "Ed25519") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength });
}

type Pair = ReturnType<typeof pairFor>;

const base64Url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

function signBytes(alg: string, bytes: Buffer, key: KeyObject): Buffer {
  const hash = `sha${alg.slice(-3)}`;
  if (alg.startsWith("Ed")) return sign(null, bytes, key);
  if (alg.startsWith("ES")) return sign(hash, bytes, { key, dsaEncoding: "ieee-p1363" });
  if (alg.startsWith("RS")) return sign(hash, bytes, key);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return sign(hash, bytes, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
}

function signed(
  card: object,
  form: SignedForm,
  alg: string,
  { privateKey }: Pair,
  fields: object = {},
) {
  const payload = getSignedPayloads(card as Record<string, unknown>).find(
    (one) => one.form === form,
  );
  const header = base64Url(JSON.stringify({ alg, kid: "key-1", typ: "JOSE", ...fields }));
  const input = Buffer.from(`${header}.${base64Url(payload?.text ?? "")}`);
  const signature = base64Url(signBytes(alg, input, privateKey));
  return { ...card, signatures: [{ protected: header, signature }] };
}

const IN_BROWSER = { hasWebCrypto: true };

const stateOf = async (card: object, keys: string) =>
  (await checkSignatures(card, parsePublicKeys(keys).keys, IN_BROWSER))[0]?.state;

describe.each(ALGORITHMS)("%s", (alg) => {
  test("is verified in whatever form was signed, and no other card is", async () => {
    const pair = pairFor(alg);
    const keys = JSON.stringify(pair.jwk);
    for (const form of ["spec", "pruned", "received"] as const) {
      const card = signed(CARD, form, alg, pair);
      expect(await stateOf(card, keys)).toEqual({ kind: "valid", form, sameKid: true });
      expect(await stateOf({ ...card, name: "Another" }, keys)).toMatchObject({ kind: "invalid" });
      expect(await stateOf(card, "")).toMatchObject({ kind: "unchecked", why: /No key/ });
    }
  });

  test("is verified by a key in PEM", async () => {
    const pair = pairFor(alg);
    const card = signed(CARD, "spec", alg, pair);
    expect(
      await stateOf(card, String(pair.publicKey.export({ type: "spki", format: "pem" }))),
    ).toEqual({
      kind: "valid",
      form: "spec",
      sameKid: false,
    });
  });
});

test("what a2a-sdk signs is verified, also where empty members are sent along", async () => {
  const pair = pairFor("ES256");
  const signCard = generateAgentCardSignature(pair.privateKey, {
    alg: "ES256",
    kid: "key-1",
    typ: "JOSE",
  });
  const card = AgentCard.toJSON(await signCard(AgentCard.fromJSON(CARD))) as object;
  const keys = JSON.stringify({ keys: [pairFor("ES256").jwk, pair.jwk] });
  // Its own JSON has nothing left to drop.
  expect(await stateOf(card, keys)).toMatchObject({ kind: "valid", form: "spec" });
  const [signature] = (card as { signatures: unknown[] }).signatures;
  expect(await stateOf({ ...CARD, signatures: [signature] }, keys)).toMatchObject({
    kind: "valid",
    form: "pruned",
  });
});

test("each of several signatures is verified separately", async () => {
  const [one, other] = [pairFor("ES256"), pairFor("EdDSA")];
  const first = signed(CARD, "spec", "ES256", one);
  const second = signed(CARD, "spec", "EdDSA", other);
  const card = { ...CARD, signatures: [...first.signatures, ...second.signatures, {}] };
  const reports = await checkSignatures(
    card,
    parsePublicKeys(JSON.stringify(one.jwk)).keys,
    IN_BROWSER,
  );
  expect(reports.map(({ state }) => state.kind)).toEqual(["valid", "unchecked", "unchecked"]);
  expect(reports.map(({ header }) => header.alg)).toEqual(["ES256", "EdDSA", null]);
});

describe("nothing is reported as valid", () => {
  const header = (value: object) => base64Url(JSON.stringify(value));
  const with_ = (value: object, signature = "AAAA") => ({
    ...CARD,
    signatures: [{ protected: header(value), signature }],
  });

  test.each([
    [with_({ alg: "none", kid: "k" }), /does not verify none/],
    [with_({ alg: "HS256", kid: "k" }), /does not verify HS256/],
    [with_({ kid: "k" }), /has no alg/],
    [with_({ alg: "ES256", kid: "k", crit: ["b64"], b64: false }), /extensions/],
    [with_({ alg: "ES256", kid: "k" }, "=="), /not base64url/],
    [with_({ alg: "RS256", kid: "k" }), /None of the given keys/],
    [{ ...CARD, signatures: [{ protected: "!", signature: "AAAA" }] }, /not base64url/],
  ])("for %j", async (card, why) => {
    const { jwk } = pairFor("ES256");
    expect(await stateOf(card, JSON.stringify(jwk))).toEqual({
      kind: "unchecked",
      why: expect.stringMatching(why),
    });
  });

  test("for a key of the right kind and a signature that is none", async () => {
    const { jwk } = pairFor("ES256");
    const card = with_({ alg: "ES256", kid: "k" }, "A".repeat(86));
    expect(await stateOf(card, JSON.stringify(jwk))).toMatchObject({ kind: "invalid" });
  });
});

test("the unprotected header names no algorithm and no key", async () => {
  const pair = pairFor("ES256");
  const { signatures } = signed(CARD, "spec", "ES256", pair, { alg: undefined });
  const [signature] = signatures;
  const card = { ...CARD, signatures: [{ ...signature, header: { alg: "ES256", jwk: pair.jwk } }] };
  expect(await stateOf(card, JSON.stringify(pair.jwk))).toEqual({
    kind: "unchecked",
    why: "It has no alg.",
  });
});

describe("a correct signature is not reported as valid", () => {
  test("by a key that is too short", async () => {
    const pair = pairFor("RS256", 1024);
    const card = signed(CARD, "spec", "RS256", pair);
    expect(await stateOf(card, JSON.stringify(pair.jwk))).toEqual({
      kind: "unchecked",
      why: expect.stringMatching(/RS256 requires .* 2048 bits/),
    });
  });

  test.each([[{ crit: [] }], [{ crit: "b64" }]])("with the header %j", async (fields) => {
    const pair = pairFor("ES256");
    const card = signed(CARD, "spec", "ES256", pair, fields);
    expect(await stateOf(card, JSON.stringify(pair.jwk))).toEqual({
      kind: "unchecked",
      why: expect.stringMatching(/"crit" .* MUST be an array/),
    });
  });

  test("on a page without Web Crypto, which is said", async () => {
    const pair = pairFor("ES256");
    const { keys } = parsePublicKeys(JSON.stringify(pair.jwk));
    const card = signed(CARD, "spec", "ES256", pair);
    const [report] = await checkSignatures(card, keys, { hasWebCrypto: false });
    expect(report?.state).toEqual({
      kind: "unchecked",
      why: expect.stringMatching(/needs Loupe at https/),
    });
  });
});

describe("keys", () => {
  test("of a private pair give only their public half", () => {
    const { privateKey } = pairFor("ES256");
    const whole = privateKey.export({ format: "jwk" });
    const { keys, warning: remark } = parsePublicKeys(JSON.stringify(whole));
    expect(whole.d).toBeDefined();
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect(remark).toMatch(/private/);
  });

  test.each([
    ["", null],
    ["{}", /not a JWK/],
    ["hello", /not a JWK/],
    ['{"keys":[]}', /not a JWK/],
    ['{"kty":"oct","k":"c2VjcmV0"}', /shared secret/],
    ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", /CERTIFICATE/],
    ["-----BEGIN PUBLIC KEY-----\nA*A\n-----END PUBLIC KEY-----", /not base64/],
  ])("%j are none", (text, remark) => {
    const read = parsePublicKeys(text);
    expect(read.keys).toEqual([]);
    if (remark) expect(read.warning).toMatch(remark);
    else expect(read.warning).toBeNull();
  });
});

test("members named like those that every object has are signed like any other", () => {
  const card = { name: "a", capabilities: { constructor: { toString: [] } } };
  const [payload] = getSignedPayloads(card);
  expect(payload?.text).toBe('{"capabilities":{"constructor":{"toString":[]}},"name":"a"}');
});
