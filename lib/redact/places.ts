/** Secrets that show by where they stand: headers, cookies, URLs, members, extensions. */

import { getSecretKind } from "../dialects/payloads/secrets.ts";
import {
  COUNTING_HEADER,
  isMask,
  SECRET_HEADER,
  SECRET_PARAMETER,
  SECRET_SCHEME,
} from "../wire/secret-names.ts";
import { fromBase64 } from "./base64.ts";
import { fromUtf8, unpercented } from "./decoded.ts";
import type { Rule } from "./rules.ts";
import { type Surface, slice } from "./surface.ts";
import type { Where } from "./where.ts";

export interface Found {
  readonly rule: Rule;
  /** The secret, and nothing else. */
  readonly surface: Surface;
}

/** By the names that lead to a text. */
export function* placesAt(surface: Surface, where: Where): Generator<Found> {
  if (where.kind !== "text" || surface.text === "") return;
  const { part } = where;
  const found =
    part === "header" || part === "trailer" ? inHeader(surface, where) : inMember(surface, where);
  for (const one of found) if (isSecret(one.surface.text)) yield one;
}

/** By what stands around it in the text itself: in any URL, wherever that stands. */
export function* placesWithin(surface: Surface): Generator<Found> {
  const { text } = surface;
  if (!text.includes("/") && !text.includes("=")) return;
  for (const { rule, surface: found } of [
    ...userInfo(surface),
    ...parameters(surface),
    ...inboxes(surface),
  ]) {
    if (isSecret(found.text)) yield { rule, surface: found };
  }
}

function isSecret(text: string): boolean {
  return text.trim() !== "" && !isMask(text);
}

function* inHeader(surface: Surface, { path }: Where): Generator<Found> {
  const name = String(path[0] ?? "");
  const { text } = surface;
  if (!SECRET_HEADER.test(name) || (COUNTING_HEADER.test(name) && /^[\d\s.;,=smh]*$/.test(text)))
    return;
  if (/^set-cookie$/i.test(name)) {
    yield* cookie(slice(surface, 0, /^[^;]*/.exec(text)?.[0].length));
    return;
  }
  if (/^cookie$/i.test(name)) {
    for (const { 0: pair, index } of text.matchAll(/[^;\s][^;]*/g)) {
      yield* cookie(slice(surface, index, index + pair.length));
    }
    return;
  }
  const scheme = SECRET_SCHEME.exec(text)?.[0] ?? "";
  const secret = slice(surface, scheme.length);
  if (secret.text === "") return;
  yield { rule: "header", surface: secret };
  if (/^basic/i.test(scheme)) yield* userAndPassword(secret);
}

/** What a user typed stands in other places too, and not in base64. */
function* userAndPassword(secret: Surface): Generator<Found> {
  const said = fromUtf8(fromBase64(secret));
  const colon = said?.text.indexOf(":") ?? -1;
  if (said && colon >= 0 && colon + 1 < said.text.length) {
    yield { rule: "password", surface: slice(said, colon + 1) };
  }
}

function* cookie(pair: Surface): Generator<Found> {
  const at = pair.text.indexOf("=") + 1;
  if (at < pair.text.length) yield { rule: "cookie", surface: slice(pair, at) };
}

const USER_INFO = /\/\/([^/?#\s@"'<>]*)@/g;
const PARAMETER = /([?&#])([^=?&#\s"'<>]+)=([^&#\s>"'\\]+)/g;
const SIGNED =
  /^(?:signature|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|code|assertion)$/i;
const INBOX = /\/inbox\/[\w-]+\/([\w-]{12,})/g;

function* userInfo(surface: Surface): Generator<Found> {
  for (const { 1: info = "", index } of surface.text.matchAll(USER_INFO)) {
    const colon = info.indexOf(":");
    const from = index + 2;
    for (const [at, end] of colon < 0
      ? [[0, info.length]]
      : [
          [0, colon],
          [colon + 1, info.length],
        ]) {
      const secret = slice(surface, from + (at ?? 0), from + (end ?? 0));
      yield { rule: "password", surface: unpercented(secret, false) };
    }
  }
}

function* parameters(surface: Surface): Generator<Found> {
  for (const {
    0: all,
    1: before = "",
    2: name = "",
    3: value = "",
    index,
  } of surface.text.matchAll(PARAMETER)) {
    if (!SECRET_PARAMETER.test(name) && !SIGNED.test(name)) continue;
    const from = index + before.length + name.length + 1;
    const secret = slice(surface, from, index + all.length);
    if (value !== "") yield { rule: "parameter", surface: unpercented(secret, false) };
  }
}

function* inboxes(surface: Surface): Generator<Found> {
  for (const { 0: all, 1: key = "", index } of surface.text.matchAll(INBOX)) {
    yield {
      rule: "inbox",
      surface: slice(surface, index + all.length - key.length, index + all.length),
    };
  }
}

function* inMember(surface: Surface, { path }: Where): Generator<Found> {
  const names = path.filter((step) => typeof step === "string");
  const rule = getSecretKind(names, surface.text);
  if (rule) yield { rule, surface };
}
