"use client";
// Fields for secrets that were masked when the messages were recorded.
import type { ResendStep } from "../../lib/resend/resend-steps.ts";
import { SecretField } from "../ui/secret-field.tsx";

interface MaskedSecretsProps {
  steps: readonly ResendStep[];
  given: ReadonlyMap<string, string>;
  onChange: (given: ReadonlyMap<string, string>) => void;
}

export function MaskedSecrets({ steps, given, onChange }: MaskedSecretsProps) {
  const masks = [...new Set(steps.flatMap((step) => step.masks))];
  if (masks.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3" aria-label="Masked secrets">
      <p className="max-w-[72ch] text-fg-2">
        Masked values are not in the log. For an empty field, the mask itself is sent. Values that
        you enter are masked again in the recording.
      </p>
      {masks.map((mark) => (
        <SecretField
          key={mark}
          label={`Value for ${mark}`}
          placeholder={mark}
          value={given.get(mark) ?? ""}
          onChange={(value) => onChange(new Map(given).set(mark, value))}
        />
      ))}
    </section>
  );
}
