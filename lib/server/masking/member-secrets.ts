/**
 * Masks strings of JSON whose members say that they are secret, and credentials in members that are
 * URLs.
 *
 * Guarantees: a masked text is valid JSON if the text was, and has the same members; names that count
 * tokens or turn pages are no secrets.
 */

import { getSecretKind } from "../../dialects/payloads/secrets.ts";
import { type JsonString, JsonStringReader } from "../../json/json-strings.ts";
import {
  decodeComponent,
  findUrlCredentials,
  isSecret,
  replaceCredentials,
} from "../../secrets/credentials.ts";
import { SECRET_SCHEME } from "../../secrets/secret-names.ts";
import type { MaskFactory } from "./mask-factory.ts";

interface MaskedText {
  readonly text: string;
  /** What was masked, as it may be repeated elsewhere. */
  readonly secrets: readonly string[];
}

const URL_MEMBER = /ur[li]$/i;
const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\//i;
/** Members of these are named after security schemes and scopes. */
const SCOPE_MEMBER = /^(?:security|scopes)$/;

/** Whether the string at this path may have to be masked, whatever it is. */
export const mayBeSecret = (path: readonly string[]): boolean =>
  URL_MEMBER.test(path.at(-1) ?? "") || getSecretKind(path, GENERATED) !== null;

/** Names alone do not tell whether a `token` of content is secret. */
const GENERATED = "a1b2c3d4e5f6";

/** The value of a member with its secrets masked; `null` if it has none. */
function maskMember(
  path: readonly string[],
  value: string,
  createMask: MaskFactory,
): MaskedText | null {
  if (!isSecret(value)) return null;
  if (getSecretKind(path, value) !== null) {
    const [scheme = ""] = SECRET_SCHEME.exec(value) ?? [];
    const secret = value.slice(scheme.length);
    return isSecret(secret) ? { text: scheme + createMask(secret), secrets: [secret] } : null;
  }
  if (!URL_MEMBER.test(path.at(-1) ?? "") || !ABSOLUTE_URL.test(value)) return null;
  const secrets: string[] = [];
  const text = replaceCredentials(value, findUrlCredentials(value), (found) => {
    const secret = decodeComponent(found);
    if (!isSecret(secret)) return found;
    secrets.push(secret);
    return createMask(secret);
  });
  return secrets.length > 0 ? { text, secrets } : null;
}

/** The same for a string between its quotes. `isAnswer`: it is of a response. */
export function maskJsonString(
  { path }: Pick<JsonString, "path">,
  raw: string,
  createMask: MaskFactory,
  isAnswer: boolean,
): MaskedText | null {
  if (isAnswer && SCOPE_MEMBER.test(path.at(-2) ?? "")) return null;
  const masked = maskMember(path, unescapeJson(raw), createMask);
  return masked && { ...masked, text: JSON.stringify(masked.text).slice(1, -1) };
}

/** A whole text, or what there is of one. Other text than JSON stays as it is. */
export function maskMembers(text: string, createMask: MaskFactory, isAnswer = false): MaskedText {
  const secrets: string[] = [];
  if (!/^\s*[{[]/.test(text)) return { text, secrets };
  const reader = new JsonStringReader();
  reader.push(text);
  reader.end();
  let written = "";
  let done = 0;
  let last: { path: readonly string[]; mayBe: boolean } = { path: [], mayBe: false };
  for (let next = reader.next(); next; next = reader.next()) {
    const { path } = next;
    if (last.path !== path) last = { path, mayBe: mayBeSecret(path) };
    if (!last.mayBe) continue;
    const masked = maskJsonString(next, text.slice(next.from, next.to), createMask, isAnswer);
    if (!masked) continue;
    secrets.push(...masked.secrets);
    written += text.slice(done, next.from) + masked.text;
    done = next.to;
  }
  return { text: written + text.slice(done), secrets };
}

/** The secrets of a value, by the names of its members. */
export function findMemberSecrets(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return [...(maskMember(path, value, () => "")?.secrets ?? [])];
  if (Array.isArray(value)) return value.flatMap((item) => findMemberSecrets(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => findMemberSecrets(item, [...path, name]));
}

function unescapeJson(raw: string): string {
  if (!raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
