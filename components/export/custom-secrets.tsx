"use client";
// Texts and fields that the user adds to the redaction, with a live count of their matches in the run.
import { useId } from "react";
import { parseFieldPath } from "../../lib/redact/field-path.ts";
import { getTextError } from "../../lib/redact/secret-finding.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { HINT } from "./form-parts.tsx";
import type { RedactionDraft } from "./redaction-draft.ts";
import { useMatchCount } from "./use-secret-search.ts";

const CHIPS = "col-span-full flex flex-wrap gap-x-2 gap-y-1";

interface CustomSecretsProps {
  source: RunSource | null;
  draft: RedactionDraft;
  onChange: (part: Partial<RedactionDraft>) => void;
}

export function CustomSecrets({ source, draft, onChange }: CustomSecretsProps) {
  const { text, field, texts, fields } = draft;
  const id = useId();
  const matches = useMatchCount(source, text);
  const textError = text === "" ? null : getTextError(text);
  const addText = () => {
    if (text === "" || textError !== null) return;
    onChange({ texts: [...new Set([...texts, text])], text: "" });
    announce("Added to the redaction");
  };
  const path = parseFieldPath(field);
  const addField = () => {
    if (!path) return;
    const others = fields.filter(({ written }) => written !== path.written);
    onChange({ fields: [...others, path], field: "" });
    announce(`Field ${path.written} added to the redaction`);
  };
  return (
    <div className="grid grid-cols-2 gap-x-5 gap-y-1 border-t border-line-1 pt-2 max-phone:grid-cols-1">
      <SecretInputRow
        label="Text to redact"
        placeholder="a name, a customer, an address…"
        value={text}
        hintId={`${id}-text`}
        invalid={textError !== null}
        hint={textError ?? formatMatchCount(text, matches)}
        onChange={(value) => onChange({ text: value })}
        onAdd={text !== "" && textError === null ? addText : null}
      />
      <SecretInputRow
        label="Field to redact"
        placeholder="customer.email, or header:x-tenant"
        mono
        value={field}
        hintId={`${id}-field`}
        invalid={false}
        hint="Path to the field; leading parts are optional."
        onChange={(value) => onChange({ field: value })}
        onAdd={path ? addField : null}
      />
      {fields.length > 0 && (
        <ul className={CHIPS} aria-label="Fields to redact">
          {fields.map(({ written }) => (
            <CustomSecretChip
              key={written}
              name={written}
              onRemove={() => onChange({ fields: fields.filter((one) => one.written !== written) })}
            />
          ))}
        </ul>
      )}
      {texts.length > 0 && (
        <ul className={CHIPS} aria-label="Texts to redact">
          {texts.map((one) => (
            <CustomSecretChip
              key={one}
              name={one}
              onRemove={() => onChange({ texts: texts.filter((other) => other !== one) })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function formatMatchCount(text: string, matches: number | null): string {
  if (text === "") return "Matches every encoding, even across chunks.";
  if (matches === null) return "Searching…";
  return matches === 0 ? "Not found." : `Found in ${formatQuantity(matches, "place")}.`;
}

interface SecretInputRowProps {
  label: string;
  placeholder: string;
  value: string;
  mono?: boolean;
  invalid: boolean;
  hint: string;
  hintId: string;
  onChange: (value: string) => void;
  /** `null` if there is nothing to add. */
  onAdd: (() => void) | null;
}

function SecretInputRow({ label, hint, hintId, onAdd, ...field }: SecretInputRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-x-2 gap-y-1">
      <span aria-hidden="true" className="col-span-full">
        {label}
      </span>
      <TextField
        label={label}
        aria-describedby={hintId}
        {...field}
        onBlur={() => onAdd?.()}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would submit the form and start the download.
          event.preventDefault();
          onAdd?.();
        }}
      />
      <Button variant="outline" disabled={onAdd === null} onClick={() => onAdd?.()}>
        Add
      </Button>
      <p id={hintId} className={cx(HINT, "col-span-full")} role="status">
        {hint}
      </p>
    </div>
  );
}

function CustomSecretChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="flex max-w-full items-center gap-1 rounded-2 border border-line-1 pl-2">
      <code className="mono wrap-anywhere">{name}</code>
      <IconButton icon="close" label={`Remove ${name}`} size={24} onClick={onRemove} />
    </li>
  );
}
