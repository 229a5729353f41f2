"use client";
// Texts and fields that the user names, with how often they stand in the run while they are typed.
import { useId } from "react";
import { parseFieldPath } from "../../lib/redact/field-path.ts";
import { getTextError } from "../../lib/redact/secret-finding.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import type { RedactionDraft } from "./redaction-draft.ts";
import { useMatchCount } from "./use-secret-search.ts";

interface CustomSecretsProps {
  source: RunSource | null;
  draft: RedactionDraft;
  onChange: (part: Partial<RedactionDraft>) => void;
}

export function CustomSecrets({ source, draft, onChange }: CustomSecretsProps) {
  const { text, field, texts, fields } = draft;
  const id = useId();
  const matches = useMatchCount(source, text);
  const why = text === "" ? null : getTextError(text);
  const addText = () => {
    if (text === "" || why !== null) return;
    onChange({ texts: [...new Set([...texts, text])], text: "" });
    announce("Added: it will be replaced");
  };
  const path = parseFieldPath(field);
  const addField = () => {
    if (!path) return;
    const others = fields.filter(({ written }) => written !== path.written);
    onChange({ fields: [...others, path], field: "" });
    announce(`Added: the field ${path.written} will be replaced`);
  };
  return (
    <div className="own-secrets">
      <SecretInputRow
        label="Text to replace"
        placeholder="a name, a customer, an address…"
        value={text}
        hintId={`${id}-text`}
        invalid={why !== null}
        hint={why ?? formatMatchCount(text, matches)}
        onChange={(value) => onChange({ text: value })}
        onAdd={text !== "" && why === null ? addText : null}
      />
      <SecretInputRow
        label="Field to replace"
        placeholder="customer.email, or header:x-tenant"
        mono
        value={field}
        hintId={`${id}-field`}
        invalid={false}
        hint="The names that lead to it; its first ones may be left out."
        onChange={(value) => onChange({ field: value })}
        onAdd={path ? addField : null}
      />
      {fields.length > 0 && (
        <ul aria-label="Fields to replace">
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
        <ul aria-label="Texts to replace">
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
  if (text === "") return "In every spelling, also where it was streamed in pieces.";
  if (matches === null) return "Looking…";
  return matches === 0 ? "It stands nowhere." : `It stands in ${formatQuantity(matches, "place")}.`;
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
  /** `null` where there is nothing to add. */
  onAdd: (() => void) | null;
}

function SecretInputRow({ label, hint, hintId, onAdd, ...field }: SecretInputRowProps) {
  return (
    <div className="own-secret">
      <span aria-hidden="true">{label}</span>
      <TextField
        label={label}
        aria-describedby={hintId}
        {...field}
        onBlur={() => onAdd?.()}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The form around it would download.
          event.preventDefault();
          onAdd?.();
        }}
      />
      <Button variant="outline" disabled={onAdd === null} onClick={() => onAdd?.()}>
        Add
      </Button>
      <p id={hintId} className="hand-on-hint" role="status">
        {hint}
      </p>
    </div>
  );
}

function CustomSecretChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      <code>{name}</code>
      <IconButton icon="close" label={`Do not replace ${name}`} size={24} onClick={onRemove} />
    </li>
  );
}
