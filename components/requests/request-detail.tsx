"use client";
import { MAX_NAME_LENGTH } from "../../lib/requests/request-limits.ts";
// A saved request with its content, its variables and what can be done with it.
import type { RequestCollection, SavedRequest } from "../../lib/requests/schemas.ts";
import { findSecretInChanges, removeCredentials } from "../../lib/requests/secrets-in-requests.ts";
import { resolveVariables } from "../../lib/requests/variables.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { showToast } from "../ui/toast.tsx";
import { ContentFields } from "./content-fields.tsx";
import { CopyStepMenu } from "./copy-step-menu.tsx";
import { useRequestsStore } from "./requests-store.ts";
import {
  getValuesWithGiven,
  type SavedRequestsControls,
  useAgentOrigin,
} from "./use-saved-requests.ts";
import { useSendSaved } from "./use-send-saved.ts";
import { VariableList } from "./variable-list.tsx";

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
