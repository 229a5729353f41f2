/** By what name a header or a parameter is known to hold a secret, and what stands before one. */

export const SECRET_HEADER = /authorization|cookie|api[-_]?key|token|secret|passw|credential/i;
export const SECRET_PARAMETER =
  /^(key|sig|auth)$|authorization|api[-_]?key|token|secret|passw|credential/i;

/** The word before a credential, which is none itself. */
export const SECRET_SCHEME =
  /^(Basic|Bearer|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|NTLM|OAuth|SCRAM-SHA-\d+|Token|ApiKey|AWS4-HMAC-SHA256) +/i;
