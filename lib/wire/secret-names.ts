/** By what name a header or a parameter is known to hold a secret, and what stands before one. */

const NAMED_KEY =
  /(?:api|access|account|app|application|client|functions?|licen[cs]e|master|private|service|shared|subscription)[-_]?key/;

export const SECRET_HEADER = new RegExp(
  `authorization|cookie|${NAMED_KEY.source}|^(?:x-)?(?:auth|key)$|token|secret|passw|credential`,
  "i",
);
/** The token of a page is none. */
export const SECRET_PARAMETER = new RegExp(
  `^(?:key|sig|auth)$|authorization|${NAMED_KEY.source}|(?<!page[-_]?)token|secret|passw|credential`,
  "i",
);

/** Headers that count tokens hold none. */
export const COUNTING_HEADER = /limit|remaining|count|usage|used|reset|expire/i;

/** The word before a credential, which is none itself. */
export const SECRET_SCHEME =
  /^(Basic|Bearer|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|NTLM|OAuth|SCRAM-SHA-\d+|Token|ApiKey|AWS4-HMAC-SHA256) +/i;

/** What stands for a secret already is none. */
const MASK =
  /^(?:‹masked [0-9a-f]{6}›\**|[*•.x]+|<[^>]*>|\$\{?\w+\}?|\[?redacted\]?|undefined|null|true|false)$/i;

export function isMask(text: string): boolean {
  return MASK.test(text.trim());
}
