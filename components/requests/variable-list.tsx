"use client";
// The variables of a saved request, with their values and where these come from. A variable without a
// value can be given one for this sending.
import type { RequestContent } from "../../lib/requests/schemas.ts";
import {
  findVariables,
  resolveVariables,
  type VariableValues,
} from "../../lib/requests/variables.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { useRequestsStore } from "./requests-store.ts";
import type { SavedRequestsControls } from "./use-saved-requests.ts";

interface VariableListProps {
  content: RequestContent;
  values: VariableValues;
  controls: SavedRequestsControls;
}

export function VariableList({ content, values, controls }: VariableListProps) {
  const { givenValues, giveValue, showTab } = useRequestsStore((state) => state);
  const names = findVariables(content);
  if (names.length === 0) return null;
  const { misplaced } = resolveVariables(content, values);
  const active = controls.saved.environments.filter(({ isActive }) => isActive);
  const source = active.map(({ name }) => name).join(", ");
  return (
    <section aria-label="Variables" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center gap-2">
        <h4 className="font-semibold">Variables</h4>
        <span className="min-w-0 flex-1 truncate text-fg-3">
          {source === "" ? "No environment is active." : `From ${boundText(source)}`}
        </span>
        <Button size={24} onClick={() => showTab("environments")}>
          Edit environments
        </Button>
      </div>
      <ul className="grid gap-1">
        {names.map((name) => {
          const given = givenValues.get(name) ?? "";
          const variable = given === "" ? values.get(name) : undefined;
          return (
            <li key={name} className="flex min-h-7 flex-wrap items-center gap-2">
              <code className="w-36 flex-none truncate max-phone:w-22 font-mono text-fg-2">
                {boundText(name)}
              </code>
              {variable === undefined && (
                <>
                  <TextField
                    label={`Value of ${boundText(name)}`}
                    size={26}
                    className="flex-[1_1_140px]"
                    placeholder="value for this sending"
                    value={given}
                    onChange={(value) => giveValue(name, value)}
                  />
                  {!values.has(name) && (
                    <Tag hue="warning" icon="warning">
                      no value
                    </Tag>
                  )}
                </>
              )}
              {variable !== undefined && "value" in variable && (
                <span className="mono min-w-0 flex-1 truncate">{boundText(variable.value)}</span>
              )}
              {variable !== undefined && "credential" in variable && (
                <span className="flex min-w-0 flex-1 items-center gap-1.5 text-fg-2">
                  <Icon name="key" size={14} />
                  {boundText(variable.credential)}
                </span>
              )}
              {misplaced.includes(name) && (
                <Tag hue="error" icon="error">
                  credentials are sent in headers and the URL only
                </Tag>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
