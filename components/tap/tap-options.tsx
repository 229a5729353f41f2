"use client";
import { type ReactNode, useId, useState } from "react";
// Options of a tap that most do not need, folded until they are used or have a problem.
import type { TapDraft } from "../../lib/api/schemas/api-requests.ts";
import type { TapProblem } from "../../lib/api/taps.ts";
import { CheckLine } from "../ui/check-line.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";

interface TapOptionsProps {
  draft: TapDraft;
  problem: TapProblem | null;
  onChange: (draft: TapDraft) => void;
}

const OPTION_FIELDS: ReadonlySet<TapProblem["field"]> = new Set(["hosts", "push", "keys"]);

export function TapOptions({ draft, problem, onChange }: TapOptionsProps) {
  const { mode, rolls, hosts, push, keys } = draft;
  const [isOpen, setOpen] = useState(!rolls || `${hosts}${push}${keys}` !== "");
  const hasProblem = problem !== null && OPTION_FIELDS.has(problem.field);
  return (
    <details open={isOpen || hasProblem} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-1 py-1 font-medium text-fg-2 hover:text-fg-1 pointer-coarse:py-2.75">
        More options
      </summary>
      <div className="grid gap-3 pt-1.5">
        <CheckLine checked={rolls} onChange={(checked) => onChange({ ...draft, rolls: checked })}>
          <span>Begin a new recording at 64 MB or after an hour, when no call is running</span>
        </CheckLine>
        {mode === "reverse" && (
          <Option
            label="Host names"
            hint="Names by which callers may reach the tap, besides IP addresses and localhost. It refuses all others, so that no web page reaches the agent by a name of its own (DNS rebinding)."
            problem={problem?.field === "hosts" ? problem.message : null}
          >
            {(shared) => (
              <TextField
                {...shared}
                mono
                placeholder="tap.internal"
                className="max-w-90"
                value={hosts}
                onChange={(text) => onChange({ ...draft, hosts: text })}
              />
            )}
          </Option>
        )}
        {mode !== "forward" && (
          <Option
            label="Rewrite push callbacks to"
            hint="The tap puts this address into push configurations, records what agents send there, and passes it on. Empty: callbacks stay as they are, and notifications pass the tap by."
            problem={problem?.field === "push" ? problem.message : null}
          >
            {(shared) => (
              <TextField
                {...shared}
                mono
                placeholder="9990"
                className="max-w-60"
                value={push}
                onChange={(text) => onChange({ ...draft, push: text })}
              />
            )}
          </Option>
        )}
        {mode === "reverse" && (
          <Option
            label="Public keys"
            hint="JWK, JWK set or PEM. They verify the signatures of cards before the tap drops them: a changed card has no valid ones."
            problem={problem?.field === "keys" ? problem.message : null}
          >
            {({ invalid, ...shared }) => (
              <TextArea
                {...shared}
                look="exact"
                aria-invalid={invalid || undefined}
                value={keys}
                onChange={(text) => onChange({ ...draft, keys: text })}
              />
            )}
          </Option>
        )}
      </div>
    </details>
  );
}

interface FieldProps {
  label: string;
  invalid: boolean;
  "aria-describedby": string;
}

interface OptionProps {
  label: string;
  hint: string;
  problem: string | null;
  children: (shared: FieldProps) => ReactNode;
}

function Option({ children, ...about }: OptionProps) {
  const id = useId();
  return (
    <LabeledField {...about} noteId={id}>
      {children({
        label: about.label,
        invalid: about.problem !== null,
        "aria-describedby": id,
      })}
    </LabeledField>
  );
}
