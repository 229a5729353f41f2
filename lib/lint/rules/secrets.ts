/**
 * The rule about secrets in clear text in headers, URLs, requests, push configurations and cards. Text
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
import { getRequestParams } from "../../timeline/request-params.ts";
import type { HeaderList } from "../../wire/record.ts";
import { BEARER, recordRequestWithHeaders } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup } from "./rule.ts";

export const SECRETS = {
  title: "Secrets",
  rules: [
    defineRule({
      id: "SEC-LEAK",
      severity: "warning",
      title: "secret in clear text",
      message: "The log contains a secret in clear text: redact it before you share the log.",
      clients:
        "Anyone who reads this log can call the agent as its user. Loupe masks secrets in what it records; other logs contain them as they were sent.",
      remedy: "Redact the log when you export it, and rotate the secret if others have seen it.",
      spec: "1.0 §13.4, 0.3 §10.2, 0.2 §10.2, 0.1 §10.2",
      breaks: (factory) =>
        recordRequestWithHeaders(factory, [
          ...factory.versionHeaders,
          ["Authorization", "Bearer s3cr3t-0f-s0me0ne"],
        ]),
      nearly: (factory) =>
        recordRequestWithHeaders(factory, [
          ...factory.versionHeaders,
          BEARER,
          ["x-ratelimit-tokens-remaining", "512"],
        ]),
      check: {
        onOpen(exchange) {
          const { headers, url } = exchange.open.record;
          return headers.some(isSecretHeader) || isSecretUrl(url) || hasSecretInRequest(exchange);
        },
        onHead: ({ head }) => (head?.record.headers ?? []).some(isSecretHeader),
        kinds: ["configs", "card"],
        // A list of configurations may be an array, for which `raw` is null.
        onEvent: ({ raw, frame }) => containsSecret(raw ?? frame, [], 0),
      },
    }),
  ],
} as const satisfies RuleGroup;

const SECRET_WORD = /token|secret|passw|api[-_]?key|credential|private[-_]?key|authorization/i;

/** Longer bodies contain files, and deeper values are not credentials. */
const MAX_BODY_LENGTH = 1 << 18;
const MAX_DEPTH = 40;

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
