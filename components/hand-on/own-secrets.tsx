"use client";
// Texts and fields that the user names, with how often they stand in the run while they are typed.
import { useId } from "react";
import { readFieldPath } from "../../lib/redact/field-path.ts";
import { whyNotText } from "../../lib/redact/finding.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { plural } from "../ui/format.ts";
import type { SecretsDraft } from "./secrets-draft.ts";
import { useMatches } from "./use-secrets.ts";

interface OwnSecretsProps {
  source: RunSource | null;
  draft: SecretsDraft;
  onChange: (part: Partial<SecretsDraft>) => void;
}

export function OwnSecrets({ source, draft, onChange }: OwnSecretsProps) {
  const { text, field, texts, fields } = draft;
  const id = useId();
  const matches = useMatches(source, text);
  const why = text === "" ? null : whyNotText(text);
  const addText = () => {
    if (text === "" || why !== null) return;
    onChange({ texts: [...new Set([...texts, text])], text: "" });
    announce("Added: it will be replaced");
  };
  const path = readFieldPath(field);
  const addField = () => {
    if (!path) return;
    const others = fields.filter(({ written }) => written !== path.written);
    onChange({ fields: [...others, path], field: "" });
    announce(`Added: the field ${path.written} will be replaced`);
  };
  return (
    <div className="own-secrets">
      <Row
        label="Text to replace"
        placeholder="a name, a customer, an address…"
        value={text}
        hintId={`${id}-text`}
        invalid={why !== null}
        hint={why ?? matchWords(text, matches)}
        onChange={(value) => onChange({ text: value })}
        onAdd={text !== "" && why === null ? addText : null}
      />
      <Row
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
            <Named
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
            <Named
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

function matchWords(text: string, matches: number | null): string {
  if (text === "") return "In every spelling, also where it was streamed in pieces.";
  if (matches === null) return "Looking…";
  return matches === 0 ? "It stands nowhere." : `It stands in ${plural(matches, "place")}.`;
}

interface RowProps {
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

function Row({ label, hint, hintId, onAdd, ...field }: RowProps) {
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

function Named({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      <code>{name}</code>
      <IconButton icon="close" label={`Do not replace ${name}`} size={24} onClick={onRemove} />
    </li>
  );
}
