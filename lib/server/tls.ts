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
import { Problem } from "./problem.ts";
import { codeOfTrust, whyUntrusted } from "./tls-failure.ts";

export interface Trust {
  /** To be given to `https.request`, `http2.connect` or `tls.connect`. */
  readonly options: {
    readonly rejectUnauthorized: boolean;
    readonly secureContext?: SecureContext;
  };
  /** A client certificate is shown to an agent that asks for one. */
  readonly identifies: boolean;
}

/** Nothing was chosen: the authorities known to this machine's Node.js, and no name of our own. */
export const USUAL_TRUST: Trust = { options: { rejectUnauthorized: true }, identifies: false };

export function readTrust(choice: TlsOptions = {}): Trust {
  const identity = readIdentity(choice);
  const ca = isGiven(choice.ca) ? certificatesIn("ca", choice.ca) : null;
  const rejectUnauthorized = choice.acceptUntrusted !== true;
  if (!identity && !ca) return { options: { rejectUnauthorized }, identifies: false };
  const secureContext = createSecureContext({
    ...identity,
    ...(ca && { ca: [...rootCertificates, ...namedByEnvironment(), ...ca.map(String)] }),
  });
  return { options: { rejectUnauthorized, secureContext }, identifies: identity !== null };
}

/** What was wrong with a certificate that was accepted all the same; `null` where nothing was. */
export function untrustedNote(socket: TLSSocket): string | null {
  if (socket.authorized) return null;
  const code = codeOfTrust(socket.authorizationError);
  const certificate = socket.getPeerX509Certificate();
  const facts = certificate
    ? [
        `subject ${oneLine(certificate.subject)}`,
        `issuer ${oneLine(certificate.issuer)}`,
        `valid from ${certificate.validFrom} to ${certificate.validTo}`,
        `SHA-256 fingerprint ${certificate.fingerprint256}`,
      ]
    : ["the agent showed none"];
  return (
    "UNTRUSTED CERTIFICATE ACCEPTED, as was chosen for this agent: whoever is in between can read and " +
    `change everything. ${whyUntrusted(code)} (${code}); ${facts.join("; ")}.`
  );
}

const FIELDS = {
  certificate: "The client certificate (tls.certificate)",
  key: "The client's key (tls.key)",
  ca: "The list of authorities (tls.ca)",
} as const;

function readIdentity({
  certificate,
  key,
  passphrase,
}: TlsOptions): { cert: string; key: string; passphrase?: string } | null {
  if (!isGiven(certificate) && !isGiven(key)) return null;
  if (!isGiven(certificate)) {
    throw unusable("key", "was given without a certificate.", "Give the client certificate too.");
  }
  if (!isGiven(key))
    throw unusable("certificate", "was given without its key.", "Give the key too.");
  const chain = certificatesIn("certificate", certificate);
  const opened = openKey(key, passphrase);
  if (chain[0]?.checkPrivateKey(opened) !== true) {
    const isInChain = chain.some((one) => one.checkPrivateKey(opened));
    throw isInChain
      ? unusable("certificate", "is not the first one.", "Put it before the chain that signed it.")
      : unusable("key", "does not belong to the certificate.", "Give the key it was made with.");
  }
  return { cert: chain.map(String).join(""), key, ...(passphrase && { passphrase }) };
}

function openKey(key: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key, format: "pem", ...(passphrase && { passphrase }) });
  } catch {
    // What OpenSSL says here depends on its version, and is not shown.
    if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(key)) {
      throw unusable("key", "holds no private key in PEM.", 'It has a line "BEGIN PRIVATE KEY".');
    }
    if (!key.includes("ENCRYPTED")) {
      throw unusable("key", "cannot be read.", "Export it anew as PKCS #8 in PEM.");
    }
    throw passphrase
      ? unusable("key", "is not opened by the passphrase (tls.passphrase).", "Type it again.")
      : unusable("key", "is locked.", "Give its passphrase (tls.passphrase).");
  }
}

const CERTIFICATE =
  /-----BEGIN (?:(?:X509|TRUSTED) )?CERTIFICATE-----[\s\S]*?-----END (?:(?:X509|TRUSTED) )?CERTIFICATE-----/g;

function certificatesIn(field: "certificate" | "ca", text: string): X509Certificate[] {
  const blocks = text.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) {
    const hint = text.includes("PRIVATE KEY-----")
      ? "This is a private key; the certificate is another file."
      : 'It has a line "BEGIN CERTIFICATE".';
    throw unusable(field, "holds no certificate in PEM.", hint);
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      const which = blocks.length > 1 ? ` number ${index + 1} of ${blocks.length}` : "";
      throw unusable(field, `holds a certificate${which} that cannot be read.`, "Copy it whole.");
    }
  });
}

/** What Node.js trusts besides its own list, unless it is given a list. */
function namedByEnvironment(): string[] {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  try {
    return path ? [readFileSync(/*turbopackIgnore: true*/ path, "utf8")] : [];
  } catch {
    // Node.js itself warned of it at its start.
    return [];
  }
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

function oneLine(name: string): string {
  return name.replaceAll("\n", ", ");
}

function unusable(field: keyof typeof FIELDS, what: string, hint: string): Problem {
  return new Problem("bad-request", `${FIELDS[field]} ${what}`, hint);
}
