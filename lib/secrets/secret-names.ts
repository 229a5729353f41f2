/** Names of headers and parameters that hold secrets, and the schemes that precede secrets. */

const NAMED_KEY =
  /(?:api|access|account|app|application|client|functions?|licen[cs]e|master|private|service|shared|subscription)[-_]?key/;

export const SECRET_HEADER = new RegExp(
  `authorization|cookie|${NAMED_KEY.source}|^(?:x-)?(?:auth|key)(?:-bin)?$|token|secret|passw|credential`,
  "i",
);
/** A page token is not a secret. */
export const SECRET_PARAMETER = new RegExp(
  `^(?:key|sig|auth)$|authorization|${NAMED_KEY.source}|(?<!page[-_]?)token|secret|passw|credential`,
  "i",
);

/** Headers that count tokens, for example for rate limits, hold no secrets. */
export const COUNTING_HEADER = /limit|remaining|count|usage|used|reset|expire/i;

/** The scheme before a credential; not secret itself. */
export const SECRET_SCHEME =
  /^(Basic|Bearer|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|NTLM|OAuth|SCRAM-SHA-\d+|Token|ApiKey|AWS4-HMAC-SHA256) +/i;

/** A placeholder for a secret is not a secret. */
const MASK =
  /^(?:‹masked [0-9a-f]{6}›\**|[*•.x]+|<[^>]*>|\$\{?\w+\}?|\[?redacted\]?|undefined|null|true|false)$/i;

export function isMask(text: string): boolean {
  return MASK.test(text.trim());
}
