"use client";
// Field for a PEM block, pasted or read from a file. A private key is hidden after it was entered.
import { useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { HINT, PROBLEM } from "./credentials-section.tsx";

interface PemFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Hides the value after it was entered. */
  secret?: boolean;
}

/** Certificate chains take a few kilobytes. */
const MAX_BYTES = 1 << 20;

export function PemField({ label, value, onChange, secret = false }: PemFieldProps) {
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
