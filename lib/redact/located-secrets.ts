/** Finds secrets by their location: headers, cookies, URLs, members, extensions. */

import { getSecretKind } from "../dialects/payloads/secrets.ts";
import {
  type CredentialRange,
  findHeaderCredentials,
  findUrlCredentials,
  isCounter,
  isSecret,
} from "../secrets/credentials.ts";
import { decodeBase64Run } from "./base64-runs.ts";
import { decodePercents, decodeUtf8Text } from "./decoded-text.ts";
import { type EditableText, sliceText } from "./editable-text.ts";
import type { SecretRule } from "./secret-rules.ts";
import type { TextLocation } from "./text-location.ts";

interface LocatedSecret {
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
    ...findCredentialsInUrls(surface),
    ...findInboxKeys(surface),
  ]) {
    if (isSecret(found.text)) yield { rule, surface: found };
  }
}

const RULES = {
  header: "header",
  cookie: "cookie",
  user: "password",
  password: "password",
  parameter: "parameter",
} as const satisfies Record<CredentialRange["kind"], SecretRule>;

function* findInHeader(surface: EditableText, { path }: TextLocation): Generator<LocatedSecret> {
  const name = String(path[0] ?? "");
  const { text } = surface;
  if (isCounter(name, text)) return;
  for (const { kind, from, to } of findHeaderCredentials(name, text)) {
    const secret = sliceText(surface, from, to);
    yield { rule: RULES[kind], surface: secret };
    if (kind === "header" && /^basic +/i.test(text)) yield* findPassword(secret);
  }
}

/** The password on its own: it may occur elsewhere without base64. */
function* findPassword(secret: EditableText): Generator<LocatedSecret> {
  const credentials = decodeUtf8Text(decodeBase64Run(secret));
  const colon = credentials?.text.indexOf(":") ?? -1;
  if (credentials && colon >= 0 && colon + 1 < credentials.text.length) {
    yield { rule: "password", surface: sliceText(credentials, colon + 1) };
  }
}

/** Parameters of signed URLs and of sign-ins, besides those with the name of a secret. */
const SIGNATURE_PARAMETER =
  /^(?:signature|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|code|assertion)$/i;
const URL_SEARCH = {
  isInText: true,
  isSecretName: (name: string) => SIGNATURE_PARAMETER.test(name),
};

function* findCredentialsInUrls(surface: EditableText): Generator<LocatedSecret> {
  for (const { kind, from, to } of findUrlCredentials(surface.text, URL_SEARCH)) {
    yield { rule: RULES[kind], surface: decodePercents(sliceText(surface, from, to), false) };
  }
}

const INBOX_PATTERN = /\/inbox\/[\w-]+\/([\w-]{12,})/g;

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
