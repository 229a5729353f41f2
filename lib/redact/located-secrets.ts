/** Finds secrets by their location: headers, cookies, URLs, members, extensions. */

import { getSecretKind } from "../dialects/payloads/secrets.ts";
import {
  COUNTING_HEADER,
  isMask,
  SECRET_HEADER,
  SECRET_PARAMETER,
  SECRET_SCHEME,
} from "../wire/secret-names.ts";
import { decodeBase64Run } from "./base64-runs.ts";
import { decodePercents, decodeUtf8Text } from "./decoded-text.ts";
import { type EditableText, sliceText } from "./editable-text.ts";
import type { SecretRule } from "./secret-rules.ts";
import type { TextLocation } from "./text-location.ts";

export interface LocatedSecret {
  readonly rule: SecretRule;
  /** Exactly the secret. */
  readonly surface: EditableText;
}

/** Finds secrets by the path of names to a text. */
export function* findSecretsByPath(
  surface: EditableText,
  where: TextLocation,
): Generator<LocatedSecret> {
  if (where.kind !== "text" || surface.text === "") return;
  const { part } = where;
  const found =
    part === "header" || part === "trailer"
      ? findInHeader(surface, where)
      : findInMember(surface, where);
  for (const one of found) if (isSecret(one.surface.text)) yield one;
}

/** Finds secrets in the URLs inside a text. */
export function* findSecretsInUrls(surface: EditableText): Generator<LocatedSecret> {
  const { text } = surface;
  if (!text.includes("/") && !text.includes("=")) return;
  for (const { rule, surface: found } of [
    ...findUserInfo(surface),
    ...findParameters(surface),
    ...findInboxKeys(surface),
  ]) {
    if (isSecret(found.text)) yield { rule, surface: found };
  }
}

function isSecret(text: string): boolean {
  return text.trim() !== "" && !isMask(text);
}

function* findInHeader(surface: EditableText, { path }: TextLocation): Generator<LocatedSecret> {
  const name = String(path[0] ?? "");
  const { text } = surface;
  if (!SECRET_HEADER.test(name) || (COUNTING_HEADER.test(name) && /^[\d\s.;,=smh]*$/.test(text)))
    return;
  if (/^set-cookie$/i.test(name)) {
    yield* findCookieValue(sliceText(surface, 0, /^[^;]*/.exec(text)?.[0].length));
    return;
  }
  if (/^cookie$/i.test(name)) {
    for (const { 0: pair, index } of text.matchAll(/[^;\s][^;]*/g)) {
      yield* findCookieValue(sliceText(surface, index, index + pair.length));
    }
    return;
  }
  const scheme = SECRET_SCHEME.exec(text)?.[0] ?? "";
  const secret = sliceText(surface, scheme.length);
  if (secret.text === "") return;
  yield { rule: "header", surface: secret };
  if (/^basic/i.test(scheme)) yield* findPassword(secret);
}

/** The password on its own: it may occur elsewhere without base64. */
function* findPassword(secret: EditableText): Generator<LocatedSecret> {
  const credentials = decodeUtf8Text(decodeBase64Run(secret));
  const colon = credentials?.text.indexOf(":") ?? -1;
  if (credentials && colon >= 0 && colon + 1 < credentials.text.length) {
    yield { rule: "password", surface: sliceText(credentials, colon + 1) };
  }
}

function* findCookieValue(pair: EditableText): Generator<LocatedSecret> {
  const at = pair.text.indexOf("=") + 1;
  if (at < pair.text.length) yield { rule: "cookie", surface: sliceText(pair, at) };
}

const USER_INFO_PATTERN = /\/\/([^/?#\s@"'<>]*)@/g;
const PARAMETER_PATTERN = /([?&#])([^=?&#\s"'<>]+)=([^&#\s>"'\\]+)/g;
const SIGNATURE_PARAMETER =
  /^(?:signature|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|code|assertion)$/i;
const INBOX_PATTERN = /\/inbox\/[\w-]+\/([\w-]{12,})/g;

function* findUserInfo(surface: EditableText): Generator<LocatedSecret> {
  for (const { 1: info = "", index } of surface.text.matchAll(USER_INFO_PATTERN)) {
    const colon = info.indexOf(":");
    const from = index + 2;
    for (const [at, end] of colon < 0
      ? [[0, info.length]]
      : [
          [0, colon],
          [colon + 1, info.length],
        ]) {
      const secret = sliceText(surface, from + (at ?? 0), from + (end ?? 0));
      yield { rule: "password", surface: decodePercents(secret, false) };
    }
  }
}

function* findParameters(surface: EditableText): Generator<LocatedSecret> {
  for (const {
    0: all,
    1: before = "",
    2: name = "",
    3: value = "",
    index,
  } of surface.text.matchAll(PARAMETER_PATTERN)) {
    if (!SECRET_PARAMETER.test(name) && !SIGNATURE_PARAMETER.test(name)) continue;
    const from = index + before.length + name.length + 1;
    const secret = sliceText(surface, from, index + all.length);
    if (value !== "") yield { rule: "parameter", surface: decodePercents(secret, false) };
  }
}

function* findInboxKeys(surface: EditableText): Generator<LocatedSecret> {
  for (const { 0: all, 1: key = "", index } of surface.text.matchAll(INBOX_PATTERN)) {
    yield {
      rule: "inbox",
      surface: sliceText(surface, index + all.length - key.length, index + all.length),
    };
  }
}

function* findInMember(surface: EditableText, { path }: TextLocation): Generator<LocatedSecret> {
  const names = path.filter((step) => typeof step === "string");
  const rule = getSecretKind(names, surface.text);
  if (rule) yield { rule, surface };
}
