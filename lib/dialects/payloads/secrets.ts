/** Secrets: requests for them, replies, and masking of secrets in displayed values. */

import { copyExactDigits } from "../../json/exact-json.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnText, parseJsonText } from "./json-access.ts";
import { addReplySecrets, createExtensionReply, type ReplyContent } from "./reply.ts";

export interface SecretDemand {
  /** The name of the value in the reply. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

export function readSecretDemands(value: unknown): SecretDemand[] {
  const demands = getOwnMember(parseJsonText(value), "secret_demands", "secretDemands");
  if (!isObject(demands)) return [];
  return Object.entries(demands).map(([id, demand]) => ({
    id,
    name: getOwnText(demand, "name") ?? id,
    description: getOwnText(demand, "description"),
  }));
}

/** Includes only secrets that were requested. */
export function createSecretsReply(
  uri: string,
  demands: readonly SecretDemand[],
  secrets: ReadonlyMap<string, string>,
): ReplyContent {
  const given = demands.flatMap(({ id }): [string, { secret: string }][] => {
    const secret = secrets.get(id);
    return secret === undefined ? [] : [[id, { secret }]];
  });
  const answer = createExtensionReply(
    uri,
    { secret_fulfillments: Object.fromEntries(given) },
    "Secrets provided",
  );
  return addReplySecrets(
    answer,
    given.map(([, { secret }]) => secret),
  );
}

/** Members that always contain a secret. */
const SECRET =
  /^(?:secret|password|api_?key|(?:access|refresh|id|bearer)_?token|client_?secret|auth_?code|auth_?response_?uri)$/i;
const FULFILLMENTS = /_?fulfillments$/i;
const SECRET_AMONG_FULFILLMENTS = /secret|key|token|password|credential/i;
const OAUTH = /\/auth\/oauth\/v\d+$/;
const PASSPORT = /\/secure-passport(?:\/v\d+)?$/;

/** Whether the value at this path (outermost first) is a secret, which is shown masked. */
export function isSecretPath(path: readonly string[]): boolean {
  const leaf = path[path.length - 1];
  if (leaf === undefined) return false;
  if (SECRET.test(leaf)) return true;
  if (path.some((member) => PASSPORT.test(member))) {
    return leaf === "signature" || path.slice(0, -1).includes("state");
  }
  if (leaf === "redirect_uri") return path.some((member) => OAUTH.test(member));
  const inside = path.findIndex((member) => FULFILLMENTS.test(member));
  return inside >= 0 && inside < path.length - 1 && SECRET_AMONG_FULFILLMENTS.test(leaf);
}

const SECRET_MEMBER =
  /(?:secret|password|passwd|passphrase|api[-_]?key|private[-_]?key|(?:access|refresh|id|bearer|auth|session|security|csrf|xsrf)[-_]?token|authorization|cookie|credentials?)$/i;
/** Members below these may be content of a response, whatever their name. */
const CONTENT_MEMBERS: ReadonlySet<string> = new Set(["parts", "metadata", "data"]);

/** Why a text at this path is secret: push configuration, extension, or member name. */
export function getSecretKind(
  path: readonly string[],
  text: string,
): "push" | "extension" | "member" | null {
  const name = path[path.length - 1];
  if (name === undefined) return null;
  if (isSecretPath(path)) return SECRET_MEMBER.test(name) ? "member" : "extension";
  if (name === "token" || name === "credentials") {
    const isSaid = path.some((one) => CONTENT_MEMBERS.has(one));
    if (isSaid && !isGeneratedValue(text)) return null;
    return isSaid ? "member" : "push";
  }
  return SECRET_MEMBER.test(name) ? "member" : null;
}

/** Whether a text looks generated and is not a word. */
function isGeneratedValue(text: string): boolean {
  return text.length >= 12 && /^\S+$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

export const SECRET_MASK = "••••••";
/** Values nested deeper are masked, so that no secret escapes the search. */
const MAX_DEPTH = 200;

/** A copy of the value at this path with its secrets masked. */
export function maskSecrets(value: unknown, path: readonly string[]): unknown {
  if (path.length > MAX_DEPTH) return "…";
  if (isSecretPath(path)) return value === null ? null : SECRET_MASK;
  if (isArray(value)) {
    const items = value.map((it) => maskSecrets(it, [...path, ""]));
    for (const i of value.keys()) copyExactDigits(value, i, items);
    return items;
  }
  if (!isObject(value)) return value;
  const shown = Object.entries(value).map(([name, it]) => [name, maskSecrets(it, [...path, name])]);
  const members: object = Object.fromEntries(shown);
  for (const [name, it] of shown)
    if (it !== SECRET_MASK) copyExactDigits(value, String(name), members);
  return members;
}
