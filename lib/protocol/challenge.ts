/**
 * Parser for authentication challenges (`WWW-Authenticate`, RFC 9110).
 *
 * Guarantees: total; challenges in one or several header lines are returned in order; text that
 * does not match the grammar is skipped up to the next comma.
 */

import { getOwnEntry } from "./json.ts";

export interface Challenge {
  /** As sent by the server. */
  readonly scheme: string;
  /** The token that some schemes send instead of parameters. */
  readonly token: string | null;
  /** Names in lower case; of duplicate names, the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const GAP = /[\s,]*/y;
const SCHEME = /([!#$%&'*+.^_`|~\w-]+)(?:[ \t]+|(?=,)|$)/y;
const TOKEN = /([\w\-.~+/]+=*)[ \t]*(?=,|$)/y;
const PARAMETER =
  /([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))[ \t]*(?:,[\s,]*|$)/y;
const MALFORMED = /[^,]*(?:,|$)/y;

export function parseChallenges(lines: readonly string[]): Challenge[] {
  return lines.flatMap(parseChallengeLine);
}

function parseChallengeLine(line: string): Challenge[] {
  const found: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match) at += match[0].length;
    return match;
  };
  while (take(GAP) && at < line.length) {
    const scheme = take(SCHEME)?.[1];
    if (scheme === undefined) {
      take(MALFORMED);
      continue;
    }
    const token = take(TOKEN)?.[1] ?? null;
    const parameters = new Map<string, string>();
    for (let pair = take(PARAMETER); pair; pair = take(PARAMETER)) {
      const name = (pair[1] ?? "").toLowerCase();
      const value = pair[2]?.replace(/\\(.)/gs, "$1") ?? pair[3] ?? "";
      if (!parameters.has(name)) parameters.set(name, value);
    }
    found.push({ scheme, token, parameters });
  }
  return found;
}

const SCHEME_TEXTS: Readonly<Record<string, string>> = {
  bearer: "a bearer token",
  basic: "a user name and password (Basic)",
  digest: "a user name and password (Digest), which Loupe does not support",
  dpop: "a token bound to a key (DPoP), which Loupe does not support",
  negotiate: "a Kerberos or NTLM sign-in (Negotiate), which Loupe does not support",
  apikey: "an API key",
};

/** Errors of credentials that were sent. */
const CREDENTIAL_ERROR_TEXTS: Readonly<Record<string, string>> = {
  invalid_token: "The token sent is expired, revoked or not valid for this server",
  insufficient_scope: "The token sent has insufficient scope",
  invalid_request: "It could not read the credentials sent",
};

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  use_dpop_nonce: "It requires its own nonce in the DPoP proof",
};

/** If nothing was sent, an error about it is the server's: no caller is told that their token expired. */
function findErrorText(error: string, isIdentified: boolean | null): string | undefined {
  const text = getOwnEntry(CREDENTIAL_ERROR_TEXTS, error);
  if (text === undefined) return getOwnEntry(ERROR_TEXTS, error);
  return isIdentified === false ? "It rejects credentials, though none were sent" : text;
}

/**
 * Describes the challenge in plain text. `isIdentified`: the request carried credentials.
 */
export function describeChallenge(
  { scheme, parameters }: Challenge,
  isIdentified: boolean | null = null,
): string {
  const getText = (name: string) => parameters.get(name) || undefined;
  const realm = getText("realm");
  const error = getText("error");
  const scope = getText("scope");
  const metadata = getText("resource_metadata");
  const what =
    getOwnEntry(SCHEME_TEXTS, scheme.toLowerCase()) ?? `credentials for the scheme “${scheme}”`;
  const meaning = error && findErrorText(error, isIdentified);
  const because = error && (meaning ? `${meaning} (${error})` : `It says “${error}”`);
  const description = getText("error_description");
  const sentences = [
    `It requires ${what}${realm ? ` for “${realm}”` : ""}`,
    because
      ? because + (description ? `: ${description.replace(/\.$/, "")}` : "")
      : description?.replace(/\.$/, ""),
    scope && `It requires the scope ${scope.split(/ +/).join(", ")}`,
    metadata && `It describes its requirements at ${metadata}`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [`${sentence}.`] : [])).join(" ");
}

export const NO_CHALLENGE = "The response does not say what is required (no WWW-Authenticate).";

/** One sentence or more for each challenge. They quote the server. */
export const describeChallenges = (
  challenges: readonly Challenge[],
  isIdentified: boolean | null,
): readonly string[] =>
  challenges.length === 0
    ? [NO_CHALLENGE]
    : challenges.map((challenge) => describeChallenge(challenge, isIdentified));
