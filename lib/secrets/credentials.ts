/**
 * Finds credentials by location: in headers, cookies and URLs. Masking, redaction and the
 * rules about secrets share it; each decides what to do with a credential.
 *
 * **Guarantees:** linear time; URLs may be invalid, or anywhere in a text.
 */

import {
  COUNTING_HEADER,
  isMask,
  SECRET_HEADER,
  SECRET_PARAMETER,
  SECRET_SCHEME,
} from "./secret-names.ts";

/** A stretch of a text that is a credential, without the scheme or name before it. */
export interface CredentialRange {
  /** `user`: the user name before a password. A user name on its own is a password. */
  readonly kind: "header" | "cookie" | "user" | "password" | "parameter";
  readonly from: number;
  readonly to: number;
}

/** Whether a header of this name carries a credential. */
export const isSecretHeader = (name: string): boolean => SECRET_HEADER.test(name);

/** Whether a header counts tokens, for example for a rate limit. */
export const isCounter = (name: string, value: string): boolean =>
  COUNTING_HEADER.test(name) && /^[\d\s.;,=smh]*$/.test(value);

/** Whether a text is neither empty nor a placeholder for a secret. */
export const isSecret = (text: string): boolean => text.trim() !== "" && !isMask(text);

/** The credentials in a header; none if its name is not that of one. */
export function findHeaderCredentials(name: string, value: string): CredentialRange[] {
  if (!isSecretHeader(name)) return [];
  if (/^set-cookie$/i.test(name)) return findCookieValue(0, value.split(";", 1)[0] ?? "");
  if (/^cookie$/i.test(name)) {
    const pairs = [...value.matchAll(/[^;\s][^;]*/g)];
    return pairs.flatMap(({ 0: pair, index }) => findCookieValue(index, pair));
  }
  const scheme = SECRET_SCHEME.exec(value)?.[0] ?? "";
  return createRange("header", scheme.length, value.length);
}

function findCookieValue(start: number, pair: string): CredentialRange[] {
  return createRange("cookie", start + pair.indexOf("=") + 1, start + pair.length);
}

interface UrlSearch {
  /** Quotes and angle brackets end a URL. */
  readonly isInText?: boolean;
  /** Which parameters hold secrets, besides those that are always taken to. */
  isSecretName?(name: string): boolean;
}

const USER_INFO = /\/\/([^/?#\s]*)@/g;
const USER_INFO_IN_TEXT = /\/\/([^/?#\s"'<>]*)@/g;
const PARAMETER = /[?&#]([^=?&#\s]+)=([^&#\s>"]*)/g;
const PARAMETER_IN_TEXT = /[?&#]([^=?&#\s"'<>]+)=([^&#\s>"'\\]*)/g;

/** The credentials in the URLs of a text, which may overlap: a parameter may hold a URL. */
export function findUrlCredentials(text: string, search: UrlSearch = {}): CredentialRange[] {
  return [...findUserInfo(text, search), ...findParameters(text, search)];
}

function* findUserInfo(text: string, { isInText }: UrlSearch): Generator<CredentialRange> {
  for (const { 1: info = "", index } of text.matchAll(isInText ? USER_INFO_IN_TEXT : USER_INFO)) {
    const from = index + 2;
    const colon = info.indexOf(":");
    if (colon >= 0) yield* createRange("user", from, from + colon);
    yield* createRange("password", from + colon + 1, from + info.length);
  }
}

function* findParameters(
  text: string,
  { isInText, isSecretName }: UrlSearch,
): Generator<CredentialRange> {
  for (const { name, from, to } of findUrlParameters(text, isInText)) {
    const isNamed = SECRET_PARAMETER.test(name) || isSecretName?.(name);
    if (isNamed) yield* createRange("parameter", from, to);
  }
}

interface UrlParameter {
  readonly name: string;
  /** The range of its value. */
  readonly from: number;
  readonly to: number;
}

/** All parameters of the URLs of a text, whatever they hold. */
export function* findUrlParameters(text: string, isInText = false): Generator<UrlParameter> {
  for (const { 0: all, 1: name = "", 2: value = "", index } of text.matchAll(
    isInText ? PARAMETER_IN_TEXT : PARAMETER,
  )) {
    const to = index + all.length;
    yield { name: decodeComponent(name), from: to - value.length, to };
  }
}

function createRange(kind: CredentialRange["kind"], from: number, to: number): CredentialRange[] {
  return to > from ? [{ kind, from, to }] : [];
}

/** Replaces the credentials of a text. One inside another is replaced with it. */
export function replaceCredentials(
  text: string,
  ranges: readonly CredentialRange[],
  replace: (credential: string) => string,
): string {
  let written = "";
  let done = 0;
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    written += text.slice(done, start) + replace(text.slice(start, to));
    done = to;
  }
  return written + text.slice(done);
}

/** Decodes percent encoding; an invalid one stays. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
