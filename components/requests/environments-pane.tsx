"use client";
import { useState } from "react";
import { createUniqueName } from "../../lib/requests/saved-requests.ts";
// List of the environments, and the form of the one that is edited.
import type { Environment } from "../../lib/requests/schemas.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { showToast } from "../ui/toast.tsx";
import { EnvironmentForm } from "./environment-form.tsx";
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
