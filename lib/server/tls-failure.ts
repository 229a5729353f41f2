/**
 * Says in plain words why a TLS connection did not come about, and what would help.
 *
 * Guarantees: who refused is who really did: Loupe an agent's certificate, the agent ours; the
 * system's own words stand behind in brackets.
 */
import type { EndDetails } from "./exchange-end.ts";

/** By OpenSSL's name for what is wrong with a certificate: what that is, and what would help. */
const UNTRUSTED_REASONS: Readonly<Record<string, readonly [why: string, help: string]>> = {
  CERT_HAS_EXPIRED: ["It has expired", "The agent needs a new one."],
  CERT_NOT_YET_VALID: ["It is not valid yet", "Check the clocks, here and where it was made."],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    "It is signed by itself, not by an authority",
    "Add it to the authorities to trust.",
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    "The authority that signed it is not known here",
    "Add that authority's certificate.",
  ],
  UNABLE_TO_GET_ISSUER_CERT: [
    "A certificate between it and its authority is missing",
    "The agent must send its whole chain, or add what is missing to the authorities.",
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    "The authority that signed it is not known here",
    "Add that authority's certificate.",
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    "The authority that signed it is not known here",
    "Add that authority's certificate, and those between that the agent does not send.",
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "It is for another host name",
    "Call the agent by the name it is for, or give it one for this name.",
  ],
  CERT_REVOKED: ["It was revoked", "The agent needs a new one."],
  INVALID_PURPOSE: ["It is not meant for a server", "The agent needs another one."],
  CERT_SIGNATURE_FAILURE: ["Its signature is wrong", "The agent needs another one."],
};

/** By a phrase of OpenSSL's: what happened, who ended it, and what would help. */
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
    "Give one for this agent, with its key.",
  ],
  [
    /alert (bad certificate|unsupported certificate|certificate (revoked|expired|unknown)|unknown ca|access denied)/,
    "agent",
    "The agent does not accept the client certificate.",
    "Give one that is signed by an authority the agent trusts, and not expired.",
  ],
  [
    /alert handshake failure/,
    "agent",
    "The agent refused the TLS handshake.",
    "Agents do so when they require a client certificate and get none, or know no cipher in common.",
  ],
  [
    /alert (protocol version|insufficient security)|unsupported protocol/,
    "agent",
    "The agent has no version of TLS in common with Loupe, which speaks 1.2 and 1.3.",
    "The agent must offer one of these.",
  ],
  [
    /alert unrecognized name/,
    "agent",
    "The agent has no certificate for the name it was called by.",
    "Call it by its own name.",
  ],
  [
    /alert no application protocol/,
    "agent",
    "The agent does not speak HTTP/2 over TLS.",
    "gRPC needs it; perhaps this is the port of another binding.",
  ],
  [
    /wrong version number|packet length too long|record layer failure|http request/,
    "system",
    "What answers there does not speak TLS.",
    "Try http:// instead of https://, or another port.",
  ],
];

/** The name of what is wrong with a certificate; Node.js hands it out as a text or an error. */
export function getTrustErrorCode(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with an agent's certificate, in words. */
export function getUntrustedReason(code: string): string {
  return UNTRUSTED_REASONS[code]?.[0] ?? "It cannot be verified";
}

/** How the exchange ended, where that was for TLS; else `null`. */
export function toTlsEnd(error: Error): EndDetails | null {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const untrusted = code === undefined ? undefined : UNTRUSTED_REASONS[code];
  if (code !== undefined && untrusted) {
    const [why, help] = untrusted;
    const message =
      `Loupe does not trust the agent's certificate. ${why}${formatCertificateNames(error)}. ${help} ` +
      `Or accept untrusted certificates for this agent alone. (${error.message.trim()})`;
    return { cause: "tls", error: { by: "loupe", code, message } };
  }
  for (const [phrase, by, what, help] of HANDSHAKE_FAILURES) {
    if (!phrase.test(error.message)) continue;
    const message = `${what} ${help} (${getOpensslMessage(error)})`;
    return { cause: "tls", error: { by, ...(code !== undefined && { code }), message } };
  }
  return null;
}

/** The names a certificate is for, where it is for others. */
function formatCertificateNames(error: Error): string {
  if (!("cert" in error) || typeof error.cert !== "object" || error.cert === null) return "";
  const names = "subjectaltname" in error.cert ? error.cert.subjectaltname : undefined;
  return typeof names === "string" ? `: ${names.slice(0, 200)}` : "";
}

/** OpenSSL's phrase, without the places in its source where it was said. */
function getOpensslMessage({ message }: Error): string {
  return /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+)/.exec(message)?.[1]?.trim() ?? message.trim();
}
