/** Protected header of a signature: its fields and problems. */

import { decodeBase64, decodeStrict } from "../../../text/utf8.ts";
import { isObject } from "../../json.ts";

export interface ProtectedHeader {
  readonly alg: string | null;
  readonly kid: string | null;
  readonly typ: string | null;
  /** The stated URL of its keys; it is never fetched without the user's request. */
  readonly jku: string | null;
  /** Extensions that a verifier must understand. */
  readonly crit: readonly unknown[];
  readonly problems: readonly string[];
}

export function parseProtectedHeader(encoded: string): ProtectedHeader {
  const nothing = { alg: null, kid: null, typ: null, jku: null, crit: [] };
  const bytes = decodeBase64Url(encoded);
  if (!bytes) return { ...nothing, problems: ["It is not base64url."] };
  const value = parseHeaderJson(decodeStrict(bytes));
  if (!isObject(value)) return { ...nothing, problems: ["It is not a base64url-encoded object."] };
  const word = (name: string) => {
    const found = value[name];
    return typeof found === "string" && found !== "" ? found : null;
  };
  const header = { alg: word("alg"), kid: word("kid"), typ: word("typ"), jku: word("jku") };
  const problems = [
    ...(header.alg === null ? ["It has no alg."] : []),
    ...(header.alg?.toLowerCase() === "none" ? ["Its alg is none, which signs nothing."] : []),
    ...(header.kid === null ? ["It has no kid, so clients cannot tell which key to use."] : []),
  ];
  const crit = Array.isArray(value.crit) ? value.crit : [];
  return { ...header, crit, problems };
}

/** `null` if it is not base64url. */
export function decodeBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

function parseHeaderJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
