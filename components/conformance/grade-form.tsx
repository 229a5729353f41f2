"use client";
// Form that starts a grade: the agent, what may be sent to it, and the messages for states that it
// does not reach by itself.

import type { FormEvent } from "react";
import type { GradeRequest } from "../../lib/api/schemas/api-requests.ts";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { StartStop } from "../ui/start-stop.tsx";

type Allowed = GradeRequest["allows"][number];

export interface GradeDraft {
  readonly address: string;
  readonly allows: readonly Allowed[];
  readonly prompt: string;
  readonly longPrompt: string;
  readonly askingPrompt: string;
}

export const EMPTY_GRADE_DRAFT: Omit<GradeDraft, "address"> = {
  allows: [],
  prompt: "",
  longPrompt: "",
  askingPrompt: "",
};

const ALLOWED: Readonly<Record<Allowed, string>> = {
  messages: "Send messages, which create tasks",
  cancels: "Cancel tasks that the grade started",
  pushes: "Configure push notifications for them",
};
const ALLOWED_NAMES = Object.keys(ALLOWED) as Allowed[];

interface GradeFormProps {
  draft: GradeDraft;
  onChange: (draft: GradeDraft) => void;
  onStart: () => void;
  isRunning: boolean;
  onStop: () => void;
}

export function GradeForm({ draft, onChange, onStart, isRunning, onStop }: GradeFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onStart();
  };
  const allow = (one: Allowed, isAllowed: boolean) =>
    onChange({
      ...draft,
      allows: ALLOWED_NAMES.filter((name) =>
        name === one ? isAllowed : draft.allows.includes(name),
      ),
    });
  const sendsMessages = draft.allows.includes("messages");
  return (
    <form className="grid min-w-0 gap-3" aria-label="Grade an agent" noValidate onSubmit={submit}>
      <LabeledField label="Agent">
        <TextField
          label="Agent"
          mono
          value={draft.address}
          onChange={(address) => onChange({ ...draft, address })}
          placeholder="http://localhost:9999"
        />
      </LabeledField>
      <fieldset className="grid justify-items-start">
        <legend className="mb-0.5 text-fg-2">Besides queries, the grade may</legend>
        {ALLOWED_NAMES.map((name) => (
          <CheckLine
            key={name}
            checked={draft.allows.includes(name)}
            disabled={isRunning || (name !== "messages" && !sendsMessages)}
            onChange={(isAllowed) => allow(name, isAllowed)}
          >
            {ALLOWED[name]}
          </CheckLine>
        ))}
      </fieldset>
      {sendsMessages && (
        <>
          <p className="max-w-[72ch] text-warning">
            The agent does real work for these messages, which may cost money or change something.
          </p>
          <Prompts draft={draft} onChange={onChange} />
        </>
      )}
      <StartStop
        start="Grade"
        disabled={draft.address.trim() === ""}
        isRunning={isRunning}
        onStop={onStop}
      />
    </form>
  );
}

function Prompts({ draft, onChange }: Pick<GradeFormProps, "draft" | "onChange">) {
  const fields = [
    ["prompt", "Message", "An example of the card, unless you write one."],
    ["longPrompt", "Message whose task runs for some seconds", "To cancel it and to subscribe."],
    ["askingPrompt", "Message that the agent answers with a question", "To reply to it."],
  ] as const;
  return (
    <div className="grid gap-3 @min-[640px]/conformance:grid-cols-3">
      {fields.map(([name, label, hint]) => (
        <LabeledField key={name} label={label} hint={hint}>
          <TextField
            label={label}
            value={draft[name]}
            onChange={(text) => onChange({ ...draft, [name]: text })}
          />
        </LabeledField>
      ))}
    </div>
  );
}

/** The request that the form describes. Credentials are added by the caller. */
export function toGradeRequest(draft: GradeDraft): GradeRequest {
  const { address, allows, prompt, longPrompt, askingPrompt } = draft;
  return {
    address: address.trim(),
    // Without messages there is no task to cancel or to configure.
    allows: allows.includes("messages") ? allows : [],
    prompts: {
      ...(prompt.trim() !== "" && { any: prompt }),
      ...(longPrompt.trim() !== "" && { long: longPrompt }),
      ...(askingPrompt.trim() !== "" && { "input-required": askingPrompt }),
    },
  };
}
