"use client";
// List of the environments, and the form of the one that is edited.

import { type FormEvent, useState } from "react";
import { parseWith } from "../../lib/api/schemas/parse-with.ts";
import { MAX_NAME_LENGTH } from "../../lib/requests/request-limits.ts";
import { createUniqueName } from "../../lib/requests/saved-requests.ts";
import {
  ENVIRONMENT,
  type Environment,
  type EnvironmentVariable,
} from "../../lib/requests/schemas.ts";
import { findSecretReason } from "../../lib/requests/secrets-in-requests.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { EmptyState } from "../ui/status.tsx";
import { showToast } from "../ui/toast.tsx";
import { type SavedRequestsControls, useAgentOrigin } from "./use-saved-requests.ts";

export function EnvironmentsPane({ controls }: { controls: SavedRequestsControls }) {
  const { saved, change } = controls;
  const { environments } = saved;
  const origin = useAgentOrigin();
  const [edited, setEdited] = useState<Environment | null>(null);
  const add = (agent: string | null) =>
    setEdited({
      id: crypto.randomUUID(),
      name: createUniqueName(
        "New environment",
        environments.map(({ name }) => name),
      ),
      agent,
      isActive: !environments.some((one) => one.isActive && one.agent === agent),
      variables: [],
    });
  const put = (environment: Environment) => change([{ kind: "environment", environment }]);
  const remove = async (environment: Environment) => {
    const { id, name } = environment;
    const at = environments.indexOf(environment);
    if (!(await change([{ kind: "remove-environment", id }]))) return;
    showToast({
      text: `Deleted ${name}`,
      action: {
        label: "Undo",
        run: () => void change([{ kind: "environment", environment, at }]),
      },
    });
  };
  if (edited) {
    return (
      <EnvironmentForm
        key={edited.id}
        environment={edited}
        onSave={async (environment) => {
          if (await put(environment)) setEdited(null);
        }}
        onCancel={() => setEdited(null)}
      />
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-auto border-t border-line-2 p-4 max-phone:p-3">
      <p className="max-w-[72ch] pb-3 text-fg-2">
        An environment gives values to variables. One is active for all agents, and one for each
        agent, whose values come first. Secrets stay in the credentials: a variable refers to one.
      </p>
      {environments.length === 0 && (
        <EmptyState icon="braces" title="No environments">
          Add one, then write {"{{name}}"} in a saved request where its value goes.
        </EmptyState>
      )}
      <ul className="grid gap-1.5">
        {environments.map((environment) => (
          <li
            key={environment.id}
            className="flex flex-wrap items-center gap-2.5 rounded-2 px-3 py-1.5 inset-ring inset-ring-line-2 forced-colors:border"
          >
            <CheckLine
              checked={environment.isActive}
              label={`Use ${boundText(environment.name)}`}
              onChange={(isActive) => void put({ ...environment, isActive })}
            >
              <b className="font-semibold">{boundText(environment.name)}</b>
            </CheckLine>
            <span className="mono min-w-0 flex-1 truncate text-11 text-fg-3">
              {environment.agent === null ? "all agents" : boundText(environment.agent)}
            </span>
            <span className="text-fg-3">
              {formatQuantity(environment.variables.length, "variable")}
            </span>
            <Button
              size={24}
              aria-label={`Edit ${boundText(environment.name)}`}
              onClick={() => setEdited(environment)}
            >
              Edit
            </Button>
            <Button
              size={24}
              aria-label={`Delete ${boundText(environment.name)}`}
              onClick={() => void remove(environment)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1.5 pt-3">
        <Button icon="plus" variant="outline" onClick={() => add(null)}>
          Add for all agents
        </Button>
        {origin !== null && (
          <Button icon="plus" variant="outline" onClick={() => add(origin)}>
            Add for {boundText(origin)}
          </Button>
        )}
      </div>
    </div>
  );
}

interface EnvironmentFormProps {
  environment: Environment;
  onSave: (environment: Environment) => Promise<void>;
  onCancel: () => void;
}

/**
 * Form of an environment: its name and variables. A secret is not a value: it is refused with a hint,
 * and a variable refers to a credential instead.
 */
function EnvironmentForm({ environment, onSave, onCancel }: EnvironmentFormProps) {
  const [name, setName] = useState(environment.name);
  const [variables, setVariables] = useState(
    environment.variables.length > 0 ? environment.variables : [EMPTY_VARIABLE],
  );
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = variables.filter(
      (one) => one.name !== "" || "credential" in one || one.value !== "",
    );
    const read = parseWith(ENVIRONMENT, { ...environment, name, variables: filled });
    if (typeof read === "string") return setProblem(read);
    const secret = filled.map(getSecretReason).find((reason) => reason !== null) ?? null;
    setProblem(secret);
    if (secret === null) void onSave(read);
  };
  return (
    <form
      aria-label={`Environment ${boundText(environment.name)}`}
      className="grid min-h-0 flex-1 content-start gap-2.5 overflow-auto border-t border-line-2 p-4 max-phone:p-3"
      onSubmit={submit}
    >
      <TextField
        label="Environment name"
        className="max-w-100"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={setName}
      />
      <p className="text-fg-3">
        {environment.agent === null
          ? "For all agents."
          : `Only for ${boundText(environment.agent)}.`}
      </p>
      <ul className="grid gap-1.5">
        {variables.map((variable, index) => (
          <li key={String(index)}>
            <VariableFields
              variable={variable}
              number={index + 1}
              onChange={(changed) => setVariables(variables.with(index, changed))}
              onRemove={() => setVariables(variables.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button icon="plus" onClick={() => setVariables([...variables, EMPTY_VARIABLE])}>
          Add variable
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="text-error">
          {problem}
        </p>
      )}
      <div className="flex gap-1.5">
        <Button type="submit" variant="primary">
          Save environment
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

const EMPTY_VARIABLE: EnvironmentVariable = { name: "", value: "" };

const KINDS = [
  { value: "text", label: "Text" },
  { value: "secret", label: "Secret" },
] as const;

const getSecretReason = (variable: EnvironmentVariable) =>
  "value" in variable ? findSecretReason(variable.name, variable.value) : null;

interface VariableFieldsProps {
  variable: EnvironmentVariable;
  number: number;
  onChange: (variable: EnvironmentVariable) => void;
  onRemove: () => void;
}

function VariableFields({ variable, number, onChange, onRemove }: VariableFieldsProps) {
  const of = `variable ${number}`;
  const { name } = variable;
  const reason = getSecretReason(variable);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,2fr)_auto] items-center gap-x-2 gap-y-1 max-[560px]:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label={`Name of ${of}`}
        placeholder="Name"
        mono
        value={name}
        onChange={(typed) => onChange({ ...variable, name: typed.trim() })}
      />
      <Select
        label={`Kind of ${of}`}
        outlined
        options={KINDS}
        value={"credential" in variable ? "secret" : "text"}
        onChange={(kind) =>
          onChange(kind === "secret" ? { name, credential: "" } : { name, value: "" })
        }
      />
      {"credential" in variable ? (
        <CredentialChoice
          label={`Credential of ${of}`}
          value={variable.credential}
          onChange={(credential) => onChange({ name, credential })}
        />
      ) : (
        <TextField
          label={`Value of ${of}`}
          placeholder="Value"
          mono
          value={variable.value}
          invalid={reason !== null}
          onChange={(value) => onChange({ name, value })}
        />
      )}
      <IconButton icon="close" iconSize={14} label={`Remove ${of}`} onClick={onRemove} />
      {reason !== null && <p className="col-span-full text-warning">{reason}</p>}
    </div>
  );
}

interface CredentialChoiceProps {
  label: string;
  value: string;
  onChange: (credential: string) => void;
}

/** The credentials of the connected agent by the names of their placeholders. */
function CredentialChoice({ label, value, onChange }: CredentialChoiceProps) {
  const { agent } = useAppContext();
  const openDialog = useOpenDialog();
  const endpoint = useAgent((state) => state.endpoint);
  const placed =
    endpoint && agent.addPlaceholders({ method: "POST", url: endpoint.url, headers: [] });
  const text = placed ? `${placed.url}\n${placed.headers.join("\n")}` : "";
  const known = [...text.matchAll(/‹(A2A_[A-Z0-9_]+)›/g)].map(([, name = ""]) => name);
  const names = [...new Set([...known, ...(value === "" ? [] : [value])])];
  if (names.length === 0) {
    return (
      <span className="flex flex-wrap items-center gap-1.5 text-fg-2">
        This agent has no credentials.
        <Button size={24} onClick={() => openDialog("credentials")}>
          Add credentials
        </Button>
      </span>
    );
  }
  return (
    <Select
      label={label}
      outlined
      fill
      options={[
        { value: "", label: "Choose a credential" },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
