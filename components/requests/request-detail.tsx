"use client";

// A saved request with its content, its variables and what can be done with it.

import { createCheckStep, formatWorkflowStep } from "../../lib/requests/check-step.ts";
import { MAX_NAME_LENGTH } from "../../lib/requests/request-limits.ts";
import type {
  RequestCollection,
  RequestContent,
  SavedRequest,
} from "../../lib/requests/schemas.ts";
import { findSecretInChanges, removeCredentials } from "../../lib/requests/secrets-in-requests.ts";
import {
  findVariables,
  resolveVariables,
  type VariableValues,
} from "../../lib/requests/variables.ts";
import { sanitizeAddress } from "../../lib/session/settings.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { copyText } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";
import { showToast } from "../ui/toast.tsx";
import { ContentFields } from "./content-fields.tsx";
import { useRequestsStore } from "./requests-store.ts";
import {
  getValuesWithGiven,
  type SavedRequestsControls,
  useAgentOrigin,
  useSendSaved,
} from "./use-saved-requests.ts";

interface RequestDetailProps {
  collection: RequestCollection;
  request: SavedRequest;
  controls: SavedRequestsControls;
  /** Called when it was sent, or opened in the composer. */
  onSent: () => void;
}

export function RequestDetail({ collection, request, controls, onSent }: RequestDetailProps) {
  const { actions } = useAppContext();
  const { drafts, givenValues, edit, show } = useRequestsStore((state) => state);
  const isConnected = useAgent(({ endpoint }) => endpoint !== null);
  const send = useSendSaved(controls, onSent);
  const draft = drafts.get(request.id) ?? request;
  const origin = useAgentOrigin();
  const values = getValuesWithGiven(controls.saved, origin, givenValues);
  const resolved = resolveVariables(draft.content, values);
  const isComplete = resolved.unresolved.length + resolved.misplaced.length === 0;
  const open = () => {
    actions.openContent(resolved.content);
    onSent();
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 max-phone:p-3"
      aria-label={boundText(request.name)}
      // Enter in a field must not send what is being edited.
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="flex items-center gap-1.5">
        <Button size={24} variant="outline" className="phone:hidden" onClick={() => show(null)}>
          All
        </Button>
        <TextField
          label="Name"
          className="flex-1"
          maxLength={MAX_NAME_LENGTH}
          value={draft.name}
          onChange={(name) => edit({ ...draft, name })}
        />
        <RequestMenu collection={collection} request={request} controls={controls} />
      </div>
      <ContentFields content={draft.content} onChange={(content) => edit({ ...draft, content })} />
      <VariableList content={draft.content} values={values} controls={controls} />
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          variant="primary"
          disabled={!isConnected || !isComplete}
          onClick={() => void send(request)}
        >
          Send
        </Button>
        <Button variant="outline" disabled={!isConnected} onClick={open}>
          {draft.content.kind === "message" ? "Open in composer" : "Open in editor"}
        </Button>
        <CopyStepMenu request={draft} collection={collection} values={values} />
        {!isConnected && <span className="text-fg-3">Connect to an agent to send it.</span>}
        {isConnected && !isComplete && (
          <span className="text-fg-3">Enter the missing values to send it.</span>
        )}
      </div>
      {drafts.has(request.id) && (
        <UnsavedChanges collection={collection} draft={draft} controls={controls} />
      )}
    </form>
  );
}

interface UnsavedChangesProps {
  collection: RequestCollection;
  draft: SavedRequest;
  controls: SavedRequestsControls;
}

