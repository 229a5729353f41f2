/** Parses public keys from a JWK, a JWK set, or PEM. Which algorithm a key is for is up to `jose`. */

import type { JWK } from "jose";
import { parseJson } from "../../../json/exact-json.ts";
import { decodeBase64 } from "../../../text/utf8.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";

export type PublicKey =
  | { readonly kind: "jwk"; readonly kid: string | null; readonly jwk: JWK }
  | { readonly kind: "pem"; readonly kid: null; readonly pem: string };

export interface PublicKeys {
  readonly keys: readonly PublicKey[];
  /** A problem with the input, or a note about it. */
  readonly warning: string | null;
}

/** The public members of a key. */
const PUBLIC_MEMBERS = ["kty", "crv", "x", "y", "n", "e"] as const;

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
        jwk: getPublicHalf(key),
      })),
    warning: isPrivate
      ? "This contains a private key; only its public half is used. Do not share private keys."
      : shared
        ? "A shared secret does not prove who signed; it is ignored."
        : null,
  };
}

function getPublicHalf(key: JsonObject): JWK {
  const jwk: JWK = {};
  for (const name of PUBLIC_MEMBERS) {
    const value = key[name];
    if (typeof value === "string") jwk[name] = value;
  }
  return jwk;
}

function parsePem(text: string): PublicKeys {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g)];
  const found = blocks.filter(([, label]) => label === "PUBLIC KEY");
  if (found.length === 0) {
    const label = blocks[0]?.[1] ?? "no complete block";
    return { keys: [], warning: `PEM must contain a PUBLIC KEY; found ${label}.` };
  }
  const keys = found.flatMap(([pem, , body]): PublicKey[] =>
    isBase64((body ?? "").replace(/\s/g, "")) ? [{ kind: "pem", kid: null, pem }] : [],
  );
  return { keys, warning: keys.length < found.length ? "Part of the PEM is not base64." : null };
}

function isBase64(text: string): boolean {
  try {
    decodeBase64(text);
    return true;
  } catch {
    return false;
  }
}
