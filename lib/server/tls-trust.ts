/**
 * How an agent is trusted over TLS, and how Loupe identifies itself to it.
 *
 * Guarantees: what cannot be used is a `Problem` that names the field and repeats nothing of it;
 * authorities given are trusted besides those known already, never instead of them.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import type { TlsOptions } from "../wire/api-types.ts";
import { ApiError } from "./api-error.ts";
import { getTrustErrorCode, getUntrustedReason } from "./tls-failure.ts";

export interface TlsTrust {
  /** To be given to `https.request`, `http2.connect` or `tls.connect`. */
  readonly options: {
    readonly rejectUnauthorized: boolean;
    readonly secureContext?: SecureContext;
  };
  /** A client certificate is shown to an agent that asks for one. */
  readonly identifies: boolean;
}

/** Nothing was chosen: the authorities known to this machine's Node.js, and no name of our own. */
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

/** What was wrong with a certificate that was accepted all the same; `null` where nothing was. */
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
    : ["the agent showed none"];
  return (
    "UNTRUSTED CERTIFICATE ACCEPTED, as was chosen for this agent: whoever is in between can read and " +
    `change everything. ${getUntrustedReason(code)} (${code}); ${facts.join("; ")}.`
  );
}

const FIELD_LABELS = {
  certificate: "The client certificate (tls.certificate)",
  key: "The client's key (tls.key)",
  ca: "The list of authorities (tls.ca)",
} as const;

function parseClientIdentity({
  certificate,
  key,
  passphrase,
}: TlsOptions): { cert: string; key: string; passphrase?: string } | null {
  if (!isFilled(certificate) && !isFilled(key)) return null;
  if (!isFilled(certificate)) {
    throw createTlsError(
      "key",
      "was given without a certificate.",
      "Give the client certificate too.",
    );
  }
  if (!isFilled(key))
    throw createTlsError("certificate", "was given without its key.", "Give the key too.");
  const chain = parseCertificates("certificate", certificate);
  const opened = parsePrivateKey(key, passphrase);
  if (chain[0]?.checkPrivateKey(opened) !== true) {
    const isInChain = chain.some((one) => one.checkPrivateKey(opened));
    throw isInChain
      ? createTlsError(
          "certificate",
          "is not the first one.",
          "Put it before the chain that signed it.",
        )
      : createTlsError(
          "key",
          "does not belong to the certificate.",
          "Give the key it was made with.",
        );
  }
  return { cert: chain.map(String).join(""), key, ...(passphrase && { passphrase }) };
}

function parsePrivateKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key, format: "pem", ...(passphrase && { passphrase }) });
  } catch {
    // What OpenSSL says here depends on its version, and is not shown.
    if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(key)) {
      throw createTlsError(
        "key",
        "holds no private key in PEM.",
        'It has a line "BEGIN PRIVATE KEY".',
      );
    }
    if (!key.includes("ENCRYPTED")) {
      throw createTlsError("key", "cannot be read.", "Export it anew as PKCS #8 in PEM.");
    }
    throw passphrase
      ? createTlsError("key", "is not opened by the passphrase (tls.passphrase).", "Type it again.")
      : createTlsError("key", "is locked.", "Give its passphrase (tls.passphrase).");
  }
}

const CERTIFICATE_PATTERN =
  /-----BEGIN (?:(?:X509|TRUSTED) )?CERTIFICATE-----[\s\S]*?-----END (?:(?:X509|TRUSTED) )?CERTIFICATE-----/g;

function parseCertificates(field: "certificate" | "ca", text: string): X509Certificate[] {
  const blocks = text.match(CERTIFICATE_PATTERN) ?? [];
  if (blocks.length === 0) {
    const hint = text.includes("PRIVATE KEY-----")
      ? "This is a private key; the certificate is another file."
      : 'It has a line "BEGIN CERTIFICATE".';
    throw createTlsError(field, "holds no certificate in PEM.", hint);
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      const which = blocks.length > 1 ? ` number ${index + 1} of ${blocks.length}` : "";
      throw createTlsError(
        field,
        `holds a certificate${which} that cannot be read.`,
        "Copy it whole.",
      );
    }
  });
}

/** What Node.js trusts besides its own list, unless it is given a list. */
function readExtraAuthorities(): string[] {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  try {
    return path ? [readFileSync(/*turbopackIgnore: true*/ path, "utf8")] : [];
  } catch {
    // Node.js itself warned of it at its start.
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
