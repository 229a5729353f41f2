"use client";
// One rule of the user's, written or changed; what is wrong with it is said beside the field.
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  USER_RULE_KINDS,
  type UserRule,
  type UserRuleSource,
} from "../../lib/dialects/user-rules.ts";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { fieldOf, type RuleDraft, type RuleField, ruleIn } from "./rule-draft.ts";

export const WHERE_WORDS: Readonly<Record<UserRuleSource, string>> = {
  "artifact.name": "Artifact name",
  metadata: "Metadata",
  text: "Beginning of the text",
};
const WHERES = Object.entries(WHERE_WORDS) as [UserRuleSource, string][];

export interface RuleFormProps {
  start: RuleDraft;
  /** What the button says: adding, or changing. */
  action: string;
  onDone: (rule: UserRule) => void;
  onCancel: () => void;
}

export function RuleForm({ start, action, onDone, onCancel }: RuleFormProps) {
  const [draft, setDraft] = useState(start);
  const [asked, setAsked] = useState(false);
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // After the dialog around it, which gives the focus to its first button when it opens.
  useEffect(() => first.current?.focus(), []);
  const rule = ruleIn(draft);
  const problem = typeof rule === "string" ? rule : null;
  // An unfinished rule is no wrong rule: an expression is judged at once, the rest when it is done.
  const isShown =
    problem !== null && (asked || (draft.match !== "" && fieldOf(problem) === "match"));
  const wrong = isShown ? fieldOf(problem) : null;
  const change = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    if (typeof rule !== "string") onDone(rule);
    else event.currentTarget.querySelector<HTMLElement>(`[name="${fieldOf(rule)}"]`)?.focus();
  };
  const text = (field: "name" | "key" | "match", label: string, placeholder: string) => (
    <Labelled label={label} problem={wrong === field ? problem : null} id={`${id}-${field}`}>
      <TextField
        label={label}
        name={field}
        size={30}
        mono={field !== "name"}
        placeholder={placeholder}
        value={draft[field]}
        invalid={wrong === field}
        aria-describedby={wrong === field ? `${id}-${field}` : undefined}
        ref={field === "match" ? first : undefined}
        onChange={(value) => change({ [field]: value })}
      />
    </Labelled>
  );
  const about: RuleField | null = wrong === "where" || wrong === "kind" ? wrong : null;
  return (
    <form className="rule-form" aria-label="Rule" noValidate onSubmit={submit}>
      <Labelled label="Where" problem={about === "where" ? problem : null} id={`${id}-where`}>
        <Select
          label="Where"
          outlined
          options={WHERES.map(([value, label]) => ({ value, label }))}
          value={draft.where}
          onChange={(where) => change({ where })}
        />
      </Labelled>
      {draft.where === "metadata" && text("key", "Key", "step.kind")}
      {text("match", "Match", draft.where === "metadata" ? "any value" : "regular expression")}
      <Labelled label="Kind" problem={about === "kind" ? problem : null} id={`${id}-kind`}>
        <Select
          label="Kind"
          outlined
          options={USER_RULE_KINDS.map((kind) => ({ value: kind, label: KIND_LOOKS[kind].word }))}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
      </Labelled>
      {text("name", draft.kind === "tool" ? "Name of the tool" : "Name", "optional")}
      <div className="rule-form-end">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          {action}
        </Button>
      </div>
    </form>
  );
}

interface LabelledProps {
  label: string;
  problem: string | null;
  id: string;
  children: ReactNode;
}

function Labelled({ label, problem, id, children }: LabelledProps) {
  return (
    <div className="rule-field">
      <span aria-hidden="true">{label}</span>
      {children}
      {problem !== null && (
        <p id={id} role="alert" className="rule-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
