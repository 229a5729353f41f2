/**
 * Readable messages for failed TLS connections: the reason, and what would help.
 *
 * Guarantees: the message names the side that refused, Loupe the agent's certificate or the agent
 * Loupe's; the system's own message follows in brackets.
 */
import { getErrorMessage } from "../../text/error-message.ts";
import type { EndDetails } from "./exchange-end.ts";

/** Certificate errors by OpenSSL's name: the reason, and what would help. */
const UNTRUSTED_REASONS: Readonly<Record<string, readonly [why: string, help: string]>> = {
  CERT_HAS_EXPIRED: ["It has expired", "The agent needs a new certificate."],
  CERT_NOT_YET_VALID: [
    "It is not valid yet",
    "Check the clocks of this machine and of its issuer.",
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "It is self-signed",
    "Add it to the trusted certificate authorities.",
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "The authority that signed it is not known here",
    "Add that authority's certificate.",
  ],
  UNABLE_TO_GET_ISSUER_CERT: [
    "An intermediate certificate is missing",
    "The agent must send its whole chain, or add the missing certificate to the trusted authorities.",
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    "The authority that signed it is not known here",
    "Add that authority's certificate.",
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "The authority that signed it is not known here",
    "Add that authority's certificate, and any intermediate certificates that the agent does not send.",
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "It is for another host name",
    "Call the agent by a name in its certificate, or give it a certificate for this name.",
  ],
  CERT_REVOKED: ["It was revoked", "The agent needs a new certificate."],
  INVALID_PURPOSE: ["It is not a server certificate", "The agent needs another certificate."],
  CERT_SIGNATURE_FAILURE: ["Its signature is invalid", "The agent needs another certificate."],
};

/** Handshake failures by a phrase in OpenSSL's message: who ended it, what happened, what would help. */
const HANDSHAKE_FAILURES: readonly (readonly [
  phrase: RegExp,
  by: "agent" | "system",
  what: string,
  help: string,
])[] = [
  [
    /alert certificate required/,
    "agent",
    "The agent requires a client certificate.",
    "Add a certificate and key for this agent.",
  ],
  [
    /alert (bad certificate|unsupported certificate|certificate (revoked|expired|unknown)|unknown ca|access denied)/,
    "agent",
    "The agent did not accept the client certificate.",
    "Use a certificate that has not expired and is signed by an authority the agent trusts.",
  ],
  [
    /alert handshake failure/,
    "agent",
    "The agent refused the TLS handshake.",
    "It may require a client certificate, or have no cipher in common with Loupe.",
  ],
  [
    /alert (protocol version|insufficient security)|unsupported protocol/,
    "agent",
    "The agent supports neither TLS 1.2 nor 1.3, the versions that Loupe speaks.",
    "It must support one of them.",
  ],
  [
    /alert unrecognized name/,
    "agent",
    "The agent has no certificate for this host name.",
    "Call it by a name it knows.",
  ],
  [
    /alert no application protocol/,
    "agent",
    "The agent does not speak HTTP/2 over TLS.",
    "gRPC needs HTTP/2. This may be the port of another binding.",
  ],
  [
    /wrong version number|packet length too long|record layer failure|http request/,
    "system",
    "The server does not speak TLS.",
    "Try http:// instead of https://, or another port.",
  ],
];

/** OpenSSL's name of a certificate error, which Node.js provides as a string or an error. */
export function getTrustErrorCode(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return getErrorMessage(error);
}

/** Describes what is wrong with an agent's certificate. */
export function getUntrustedReason(code: string): string {
  return UNTRUSTED_REASONS[code]?.[0] ?? "It cannot be verified";
}

const ACCEPT_HINT = "Or accept untrusted certificates for this agent only.";

/**
 * The end of an exchange that failed because of TLS; `null` for other errors. `acceptHint` says how
 * to accept a certificate that is not trusted; `null` where that cannot be done.
 */
export function toTlsEnd(error: Error, acceptHint: string | null = ACCEPT_HINT): EndDetails | null {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const untrusted = code === undefined ? undefined : UNTRUSTED_REASONS[code];
  if (code !== undefined && untrusted) {
    const [why, help] = untrusted;
    const message = [
      `Loupe does not trust the agent's certificate. ${why}${formatCertificateNames(error)}. ${help}`,
      ...(acceptHint === null ? [] : [acceptHint]),
      `(${error.message.trim()})`,
    ].join(" ");
    return { cause: "tls", error: { by: "loupe", code, message } };
  }
  for (const [phrase, by, what, help] of HANDSHAKE_FAILURES) {
    if (!phrase.test(error.message)) continue;
    const message = `${what} ${help} (${getOpensslMessage(error)})`;
    return { cause: "tls", error: { by, ...(code !== undefined && { code }), message } };
  }
  return null;
}

/** The host names of a certificate that is for other hosts. */
function formatCertificateNames(error: Error): string {
  if (!("cert" in error) || typeof error.cert !== "object" || error.cert === null) return "";
  const names = "subjectaltname" in error.cert ? error.cert.subjectaltname : undefined;
  return typeof names === "string" ? `: ${names.slice(0, 200)}` : "";
}

/** OpenSSL's message without its source positions. */
function getOpensslMessage({ message }: Error): string {
  return /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+)/.exec(message)?.[1]?.trim() ?? message.trim();
}
