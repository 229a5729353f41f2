"use client";
// TLS options of an origin: client certificate, additional authorities, and certificate verification.

import { useId, useRef, useState } from "react";
import type { TlsOptions } from "../../lib/api/schemas/api-requests.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { SecretField, TextArea } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { CredentialsSection, HINT, PROBLEM } from "./credentials-section.tsx";

export function TlsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { tls } = useOriginCredentials(origin);
  if (!origin.startsWith("https:")) return null;
  const change = (part: { [name in keyof TlsOptions]?: string | boolean }) => {
    // Not `tls`: a file is read later than it was chosen, and another field may have changed meanwhile.
    const { tls: newest } = credentials.getForUrl(origin);
    const options = Object.entries({ ...newest, ...part }).filter(([, value]) => value);
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

interface PemFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Hides the value after it was entered. */
  secret?: boolean;
}

/** Certificate chains take a few kilobytes. */
const MAX_BYTES = 1 << 20;

/**
 * Field for a PEM block, pasted or read from a file. A private key is hidden after it was entered.
 */
function PemField({ label, value, onChange, secret = false }: PemFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const error =
    problem ?? (value !== "" && !/-----BEGIN [^-]+-----/.test(value) ? NOT_PEM_ERROR : null);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(`${file.name} is too large for a certificate.`);
    setProblem(null);
    onChange(await file.text());
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-1 text-fg-2">
        <span aria-hidden="true" className="flex-1">
          {label}
        </span>
        <Button
          size={24}
          aria-label={`Choose file: ${label}`}
          onClick={() => picker.current?.click()}
        >
          Choose file
        </Button>
        {value !== "" && (
          <Button size={24} aria-label={`Remove: ${label}`} onClick={() => onChange("")}>
            Remove
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={`File: ${label}`}
          accept=".pem,.crt,.cer,.key,.txt"
          onChange={(event) => {
            void readFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {secret && value !== "" && error === null ? (
        <p className={HINT}>{formatQuantity(value.length, "character")}, hidden.</p>
      ) : (
        <TextArea
          label={label}
          look="exact"
          placeholder="-----BEGIN …"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : id}
          value={value}
          onChange={(typed) => {
            setProblem(null);
            onChange(typed);
          }}
        />
      )}
      {error !== null && (
        <p id={id} role="alert" className={PROBLEM}>
          {error}
        </p>
      )}
    </div>
  );
}

const NOT_PEM_ERROR = "Not a PEM block: the line “-----BEGIN …-----” is missing.";
