/**
 * Keeps secrets out of what is saved: removes credentials from requests, and finds other texts that
 * look like secrets.
 *
 * Guarantees: placeholders of credentials, variables and masks stay.
 */

import {
  findHeaderCredentials,
  findUrlCredentials,
  isCounter,
  isSecret,
} from "../secrets/credentials.ts";
import { COUNTING_HEADER, SECRET_PARAMETER } from "../secrets/secret-names.ts";
import { findSecretPatterns, type SecretShape } from "../secrets/secret-patterns.ts";
import type { Environment, ExactRequest, RequestContent, SavedRequestsChange } from "./schemas.ts";

interface CleanRequest {
  readonly content: ExactRequest;
  /** The names of the headers and URL parameters that were removed. */
  readonly removed: readonly string[];
}

/** The request without the credentials in its URL and headers. */
export function removeCredentials(content: ExactRequest): CleanRequest {
  const removed: string[] = [];
  const headers = content.headers.split("\n").filter((line) => {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (colon < 0 || !hasCredential(name, value)) return true;
    removed.push(name);
    return false;
  });
  const url = removeFromUrl(content.url, removed);
  return { content: { ...content, url, headers: headers.join("\n") }, removed };
}

function hasCredential(name: string, value: string): boolean {
  return findHeaderCredentials(name, value).some(({ from, to }) => {
    const credential = value.slice(from, to);
    return isSecret(credential) && !isPlaceholder(credential) && !isCounter(name, value);
  });
}

/** What stands for a credential, or for a value that is yet to be inserted. */
export function isPlaceholder(text: string): boolean {
  return /^(?:‹[^›]+›|\{\{[^{}]+\}\})$/.test(text.trim());
}

function removeFromUrl(url: string, removed: string[]): string {
  const isKept = (text: string) => isPlaceholder(text) || !isSecret(text);
  const plain = url.replace(/^([a-z][\w+.-]*:\/\/)([^/?#@]*)@/i, (whole, scheme, info) => {
    if (isKept(info)) return whole;
    removed.push("user and password in the URL");
    return scheme;
  });
  const found = findUrlCredentials(plain).filter(({ kind }) => kind === "parameter");
  let rest = plain;
  for (const { from, to } of found.toReversed()) {
    if (isKept(plain.slice(from, to))) continue;
    const start = Math.max(...["?", "&", "#"].map((mark) => rest.lastIndexOf(mark, from - 1)));
    removed.push(rest.slice(start + 1, from - 1));
    // The next parameter takes the place of the removed one.
    const after = rest.slice(to);
    rest = after.startsWith("&")
      ? rest.slice(0, start + 1) + after.slice(1)
      : rest.slice(0, start) + after;
  }
  return rest;
}

const SHAPE_LABELS: Partial<Readonly<Record<SecretShape, string>>> = {
  jwt: "a token (JWT)",
  "private-key": "a private key",
  key: "an API key",
  bearer: "a bearer token",
};

/** What a text contains that looks like a secret; `null` for nothing. */
function findSecretLabel(text: string): string | null {
  for (const { rule } of findSecretPatterns(text)) {
    const label = SHAPE_LABELS[rule];
    if (label !== undefined) return label;
  }
  return null;
}

/** What the content contains that looks like a secret; `null` for nothing. */
export function findSecretInContent(content: RequestContent): string | null {
  const texts =
    content.kind === "request"
      ? [content.url, content.headers, content.body]
      : [
          content.text,
          content.metadata,
          content.requestMetadata,
          ...content.parts.flatMap((part) => (part.kind === "data" ? [part.json] : [])),
        ];
  for (const text of texts) {
    const label = findSecretLabel(text);
    if (label !== null) return label;
  }
  return null;
}

const SECRET_HINT = "Secrets stay in the credentials: choose a credential as its value.";

/** Why a variable may not have this value; `null` if it may. */
export function findSecretReason(name: string, value: string): string | null {
  if (value.trim() === "") return null;
  const label = findSecretLabel(value);
  if (label !== null) return `The value of “${name}” looks like ${label}. ${SECRET_HINT}`;
  return isSecretName(name) ? `“${name}” is the name of a secret. ${SECRET_HINT}` : null;
}

function isSecretName(name: string): boolean {
  return SECRET_PARAMETER.test(name) && !COUNTING_HEADER.test(name);
}

/** Why the changes may not be stored: what in them is a secret. `null` if they may. */
export function findSecretInChanges(changes: readonly SavedRequestsChange[]): string | null {
  for (const change of changes) {
    const reason =
      change.kind === "request"
        ? findRequestReason(change.request.name, change.request.content)
        : change.kind === "environment"
          ? findEnvironmentReason(change.environment)
          : null;
    if (reason !== null) return reason;
  }
  return null;
}

function findRequestReason(name: string, content: RequestContent): string | null {
  const label = findSecretInContent(content);
  if (label !== null) return `“${name}” contains what looks like ${label}. ${REPLACE_HINT}`;
  const [removed] = content.kind === "request" ? removeCredentials(content).removed : [];
  return removed === undefined
    ? null
    : `“${name}” contains a credential: ${removed}. ${REPLACE_HINT}`;
}

const REPLACE_HINT = "Replace it with a variable that refers to a credential.";

export function findEnvironmentReason({ variables }: Environment): string | null {
  for (const variable of variables) {
    const reason = "value" in variable ? findSecretReason(variable.name, variable.value) : null;
    if (reason !== null) return reason;
  }
  return null;
}
