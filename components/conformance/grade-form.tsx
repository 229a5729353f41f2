"use client";
// Form that starts a grade: the agent, the profile, what may be sent, and the messages for states that
// it does not reach by itself.

import type { FormEvent } from "react";
import { ACTS_CONVENTION_NAMES, type ActsConventionName } from "../../lib/api/grading.ts";
import type { GradeRequest } from "../../lib/api/schemas/api-requests.ts";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";
import { StartStop } from "../ui/start-stop.tsx";

type Allowed = GradeRequest["allows"][number];

/** `failed-tests`: of the report that is shown. */
export type GradeProfile = "any" | "acts" | "failed-tests";

export interface GradeDraft {
  readonly address: string;
  readonly profile: GradeProfile;
  readonly convention: ActsConventionName;
  readonly hasBehaviors: boolean;
  readonly allows: readonly Allowed[];
  readonly prompt: string;
  readonly longPrompt: string;
  readonly askingPrompt: string;
}

export const EMPTY_GRADE_DRAFT: Omit<GradeDraft, "address" | "profile"> = {
  convention: "loupe",
  hasBehaviors: false,
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

const PROFILES: Readonly<Record<GradeProfile, string>> = {
  any: "Any agent",
  acts: "ACTS test files",
  "failed-tests": "Failed tests of the report",
};

const CONVENTIONS: Readonly<Record<ActsConventionName, string>> = {
  loupe: "Loupe’s own",
  itk: "a2a-itk, the runner of the SDKs",
};

interface GradeFormProps {
  draft: GradeDraft;
  /** Those that can be chosen. */
  profiles: readonly GradeProfile[];
  onChange: (draft: GradeDraft) => void;
  onStart: () => void;
  isRunning: boolean;
  onStop: () => void;
}

export function GradeForm(props: GradeFormProps) {
  const { draft, profiles, onChange, onStart, isRunning, onStop } = props;
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
      {profiles.length > 1 && (
        <ProfileFields draft={draft} profiles={profiles} onChange={onChange} />
      )}
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
          {draft.profile === "any" && <Prompts draft={draft} onChange={onChange} />}
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

function ProfileFields({
  draft,
  profiles,
  onChange,
}: Pick<GradeFormProps, "draft" | "profiles" | "onChange">) {
  const { profile, convention, hasBehaviors } = draft;
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex min-w-0 flex-wrap gap-3">
        <LabeledField label="Profile">
          <Select
            label="Profile"
            outlined
            options={profiles.map((value) => ({ value, label: PROFILES[value] }))}
            value={profile}
            onChange={(chosen) => onChange({ ...draft, profile: chosen })}
          />
        </LabeledField>
        {profile !== "any" && (
          <LabeledField label="Convention">
            <Select
              label="Convention"
              outlined
              options={ACTS_CONVENTION_NAMES.map((value) => ({ value, label: CONVENTIONS[value] }))}
              value={convention}
              onChange={(chosen) => onChange({ ...draft, convention: chosen })}
            />
          </LabeledField>
        )}
      </div>
      {/* By the convention of a2a-itk, every test is run. */}
      {profile !== "any" && convention === "loupe" && (
        <CheckLine
          checked={hasBehaviors}
          onChange={(chosen) => onChange({ ...draft, hasBehaviors: chosen })}
        >
          The agent has the behaviors that the tests ask for (tck-…)
        </CheckLine>
      )}
    </div>
  );
}

function Prompts({ draft, onChange }: Pick<GradeFormProps, "draft" | "onChange">) {
  const fields = [
    ["prompt", "Message", "An example of the card, unless you write one."],
    [
      "longPrompt",
      "Message whose task runs for some seconds",
      "To cancel it, and to subscribe to it until it ends.",
    ],
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
export function toGradeRequest(draft: GradeDraft, shownGrade: string | null): GradeRequest {
  const { address, profile, convention, hasBehaviors, allows, prompt, longPrompt, askingPrompt } =
    draft;
  const repeats = profile === "failed-tests" ? shownGrade : null;
  return {
    address: address.trim(),
    // Without messages there is no task to cancel or to configure.
    allows: allows.includes("messages") ? allows : [],
    prompts: {
      ...(prompt.trim() !== "" && { any: prompt }),
      ...(longPrompt.trim() !== "" && { long: longPrompt }),
      ...(askingPrompt.trim() !== "" && { "input-required": askingPrompt }),
    },
    ...(profile !== "any" && {
      acts: { convention, hasBehaviors, ...(repeats !== null && { repeats }) },
    }),
  };
}
