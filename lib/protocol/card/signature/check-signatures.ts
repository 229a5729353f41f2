/**
 * Verifies the signatures of a card with keys from the user. `jose` imports the keys and verifies;
 * this module tries the keys and the forms of the card, and says why there is no result.
 *
 * Guarantees: only a verified signature is reported as "valid", with the form of the card it signs;
 * only algorithms that prove the signer count, and only if the protected header names them.
 */

import {
  base64url,
  type CryptoKey,
  errors,
  type FlattenedJWSInput,
  flattenedVerify,
  importJWK,
  importSPKI,
} from "jose";
import { getErrorMessage } from "../../../text/error-message.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";
import { decodeBase64Url, type ProtectedHeader, parseProtectedHeader } from "./protected-header.ts";
import type { PublicKey } from "./public-keys.ts";
import { getSignedPayloads, type SignedForm } from "./signed-payloads.ts";

export type SignatureState =
  | { readonly kind: "unchecked"; readonly why: string }
  | { readonly kind: "invalid"; readonly why: string }
  | {
      readonly kind: "valid";
      /** The signed form of the card. */
      readonly form: SignedForm;
      /** Whether the key id matches that of the signature. */
      readonly sameKid: boolean;
    };

export interface SignatureReport {
  readonly index: number;
  readonly header: ProtectedHeader;
  readonly state: SignatureState;
}

/** Algorithms that prove the signer. Shared secrets and `none` do not. */
const ALGORITHMS = [
  ...["ES256", "ES384", "ES512"],
  ...["RS256", "RS384", "RS512"],
  ...["PS256", "PS384", "PS512"],
  ...["EdDSA", "Ed25519"],
];

/** A form of the card, encoded as a JWS payload. */
interface EncodedPayload {
  readonly form: SignedForm;
  readonly payload: string;
}

/** What is the same for all signatures of a card. */
interface SignatureCheck {
  readonly keys: readonly PublicKey[];
  readonly payloads: readonly EncodedPayload[];
  readonly hasWebCrypto: boolean;
}

/** Browsers have Web Crypto only on pages loaded over https:// or from this machine. */
export async function checkSignatures(
  card: unknown,
  keys: readonly PublicKey[],
  { hasWebCrypto }: Pick<SignatureCheck, "hasWebCrypto">,
): Promise<readonly SignatureReport[]> {
  if (!isObject(card) || !isArray(card.signatures)) return [];
  const payloads = getSignedPayloads(card).map(({ form, text }) => {
    return { form, payload: base64url.encode(text) };
  });
  return Promise.all(
    card.signatures.map(async (raw, index) => {
      const fields = isObject(raw) ? raw : {};
      const header = parseProtectedHeader(getEncodedHeader(fields));
      const state = await checkSignature(fields, header, { keys, payloads, hasWebCrypto });
      return { index, header, state };
    }),
  );
}

async function checkSignature(
  fields: JsonObject,
  header: ProtectedHeader,
  { keys, payloads, hasWebCrypto }: SignatureCheck,
): Promise<SignatureState> {
  const signature = parseSignature(fields, header);
  if (typeof signature === "string") return { kind: "unchecked", why: signature };
  if (keys.length === 0) return { kind: "unchecked", why: "No key to verify it with." };
  if (!hasWebCrypto) return { kind: "unchecked", why: NO_WEB_CRYPTO };
  const { alg, jws } = signature;
  const hasSameKid = (key: PublicKey) => key.kid === header.kid;
  let wasVerified = false;
  let refusal = `None of the given keys is for ${alg}.`;
  for (const key of [...keys.filter(hasSameKid), ...keys.filter((key) => !hasSameKid(key))]) {
    const imported = await importKey(key, alg);
    if (!imported) continue;
    try {
      const form = await findSignedForm(jws, payloads, imported);
      if (form !== null) return { kind: "valid", form, sameKid: hasSameKid(key) };
      wasVerified = true;
    } catch (error) {
      refusal = `It cannot be verified: ${getErrorMessage(error)}.`;
    }
  }
  return wasVerified ? { kind: "invalid", why: NO_MATCH } : { kind: "unchecked", why: refusal };
}

const NO_WEB_CRYPTO =
  "This check needs Loupe at https:// or at 127.0.0.1. Browsers allow its cryptography only there.";
const NO_MATCH =
  "With the given keys, it matches no form of the card: specified, pruned or as received.";

interface CardSignature {
  readonly alg: string;
  readonly jws: Omit<FlattenedJWSInput, "payload">;
}

/** The signature, or the reason why it cannot be verified with any key. */
function parseSignature(fields: JsonObject, header: ProtectedHeader): CardSignature | string {
  const [problem] = header.problems;
  const { alg } = header;
  if (alg === null) return problem ?? "It has no alg.";
  if (header.crit.length > 0) return "It requires JWS extensions that Loupe does not support.";
  if (!ALGORITHMS.includes(alg)) return `Loupe does not verify ${alg}.`;
  const { signature } = fields;
  if (typeof signature !== "string" || decodeBase64Url(signature) === null) {
    return "The signature is not base64url.";
  }
  // The unprotected header is left out, so that it cannot name the algorithm.
  return { alg, jws: { protected: getEncodedHeader(fields), signature } };
}

function getEncodedHeader(fields: JsonObject): string {
  return typeof fields.protected === "string" ? fields.protected : "";
}

/** `null` if the key is not for this algorithm. */
async function importKey(key: PublicKey, alg: string): Promise<CryptoKey | Uint8Array | null> {
  try {
    return key.kind === "jwk" ? await importJWK(key.jwk, alg) : await importSPKI(key.pem, alg);
  } catch {
    return null;
  }
}

/** `null` if the key did not sign any form. Throws if `jose` refuses the key or the header. */
async function findSignedForm(
  jws: CardSignature["jws"],
  payloads: readonly EncodedPayload[],
  key: CryptoKey | Uint8Array,
): Promise<SignedForm | null> {
  for (const { form, payload } of payloads) {
    try {
      await flattenedVerify({ ...jws, payload }, key, { algorithms: ALGORITHMS });
      return form;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  return null;
}
