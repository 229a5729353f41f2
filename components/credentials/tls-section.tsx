"use client";
// TLS options of an origin: client certificate, additional authorities, and certificate verification.
import type { TlsOptions } from "../../lib/api/schemas/api-requests.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { SecretField } from "../ui/secret-field.tsx";
import { CredentialsSection, HINT, PROBLEM } from "./credentials-section.tsx";
import { PemField } from "./pem-field.tsx";

export function TlsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { tls } = useOriginCredentials(origin);
  if (!origin.startsWith("https:")) return null;
  const change = (part: { [name in keyof TlsOptions]?: string | boolean }) => {
    const options = Object.entries({ ...tls, ...part }).filter(([, value]) => value);
    credentials.change(origin, { tls: Object.fromEntries(options) });
  };
  const isIncomplete = (tls.certificate === undefined) !== (tls.key === undefined);
  return (
    <CredentialsSection title="TLS" className="grid gap-2">
      <p className={HINT}>PEM format. Paste it or choose a file.</p>
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
        <p role="alert" className={PROBLEM}>
          A client certificate needs its private key. Add the {tls.key ? "certificate" : "key"} too.
        </p>
      )}
      <PemField
        label="Additional trusted authorities"
        value={tls.ca ?? ""}
        onChange={(ca) => change({ ca })}
      />
      <CheckLine
        checked={tls.acceptUntrusted ?? false}
        label="Accept any certificate"
        onChange={(acceptUntrusted) => change({ acceptUntrusted })}
      >
        <span>
          Accept any certificate from this origin
          <span className={cx(HINT, "block")}>
            Anyone in between can then read and change everything, credentials included. A warning
            is shown while this is on.
          </span>
        </span>
      </CheckLine>
    </CredentialsSection>
  );
}