function UnsavedChanges({ collection, draft, controls }: UnsavedChangesProps) {
  const discard = useRequestsStore((state) => state.discard);
  const { content, removed } =
    draft.content.kind === "request"
      ? removeCredentials(draft.content)
      : { content: draft.content, removed: [] };
  const change = {
    kind: "request",
    collection: collection.id,
    request: { ...draft, content },
  } as const;
  const refusal = draft.name.trim() === "" ? "Enter a name." : findSecretInChanges([change]);
  const save = async () => {
    if (!(await controls.change([change]))) return;
    discard(draft.id);
    if (removed.length > 0) showToast({ text: `Not saved: ${removed.join(", ")}` });
  };
  return (
    <section
      data-hue="accent"
      aria-label="Changes"
      className="flex flex-wrap items-center gap-1.5 rounded-2 bg-tint px-3 py-2 forced-colors:border"
    >
      <span className="min-w-40 flex-1 text-fg-2">{refusal ?? "Changes are not saved yet."}</span>
      <Button variant="outline" disabled={refusal !== null} onClick={() => void save()}>
        Save changes
      </Button>
      <Button onClick={() => discard(draft.id)}>Discard</Button>
    </section>
  );
}

function RequestMenu({ collection, request, controls }: Omit<RequestDetailProps, "onSent">) {
  const { show } = useRequestsStore((state) => state);
  const { saved, change, duplicate, removeRequest } = controls;
  const at = collection.requests.indexOf(request);
  const moveTo = (target: string, to?: number) =>
    void change([
      { kind: "request", collection: target, request, ...(to !== undefined && { at: to }) },
    ]);
  return (
    <>
      <IconButton
        icon="copy"
        iconSize={14}
        label="Duplicate"
        onClick={() => void duplicate(request).then((id) => id !== null && show(id))}
      />
      <IconButton
        icon="delete"
        iconSize={14}
        label="Delete"
        onClick={() => {
          show(null);
          removeRequest(request);
        }}
      />
      <MenuButton
        label="Move"
        icon="more"
        align="end"
        items={[
          {
            id: "up",
            label: "Move up",
            disabled: at <= 0,
            onSelect: () => moveTo(collection.id, at - 1),
          },
          {
            id: "down",
            label: "Move down",
            disabled: at >= collection.requests.length - 1,
            onSelect: () => moveTo(collection.id, at + 1),
          },
          { id: "line", separator: true },
          ...saved.collections
            .filter(({ id }) => id !== collection.id)
            .map(({ id, name }) => ({
              id,
              label: `Move to ${name}`,
              onSelect: () => moveTo(id),
            })),
        ]}
      />
    </>
  );
}

interface CopyStepMenuProps {
  request: SavedRequest;
  collection: RequestCollection;
  values: VariableValues;
}

/** Menu that copies a saved request as a step of a build. */
function CopyStepMenu({ request, collection, values }: CopyStepMenuProps) {
  const { agent } = useAppContext();
  const phase = useAgent((state) => state.phase);
  const endpoint = useAgent((state) => state.endpoint);
  const address = phase.kind === "connected" ? sanitizeAddress(phase.address) : collection.agent;
  const placed =
    endpoint && agent.addPlaceholders({ method: "POST", url: endpoint.url, headers: [] });
  const headers = (placed?.headers ?? []).map(([name, value]) => `${name}: ${value}`);
  const step = createCheckStep(request, values, { address, headers });
  const copy = async (what: string, text: string) => {
    const isCopied = await copyText(text);
    const rest =
      typeof step !== "string" && step.omitted.length > 0
        ? ` without ${step.omitted.join(", ")}`
        : "";
    showToast({ text: isCopied ? `Copied ${what}${rest}` : `Couldn't copy ${what}` });
  };
  const hint = typeof step === "string" ? { disabled: true, hint: step } : {};
  return (
    <MenuButton
      label="Copy as CI step"
      icon="copy"
      items={[
        {
          id: "command",
          label: "Command line",
          hint: "npx a2a-loupe check …",
          ...hint,
          onSelect: () => typeof step !== "string" && void copy("command", step.command),
        },
        {
          id: "workflow",
          label: "GitHub workflow step",
          ...hint,
          onSelect: () =>
            typeof step !== "string" &&
            void copy("workflow step", formatWorkflowStep(request.name, step)),
        },
      ]}
    >
      Copy as CI step
    </MenuButton>
  );
}

interface VariableListProps {
  content: RequestContent;
  values: VariableValues;
  controls: SavedRequestsControls;
}

/**
 * The variables of a saved request, with their values and where these come from. A variable without a
 * value can be given one for this sending.
 */
function VariableList({ content, values, controls }: VariableListProps) {
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
