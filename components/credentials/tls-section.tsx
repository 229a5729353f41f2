"use client";
// TLS options of an origin: client certificate, additional authorities, and certificate verification.
import { useId } from "react";
import type { TlsOptions } from "../../lib/api/api-types.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { SecretField } from "../ui/secret-field.tsx";
import { PemField } from "./pem-field.tsx";

export function TlsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { tls } = useOriginCredentials(origin);
  const id = useId();
  if (!origin.startsWith("https:")) return null;
  const change = (part: { [name in keyof TlsOptions]?: string | boolean }) => {
    const options = Object.entries({ ...tls, ...part }).filter(([, value]) => value);
    credentials.change(origin, { tls: Object.fromEntries(options) });
  };
  const isIncomplete = (tls.certificate === undefined) !== (tls.key === undefined);
  return (
    <section aria-labelledby={id} className="tls-section">
      <h3 id={id}>TLS</h3>
      <p className="credentials-hint">PEM format. Paste it or choose a file.</p>
      <PemField
        label="Client certificate"
        value={tls.certificate ?? ""}
        onChange={(certificate) => change({ certificate })}
      />
      <PemField
        label="Private key"
        secret
        value={tls.key ?? ""}
        onChange={(key) => change({ key })}
      />
      {tls.key !== undefined && (
        <SecretField
          label="Key passphrase"
          placeholder="Key passphrase, if any"
          value={tls.passphrase ?? ""}
          onChange={(passphrase) => change({ passphrase })}
        />
      )}
      {isIncomplete && (
        <p role="alert" className="credential-problem">
          A client certificate needs its private key. Add the {tls.key ? "certificate" : "key"} too.
        </p>
      )}
      <PemField
        label="Additional trusted authorities"
        value={tls.ca ?? ""}
        onChange={(ca) => change({ ca })}
      />
      <label className="credential-check accept-untrusted">
        <input
          type="checkbox"
          checked={tls.acceptUntrusted ?? false}
          aria-label="Accept any certificate"
          onChange={(event) => change({ acceptUntrusted: event.target.checked })}
        />
        <span>
          Accept any certificate from this origin
          <span className="credentials-hint">
            Anyone in between can then read and change everything, credentials included. A warning
            is shown while this is on.
          </span>
        </span>
      </label>
    </section>
  );
}
