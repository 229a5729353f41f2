/**
 * Whether a card's signatures are what they claim, with keys that somebody gave.
 *
 * Guarantee: "valid" is said only of a signature that was verified, and of which form of the card.
 */

import { base64FromBytes } from "../../../wire/utf8.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";
import { algorithmOf } from "./algorithms.ts";
import { payloadsOf, type SignedForm } from "./forms.ts";
import type { GivenKey } from "./keys.ts";
import { bytesFromBase64Url, type ProtectedHeader, readProtected } from "./protected.ts";

/** What of the platform's cryptography is needed. */
export type Verifier = Pick<SubtleCrypto, "importKey" | "verify">;

export type SignatureState =
  | { readonly kind: "unchecked"; readonly why: string }
  | { readonly kind: "invalid"; readonly why: string }
  | {
      readonly kind: "valid";
      /** The form of the card that it signs. */
      readonly form: SignedForm;
      /** The key's own id agrees with the signature's. */
      readonly sameKid: boolean;
    };

export interface SignatureReport {
  readonly index: number;
  readonly header: ProtectedHeader;
  readonly state: SignatureState;
}

export async function checkSignatures(
  card: unknown,
  keys: readonly GivenKey[],
  subtle: Verifier,
): Promise<readonly SignatureReport[]> {
  if (!isObject(card) || !isArray(card.signatures)) return [];
  return Promise.all(
    card.signatures.map(async (raw, index) => {
      const signature = isObject(raw) ? raw : {};
      const encoded = typeof signature.protected === "string" ? signature.protected : "";
      const header = readProtected(encoded);
      return {
        index,
        header,
        state: await stateOf(card, encoded, signature, header, keys, subtle),
      };
    }),
  );
}

async function stateOf(
  card: JsonObject,
  encoded: string,
  signature: JsonObject,
  header: ProtectedHeader,
  keys: readonly GivenKey[],
  subtle: Verifier,
): Promise<SignatureState> {
  const unchecked = (why: string) => ({ kind: "unchecked", why }) as const;
  const [problem] = header.problems;
  if (header.alg === null) return unchecked(problem ?? "It names no alg.");
  if (header.crit.length > 0) return unchecked("It demands extensions of JWS that Loupe has not.");
  const algorithm = algorithmOf(header.alg);
  if (!algorithm) return unchecked(`Loupe does not check ${header.alg}.`);
  const bytes =
    typeof signature.signature === "string" ? bytesFromBase64Url(signature.signature) : null;
  if (!bytes) return unchecked("The signature is not base64url.");
  if (keys.length === 0) return unchecked("No key to check it with.");
  const fits = (key: GivenKey) => key.kid === header.kid;
  let usable = 0;
  for (const key of [...keys.filter(fits), ...keys.filter((key) => !fits(key))]) {
    const imported = await importedKey(key, algorithm.import, subtle);
    if (!imported) continue;
    usable++;
    for (const { form, text } of payloadsOf(card)) {
      const signed = ascii(`${encoded}.${base64Url(new TextEncoder().encode(text))}`);
      if (await subtle.verify(algorithm.verify, imported, view(bytes), signed)) {
        return { kind: "valid", form, sameKid: fits(key) };
      }
    }
  }
  if (usable === 0) return unchecked(`None of the keys given is one for ${header.alg}.`);
  const why =
    "With the keys given it matches the card in no form: specified, pruned or as received.";
  return { kind: "invalid", why };
}

async function importedKey(
  key: GivenKey,
  algorithm: AlgorithmIdentifier | EcKeyImportParams | RsaHashedImportParams,
  subtle: Verifier,
): Promise<CryptoKey | null> {
  try {
    return key.kind === "jwk"
      ? await subtle.importKey("jwk", key.jwk as JsonWebKey, algorithm, false, ["verify"])
      : await subtle.importKey("spki", view(key.bytes), algorithm, false, ["verify"]);
  } catch {
    return null;
  }
}

/** The platform wants bytes that nobody shares. */
function view(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return view(new TextEncoder().encode(text));
}

function base64Url(bytes: Uint8Array): string {
  return base64FromBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
