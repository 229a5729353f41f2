/**
 * TLS options of an exchange: which certificate authorities are trusted, and the client certificate.
 *
 * Guarantees: unusable input is an `ApiError` that names the field and repeats nothing of its
 * content; added authorities are trusted in addition to the known ones, never instead of them.
 */

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import type { TlsOptions } from "../../api/schemas/api-requests.ts";
import { ApiError } from "../http/api-error.ts";
import { getTrustErrorCode, getUntrustedReason } from "./tls-failure.ts";

export interface TlsTrust {
  /** Options for `https.request` or `tls.connect`. */
  readonly options: {
    readonly rejectUnauthorized: boolean;
    readonly secureContext?: SecureContext;
  };
  /** True if an agent that requests a client certificate gets one. */
  readonly identifies: boolean;
}

/** Default: the authorities that Node.js trusts on this machine, and no client certificate. */
export const DEFAULT_TRUST: TlsTrust = { options: { rejectUnauthorized: true }, identifies: false };

export function createTlsTrust(choice: TlsOptions = {}): TlsTrust {
  const identity = parseClientIdentity(choice);
  const ca = isFilled(choice.ca) ? parseCertificates("ca", choice.ca) : null;
  const rejectUnauthorized = choice.acceptUntrusted !== true;
  if (!identity && !ca) return { options: { rejectUnauthorized }, identifies: false };
  const secureContext = createSecureContext({
    ...identity,
    ...(ca && { ca: [...rootCertificates, ...readExtraAuthorities(), ...ca.map(String)] }),
  });
  return { options: { rejectUnauthorized, secureContext }, identifies: identity !== null };
}

/** What is wrong with a certificate that was accepted nevertheless; `null` for a trusted one. */
export function describeUntrusted(socket: TLSSocket): string | null {
  if (socket.authorized) return null;
  const code = getTrustErrorCode(socket.authorizationError);
  const certificate = socket.getPeerX509Certificate();
  const facts = certificate
    ? [
        `subject ${toOneLine(certificate.subject)}`,
        `issuer ${toOneLine(certificate.issuer)}`,
        `valid from ${certificate.validFrom} to ${certificate.validTo}`,
        `SHA-256 fingerprint ${certificate.fingerprint256}`,
      ]
    : ["the agent sent none"];
  return (
    "UNTRUSTED CERTIFICATE ACCEPTED, as set for this agent: anyone between Loupe and the agent can read and " +
    `change everything. ${getUntrustedReason(code)} (${code}); ${facts.join("; ")}.`
  );
}

const FIELD_LABELS = {
  certificate: "The client certificate (tls.certificate)",
  key: "The client's key (tls.key)",
  ca: "The list of certificate authorities (tls.ca)",
} as const;

function parseClientIdentity({
  certificate,
  key,
  passphrase,
}: TlsOptions): { cert: string; key: string; passphrase?: string } | null {
  if (!isFilled(certificate) && !isFilled(key)) return null;
  if (!isFilled(certificate)) {
    throw createTlsError("key", "has no certificate.", "Add the client certificate.");
  }
  if (!isFilled(key)) throw createTlsError("certificate", "has no key.", "Add the client's key.");
  const chain = parseCertificates("certificate", certificate);
  const opened = parsePrivateKey(key, passphrase);
  if (chain[0]?.checkPrivateKey(opened) !== true) {
    const isInChain = chain.some((one) => one.checkPrivateKey(opened));
    throw isInChain
      ? createTlsError(
          "certificate",
          "is not the first in its list.",
          "Move it before the certificates of its chain.",
        )
      : createTlsError(
          "key",
          "does not match the certificate.",
          "Use the key that the certificate was created for.",
        );
  }
  return { cert: chain.map(String).join(""), key, ...(passphrase && { passphrase }) };
}

function parsePrivateKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key, format: "pem", ...(passphrase && { passphrase }) });
  } catch {
    // OpenSSL's message depends on its version and is not shown.
    if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(key)) {
      throw createTlsError(
        "key",
        "contains no private key in PEM format.",
        'A key in PEM format has a line "BEGIN PRIVATE KEY".',
      );
    }
    if (!key.includes("ENCRYPTED")) {
      throw createTlsError("key", "cannot be read.", "Export it again as PKCS #8 in PEM format.");
    }
    throw passphrase
      ? createTlsError(
          "key",
          "cannot be decrypted with the passphrase (tls.passphrase).",
          "Enter it again.",
        )
      : createTlsError("key", "is encrypted.", "Enter its passphrase (tls.passphrase).");
  }
}

const CERTIFICATE_PATTERN =
  /-----BEGIN (?:(?:X509|TRUSTED) )?CERTIFICATE-----[\s\S]*?-----END (?:(?:X509|TRUSTED) )?CERTIFICATE-----/g;

function parseCertificates(field: "certificate" | "ca", text: string): X509Certificate[] {
  const blocks = text.match(CERTIFICATE_PATTERN) ?? [];
  if (blocks.length === 0) {
    const hint = text.includes("PRIVATE KEY-----")
      ? "This is a private key. The certificate is in another file."
      : 'A certificate in PEM format has a line "BEGIN CERTIFICATE".';
    throw createTlsError(field, "contains no certificate in PEM format.", hint);
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      const which = blocks.length > 1 ? ` number ${index + 1} of ${blocks.length}` : "";
      throw createTlsError(
        field,
        `contains a certificate${which} that cannot be read.`,
        "Copy the whole certificate.",
      );
    }
  });
}

/** Reads NODE_EXTRA_CA_CERTS, which Node.js ignores when a list of authorities is passed. */
function readExtraAuthorities(): string[] {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  try {
    return path ? [readFileSync(/*turbopackIgnore: true*/ path, "utf8")] : [];
  } catch {
    // Node.js has already printed a warning at startup.
    return [];
  }
}

function isFilled(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

function toOneLine(name: string): string {
  return name.replaceAll("\n", ", ");
}

function createTlsError(field: keyof typeof FIELD_LABELS, what: string, hint: string): ApiError {
  return new ApiError("bad-request", `${FIELD_LABELS[field]} ${what}`, hint);
}
