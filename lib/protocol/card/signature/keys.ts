/** Public keys as people have them: a JWK, a set of them, or PEM. */

import { bytesFromBase64 } from "../../../wire/utf8.ts";
import { isArray, isObject, type JsonObject, parsedJson } from "../../json.ts";

export type GivenKey =
  | { readonly kind: "jwk"; readonly kid: string | null; readonly jwk: JsonObject }
  | { readonly kind: "spki"; readonly kid: null; readonly bytes: Uint8Array };

export interface GivenKeys {
  readonly keys: readonly GivenKey[];
  /** What is wrong with what was given, or worth knowing of it. */
  readonly remark: string | null;
}

/** The members of a key that everybody may know. */
const PUBLIC = ["kty", "crv", "x", "y", "n", "e"];

export function readKeys(text: string): GivenKeys {
  const given = text.trim();
  if (given === "") return { keys: [], remark: null };
  if (given.startsWith("-----")) return fromPem(given);
  const value = parsedJson(given);
  const list = isObject(value) && isArray(value.keys) ? value.keys : [value];
  const keys = list.filter(isObject).filter(({ kty }) => typeof kty === "string");
  if (keys.length === 0) {
    return { keys: [], remark: "This is neither a JWK, nor a set of them, nor a key in PEM." };
  }
  const isPrivate = keys.some((key) => key.d !== undefined);
  const shared = keys.some(({ kty }) => kty === "oct");
  return {
    keys: keys
      .filter(({ kty }) => kty !== "oct")
      .map((key) => ({
        kind: "jwk",
        kid: typeof key.kid === "string" ? key.kid : null,
        jwk: Object.fromEntries(PUBLIC.flatMap((name) => (name in key ? [[name, key[name]]] : []))),
      })),
    remark: isPrivate
      ? "This holds a private key; only its public half is used. Do not give private keys away."
      : shared
        ? "A shared secret proves nothing about who signed; it is left out."
        : null,
  };
}

function fromPem(text: string): GivenKeys {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g)];
  const found = blocks.filter(([, label]) => label === "PUBLIC KEY");
  if (found.length === 0) {
    const label = blocks[0]?.[1] ?? "nothing that ends";
    return { keys: [], remark: `PEM must hold a PUBLIC KEY; here is ${label}.` };
  }
  const keys = found.flatMap(([, , body]): GivenKey[] => {
    const bytes = decoded((body ?? "").replace(/\s/g, ""));
    return bytes ? [{ kind: "spki", kid: null, bytes }] : [];
  });
  return { keys, remark: keys.length < found.length ? "The PEM is not base64 throughout." : null };
}

function decoded(text: string): Uint8Array | null {
  try {
    return bytesFromBase64(text);
  } catch {
    return null;
  }
}
