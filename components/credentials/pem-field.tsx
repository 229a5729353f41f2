"use client";
// A PEM block, pasted or read from a file; a key stays out of sight once it is there.
import { useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";

export interface PemFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Not shown once it is there. */
  secret?: boolean;
}

/** Chains are some kilobytes. */
const MAX_BYTES = 1 << 20;

export function PemField({ label, value, onChange, secret = false }: PemFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const wrong =
    problem ?? (value !== "" && !/-----BEGIN [^-]+-----/.test(value) ? NOT_PEM_ERROR : null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(`${file.name} is too large for a certificate.`);
    setProblem(null);
    onChange(await file.text());
  };
  return (
    <div className="pem-field">
      <div className="pem-head">
        <span aria-hidden="true">{label}</span>
        <Button
          size={24}
          aria-label={`Choose a file: ${label}`}
          onClick={() => picker.current?.click()}
        >
          Choose a file
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
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {secret && value !== "" && wrong === null ? (
        <p className="credentials-hint">{formatQuantity(value.length, "character")}, not shown.</p>
      ) : (
        <TextArea
          label={label}
          className="pem-text mono"
          placeholder="-----BEGIN …"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={wrong !== null || undefined}
          aria-describedby={wrong === null ? undefined : id}
          value={value}
          onChange={(typed) => {
            setProblem(null);
            onChange(typed);
          }}
        />
      )}
      {wrong !== null && (
        <p id={id} role="alert" className="credential-problem">
          {wrong}
        </p>
      )}
    </div>
  );
}

const NOT_PEM_ERROR = "This is no PEM: it has no line “-----BEGIN …-----”.";
