/** Parses public keys from a JWK, a JWK set, or PEM. */

import { decodeBase64 } from "../../../text/utf8.ts";
import { isArray, isObject, type JsonObject, parseJson } from "../../json.ts";

export type PublicKey =
  | { readonly kind: "jwk"; readonly kid: string | null; readonly jwk: JsonObject }
  | { readonly kind: "spki"; readonly kid: null; readonly bytes: Uint8Array };

export interface PublicKeys {
  readonly keys: readonly PublicKey[];
  /** A problem with the input, or a note about it. */
  readonly warning: string | null;
}

/** The public members of a key. */
const PUBLIC_MEMBERS = ["kty", "crv", "x", "y", "n", "e"];

export function parsePublicKeys(text: string): PublicKeys {
  const input = text.trim();
  if (input === "") return { keys: [], warning: null };
  if (input.startsWith("-----")) return parsePem(input);
  const value = parseJson(input);
  const list = isObject(value) && isArray(value.keys) ? value.keys : [value];
  const keys = list.filter(isObject).filter(({ kty }) => typeof kty === "string");
  if (keys.length === 0) {
    return { keys: [], warning: "This is not a JWK, a JWK set or a PEM key." };
  }
  const isPrivate = keys.some((key) => key.d !== undefined);
  const shared = keys.some(({ kty }) => kty === "oct");
  return {
    keys: keys
      .filter(({ kty }) => kty !== "oct")
      .map((key) => ({
        kind: "jwk",
        kid: typeof key.kid === "string" ? key.kid : null,
        jwk: Object.fromEntries(
          PUBLIC_MEMBERS.flatMap((name) => (name in key ? [[name, key[name]]] : [])),
        ),
      })),
    warning: isPrivate
      ? "This contains a private key; only its public half is used. Do not share private keys."
      : shared
        ? "A shared secret does not prove who signed; it is ignored."
        : null,
  };
}

function parsePem(text: string): PublicKeys {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g)];
  const found = blocks.filter(([, label]) => label === "PUBLIC KEY");
  if (found.length === 0) {
    const label = blocks[0]?.[1] ?? "no complete block";
    return { keys: [], warning: `PEM must contain a PUBLIC KEY; found ${label}.` };
  }
  const keys = found.flatMap(([, , body]): PublicKey[] => {
    const bytes = decodeKey((body ?? "").replace(/\s/g, ""));
    return bytes ? [{ kind: "spki", kid: null, bytes }] : [];
  });
  return { keys, warning: keys.length < found.length ? "Part of the PEM is not base64." : null };
}

function decodeKey(text: string): Uint8Array | null {
  try {
    return decodeBase64(text);
  } catch {
    return null;
  }
}
