"use client";
// Form to add or edit a rule. Errors are shown beside their field.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import {
  checkUserRule,
  USER_RULE_KINDS,
  type UserRule,
  type UserRuleKind,
  type UserRuleSource,
} from "../../lib/dialects/user-rules.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";
import { CARD } from "./settings-section.tsx";

export const SOURCE_LABELS: Readonly<Record<UserRuleSource, string>> = {
  "artifact.name": "Artifact name",
  metadata: "Metadata",
  text: "Beginning of text",
};
const SOURCE_OPTIONS = Object.entries(SOURCE_LABELS) as [UserRuleSource, string][];

interface RuleFormProps {
  start: RuleDraft;
  /** Label of the submit button. */
  action: string;
  onDone: (rule: UserRule) => void;
  onCancel: () => void;
}

export function RuleForm({ start, action, onDone, onCancel }: RuleFormProps) {
  const [draft, setDraft] = useState(start);
  const [wasSubmitted, setSubmitted] = useState(false);
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // Runs after the dialog has opened, which focuses its first button.
  useEffect(() => first.current?.focus(), []);
  const rule = parseRuleDraft(draft);
  const problem = typeof rule === "string" ? rule : null;
  // The expression is checked while typing, the other fields only on submit.
  const isShown =
    problem !== null &&
    (wasSubmitted || (draft.match !== "" && findProblemField(problem) === "match"));
  const invalidField = isShown ? findProblemField(problem) : null;
  const change = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (typeof rule !== "string") onDone(rule);
    else
      event.currentTarget.querySelector<HTMLElement>(`[name="${findProblemField(rule)}"]`)?.focus();
  };
  const text = (field: "name" | "key" | "match", label: string, placeholder: string) => (
    <LabeledField
      label={label}
      problem={invalidField === field ? problem : null}
      noteId={`${id}-${field}`}
    >
      <TextField
        label={label}
        name={field}
        size={30}
        mono={field !== "name"}
        placeholder={placeholder}
        value={draft[field]}
        invalid={invalidField === field}
        aria-describedby={invalidField === field ? `${id}-${field}` : undefined}
        ref={field === "match" ? first : undefined}
        onChange={(value) => change({ [field]: value })}
      />
    </LabeledField>
  );
  return (
    <form
      className={cx(CARD, "grid grid-cols-2 gap-x-3 gap-y-2.5 text-12/5 max-[561px]:grid-cols-1")}
      aria-label="Rule"
      noValidate
      onSubmit={submit}
    >
      <LabeledField
        label="Where"
        problem={invalidField === "where" ? problem : null}
        noteId={`${id}-where`}
      >
        <Select
          label="Where"
          outlined
          fill
          options={SOURCE_OPTIONS.map(([value, label]) => ({ value, label }))}
          value={draft.where}
          onChange={(where) => change({ where })}
        />
      </LabeledField>
      {draft.where === "metadata" && text("key", "Key", "step.kind")}
      {text("match", "Match", draft.where === "metadata" ? "any value" : "regular expression")}
      <LabeledField
        label="Kind"
        problem={invalidField === "kind" ? problem : null}
        noteId={`${id}-kind`}
      >
        <Select
          label="Kind"
          outlined
          fill
          options={USER_RULE_KINDS.map((kind) => ({
            value: kind,
            label: ITEM_KIND_META[kind].label,
          }))}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
      </LabeledField>
      {text("name", draft.kind === "tool" ? "Tool name" : "Name", "optional")}
      <div className="col-span-full flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          {action}
        </Button>
      </div>
    </form>
  );
}

export interface RuleDraft {
  readonly name: string;
  readonly where: UserRuleSource;
  readonly key: string;
  readonly match: string;
  readonly kind: UserRuleKind;
}

type RuleField = keyof RuleDraft;

/**
 * A rule while it is edited: its fields as text, validation, and the field that an error is about.
 */
export const EMPTY_RULE_DRAFT: RuleDraft = {
  name: "",
  where: "artifact.name",
  key: "",
  match: "",
  kind: "result",
};

export function toRuleDraft({ name = "", where, key = "", match = "", kind }: UserRule): RuleDraft {
  return { name, where, key, match, kind };
}

/** Drops a key if the source is not metadata. */
export function parseRuleDraft({ name, where, key, match, kind }: RuleDraft): UserRule | string {
  return checkUserRule({
    where,
    kind,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(where === "metadata" && key.trim() !== "" && { key: key.trim() }),
    ...(match !== "" && { match }),
  });
}

/** Finds the field that an error names. Other errors are about the regular expression. */
export function findProblemField(problem: string): RuleField {
  const named = /“(name|key|match|where|kind)”/g;
  const fields = [...problem.matchAll(named)].map(([, field]) => field);
  return (["name", "key", "where", "kind"] as const).find((it) => it === fields[0]) ?? "match";
}
