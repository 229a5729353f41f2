"use client";
// Secrets that were said in messages were masked when they were recorded: they can be given again.
import type { ResendStep } from "../../lib/resend/resend-steps.ts";
import { SecretField } from "../credentials/secret-field.tsx";

interface MaskedSecretsProps {
  steps: readonly ResendStep[];
  given: ReadonlyMap<string, string>;
  onChange: (given: ReadonlyMap<string, string>) => void;
}

export function MaskedSecrets({ steps, given, onChange }: MaskedSecretsProps) {
  const masks = [...new Set(steps.flatMap((step) => step.masks))];
  if (masks.length === 0) return null;
  return (
    <section className="again-secrets" aria-label="Masked secrets">
      <p>
        What was masked is not in the log. What is left empty is sent as its mark; what is given is
        masked again.
      </p>
      {masks.map((mark) => (
        <SecretField
          key={mark}
          label={`For ${mark}`}
          placeholder={mark}
          value={given.get(mark) ?? ""}
          onChange={(value) => onChange(new Map(given).set(mark, value))}
        />
      ))}
    </section>
  );
}
