"use client";
// How this origin is to be trusted, and the certificate by which Loupe shows who it is.
import { useId } from "react";
import type { TlsOptions } from "../../lib/wire/api-types.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { PemField } from "./pem-field.tsx";
import { SecretField } from "./secret-field.tsx";

export function TlsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { tls } = useOriginCredentials(origin);
  const id = useId();
  if (!origin.startsWith("https:")) return null;
  const change = (part: { [name in keyof TlsOptions]?: string | boolean }) => {
    const given = Object.entries({ ...tls, ...part }).filter(([, value]) => value);
    credentials.change(origin, { tls: Object.fromEntries(given) });
  };
  const isHalf = (tls.certificate === undefined) !== (tls.key === undefined);
  return (
    <section aria-labelledby={id} className="tls-section">
      <h3 id={id}>TLS</h3>
      <p className="credentials-hint">In PEM: paste it, or choose a file.</p>
      <PemField
        label="Client certificate"
        value={tls.certificate ?? ""}
        onChange={(certificate) => change({ certificate })}
      />
      <PemField label="Its key" secret value={tls.key ?? ""} onChange={(key) => change({ key })} />
      {tls.key !== undefined && (
        <SecretField
          label="Passphrase of the key"
          placeholder="Passphrase of the key, if it has one"
          value={tls.passphrase ?? ""}
          onChange={(passphrase) => change({ passphrase })}
        />
      )}
      {isHalf && (
        <p role="alert" className="credential-problem">
          A certificate and its key go together: give {tls.key ? "the certificate" : "the key"} too.
        </p>
      )}
      <PemField
        label="Authorities to trust besides the system’s"
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
            Whoever sits between could then read and change everything, credentials included. A
            warning stays on the screen meanwhile.
          </span>
        </span>
      </label>
    </section>
  );
}
