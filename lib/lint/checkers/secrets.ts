/**
 * Checks for secrets in clear text in headers, URLs, requests, push configurations and cards. Text
 * from agents is not checked here; redaction does that.
 */

import { getSecretKind } from "../../dialects/payloads/secrets.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import {
  decodeComponent,
  findHeaderCredentials,
  findUrlCredentials,
  isCounter,
  isSecret,
} from "../../secrets/credentials.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { CheckerFactory } from "./checker.ts";
import { getRequestParams } from "./request-params.ts";

const SECRET_WORD = /token|secret|passw|api[-_]?key|credential|private[-_]?key|authorization/i;
/** Longer bodies contain files, and deeper values are not credentials. */
const MAX_BODY_LENGTH = 1 << 18;
const MAX_DEPTH = 40;

export const createSecretChecker: CheckerFactory = () => ({
  onOpen(timeline, exchange) {
    const { headers, url } = exchange.open.record;
    if (headers.some(isSecretHeader) || isSecretUrl(url) || hasSecretInRequest(exchange)) {
      timeline.reportPhaseViolation("SEC-LEAK", exchange, "open");
    }
  },
  onHead(timeline, exchange) {
    const headers = exchange.head?.record.headers ?? [];
    if (headers.some(isSecretHeader)) timeline.reportPhaseViolation("SEC-LEAK", exchange, "head");
  },
  kinds: ["configs", "card"],
  onEvent({ timeline, raw, frame, ordinal }) {
    // A list of configurations may be an array, for which `raw` is null.
    if (containsSecret(raw ?? frame, [], 0)) timeline.reportViolation("SEC-LEAK", ordinal);
  },
});

function isSecretHeader([name, value]: HeaderList[number]): boolean {
  if (isCounter(name, value)) return false;
  return findHeaderCredentials(name, value).some(({ from, to }) => isSecret(value.slice(from, to)));
}

/** A user name is no secret if a password follows. */
function isSecretUrl(url: string): boolean {
  return findUrlCredentials(url).some(
    ({ kind, from, to }) => kind !== "user" && isSecret(decodeComponent(url.slice(from, to))),
  );
}

function hasSecretInRequest(exchange: Exchange): boolean {
  const { body, bodyB64 = "" } = exchange.open.record;
  if (exchange.open.record.inbound) return false;
  if (body === undefined ? bodyB64 === "" : !SECRET_WORD.test(body)) return false;
  if ((body ?? bodyB64).length > MAX_BODY_LENGTH) return false;
  return containsSecret(getRequestParams(exchange), [], 0);
}

function containsSecret(value: unknown, path: readonly string[], depth: number): boolean {
  if (typeof value === "string") return isSecret(value) && getSecretKind(path, value) !== null;
  if (depth > MAX_DEPTH) return false;
  if (isArray(value)) return value.some((item) => containsSecret(item, path, depth + 1));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inner]) =>
    containsSecret(inner, [...path, name], depth + 1),
  );
}
