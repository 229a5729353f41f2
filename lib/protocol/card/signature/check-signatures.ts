/**
 * Verifies the signatures of a card with keys from the user.
 *
 * Guarantee: only a verified signature is reported as "valid", with the form of the card it signs.
 */

import { encodeBase64 } from "../../../text/utf8.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";
import { getJwsAlgorithm } from "./algorithms.ts";
import { decodeBase64Url, type ProtectedHeader, parseProtectedHeader } from "./protected-header.ts";
import type { PublicKey } from "./public-keys.ts";
import { getSignedPayloads, type SignedForm } from "./signed-payloads.ts";

/** The required subset of Web Crypto. */
export type SignatureVerifier = Pick<SubtleCrypto, "importKey" | "verify">;

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

export async function checkSignatures(
  card: unknown,
  keys: readonly PublicKey[],
  subtle: SignatureVerifier,
): Promise<readonly SignatureReport[]> {
  if (!isObject(card) || !isArray(card.signatures)) return [];
  return Promise.all(
    card.signatures.map(async (raw, index) => {
      const signature = isObject(raw) ? raw : {};
      const encoded = typeof signature.protected === "string" ? signature.protected : "";
      const header = parseProtectedHeader(encoded);
      return {
        index,
        header,
        state: await checkSignature(card, encoded, signature, header, keys, subtle),
      };
    }),
  );
}

async function checkSignature(
  card: JsonObject,
  encoded: string,
  signature: JsonObject,
  header: ProtectedHeader,
  keys: readonly PublicKey[],
  subtle: SignatureVerifier,
): Promise<SignatureState> {
  const unchecked = (why: string) => ({ kind: "unchecked", why }) as const;
  const [problem] = header.problems;
  if (header.alg === null) return unchecked(problem ?? "It has no alg.");
  if (header.crit.length > 0)
    return unchecked("It requires JWS extensions that Loupe does not support.");
  const algorithm = getJwsAlgorithm(header.alg);
  if (!algorithm) return unchecked(`Loupe does not verify ${header.alg}.`);
  const bytes =
    typeof signature.signature === "string" ? decodeBase64Url(signature.signature) : null;
  if (!bytes) return unchecked("The signature is not base64url.");
  if (keys.length === 0) return unchecked("No key to verify it with.");
  const fits = (key: PublicKey) => key.kid === header.kid;
  let usable = 0;
  for (const key of [...keys.filter(fits), ...keys.filter((key) => !fits(key))]) {
    const imported = await importKey(key, algorithm.import, subtle);
    if (!imported) continue;
    usable++;
    for (const { form, text } of getSignedPayloads(card)) {
      const signed = encodeText(`${encoded}.${encodeBase64Url(new TextEncoder().encode(text))}`);
      if (await subtle.verify(algorithm.verify, imported, toOwnBytes(bytes), signed)) {
        return { kind: "valid", form, sameKid: fits(key) };
      }
    }
  }
  if (usable === 0) return unchecked(`None of the given keys is for ${header.alg}.`);
  const why =
    "With the given keys, it matches no form of the card: specified, pruned or as received.";
  return { kind: "invalid", why };
}

async function importKey(
  key: PublicKey,
  algorithm: AlgorithmIdentifier | EcKeyImportParams | RsaHashedImportParams,
  subtle: SignatureVerifier,
): Promise<CryptoKey | null> {
  try {
    return key.kind === "jwk"
      ? await subtle.importKey("jwk", key.jwk as JsonWebKey, algorithm, false, ["verify"])
      : await subtle.importKey("spki", toOwnBytes(key.bytes), algorithm, false, ["verify"]);
  } catch {
    return null;
  }
}

/** Web Crypto requires bytes in an unshared buffer. */
function toOwnBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return toOwnBytes(new TextEncoder().encode(text));
}

function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
