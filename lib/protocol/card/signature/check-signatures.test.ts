import { AgentCard, generateAgentCardSignature } from "a2a-sdk-1.0";
import { describe, expect, test } from "vitest";
import { createCard, createInterface, createSkill } from "../cards.testkit.ts";
import { getJwsAlgorithm } from "./algorithms.ts";
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
];

/** A card in which each form is another. */
const CARD = createCard("1.0", {
  description: "",
  supportedInterfaces: [createInterface({ tenant: "" })],
  capabilities: { streaming: false, extensions: [] },
  skills: [createSkill({ examples: [], tags: [] })],
  securityRequirements: [],
});

const { subtle } = crypto;

async function pairFor(alg: string) {
  const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const algorithm = { ...rsa, ...getJwsAlgorithm(alg)?.import };
  const pair = (await subtle.generateKey(algorithm as RsaHashedKeyGenParams, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { kty, crv, x, y, n, e } = await subtle.exportKey("jwk", pair.publicKey);
  return { ...pair, jwk: { kty, crv, x, y, n, e, kid: "key-1" } };
}

type Pair = Awaited<ReturnType<typeof pairFor>>;

const base64Url = (data: string | ArrayBuffer) => Buffer.from(data as string).toString("base64url");

async function pemOf({ publicKey }: Pair): Promise<string> {
  const bytes = Buffer.from(await subtle.exportKey("spki", publicKey)).toString("base64");
  return `-----BEGIN PUBLIC KEY-----\n${bytes.replace(/.{64}/g, "$&\n")}\n-----END PUBLIC KEY-----\n`;
}

async function signed(card: object, form: SignedForm, alg: string, { privateKey }: Pair) {
  const payload = getSignedPayloads(card as Record<string, unknown>).find(
    (one) => one.form === form,
  );
  const header = base64Url(JSON.stringify({ alg, kid: "key-1", typ: "JOSE" }));
  const input = Buffer.from(`${header}.${base64Url(payload?.text ?? "")}`);
  const algorithm = getJwsAlgorithm(alg)?.verify ?? { name: "" };
  const signature = base64Url(await subtle.sign(algorithm, privateKey, input));
  return { ...card, signatures: [{ protected: header, signature }] };
}

const stateOf = async (card: object, keys: string) =>
  (await checkSignatures(card, parsePublicKeys(keys).keys, subtle))[0]?.state;

describe.each(ALGORITHMS)("%s", (alg) => {
  test("is verified in whatever form was signed, and no other card is", async () => {
    const pair = await pairFor(alg);
    const keys = JSON.stringify(pair.jwk);
    for (const form of ["spec", "pruned", "received"] as const) {
      const card = await signed(CARD, form, alg, pair);
      expect(await stateOf(card, keys)).toEqual({ kind: "valid", form, sameKid: true });
      expect(await stateOf({ ...card, name: "Another" }, keys)).toMatchObject({ kind: "invalid" });
      expect(await stateOf(card, "")).toMatchObject({ kind: "unchecked", why: /No key/ });
    }
  });

  test("is verified by a key in PEM", async () => {
    const pair = await pairFor(alg);
    const card = await signed(CARD, "spec", alg, pair);
    expect(await stateOf(card, await pemOf(pair))).toEqual({
      kind: "valid",
      form: "spec",
      sameKid: false,
    });
  });
});

test("what a2a-sdk signs is verified, also where empty members are sent along", async () => {
  const pair = await pairFor("ES256");
  const sign = generateAgentCardSignature(pair.privateKey, {
    alg: "ES256",
    kid: "key-1",
    typ: "JOSE",
  });
  const card = AgentCard.toJSON(await sign(AgentCard.fromJSON(CARD))) as object;
  const keys = JSON.stringify({ keys: [(await pairFor("ES256")).jwk, pair.jwk] });
  // Its own JSON has nothing left to drop.
  expect(await stateOf(card, keys)).toMatchObject({ kind: "valid", form: "spec" });
  const [signature] = (card as { signatures: unknown[] }).signatures;
  expect(await stateOf({ ...CARD, signatures: [signature] }, keys)).toMatchObject({
    kind: "valid",
    form: "pruned",
  });
});

test("each of several signatures is verified separately", async () => {
  const [one, other] = [await pairFor("ES256"), await pairFor("EdDSA")];
  const first = await signed(CARD, "spec", "ES256", one);
  const second = await signed(CARD, "spec", "EdDSA", other);
  const card = { ...CARD, signatures: [...first.signatures, ...second.signatures, {}] };
  const reports = await checkSignatures(
    card,
    parsePublicKeys(JSON.stringify(one.jwk)).keys,
    subtle,
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
    const { jwk } = await pairFor("ES256");
    expect(await stateOf(card, JSON.stringify(jwk))).toEqual({
      kind: "unchecked",
      why: expect.stringMatching(why),
    });
  });

  test("for a key of the right kind and a signature that is none", async () => {
    const { jwk } = await pairFor("ES256");
    const card = with_({ alg: "ES256", kid: "k" }, "A".repeat(86));
    expect(await stateOf(card, JSON.stringify(jwk))).toMatchObject({ kind: "invalid" });
  });
});

describe("keys", () => {
  test("of a private pair give only their public half", async () => {
    const { privateKey } = await pairFor("ES256");
    const whole = await subtle.exportKey("jwk", privateKey);
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
