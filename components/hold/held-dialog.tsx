"use client";
// Dialog for what the caller gets in place of a held event, or besides. The server checks it while it is
// typed; if it refuses, what was typed stays.
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { CommandCheck } from "../../lib/api/taps.ts";
import { describeHeld } from "../../lib/report/held-stream.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { useAppContext } from "../app-context.tsx";
import type { DialogParameters } from "../app-shell/dialogs.ts";
import { JsonEditor } from "../request/json-editor.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { createHeldCommand, createHeldDraft, type HeldDraft } from "./held-draft.ts";
import { type HeldCommand, loadHolds } from "./hold-actions.ts";
import { getHoldStore, listHeld } from "./hold-store.ts";

type Parameters = DialogParameters["held"];

const TITLES = {
  edit: "Edit held event",
  insert: "Insert an event",
  fail: "Fail with an error",
} as const;
const ACTIONS = { edit: "Send edited", insert: "Insert and continue", fail: "Fail" } as const;

export default function HeldDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const app = useAppContext();
  const parameters = useStore(app.dialogs, (dialogs) => dialogs.parameters.held);
  const [kept, keep] = useState<{ readonly about: Parameters; readonly draft: HeldDraft } | null>(
    null,
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!parameters) return null;
  const { tap, stream, act } = parameters;
  const isSame =
    kept?.about.tap === tap && kept.about.stream.id === stream.id && kept.about.act === act;
  const draft = kept && isSame ? kept.draft : createHeldDraft(stream);
  const command = createHeldCommand(act, stream, draft);
  const update = (change: Partial<HeldDraft>) => {
    setRefusal(null);
    keep({ about: parameters, draft: { ...draft, ...change } });
  };
  const send = async () => {
    if (typeof command === "string") return;
    try {
      await apiClient.resumeHeld(tap, stream.id, command);
      announce("Sent");
      onClose();
    } catch (error) {
      setRefusal(getErrorMessage(error));
    }
    await loadHolds(app).catch(() => undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={TITLES[act]}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={typeof command === "string"}
            onClick={() => void send()}
          >
            {ACTIONS[act]}
          </Button>
        </>
      }
    >
      <form
        aria-label={TITLES[act]}
        className="grid gap-2 text-12"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-fg-2 wrap-anywhere">{describeHeld(stream)}</p>
        {act === "fail" ? (
          <ErrorFields draft={draft} onChange={update} />
        ) : (
          <EventFields about={parameters} draft={draft} onChange={update} />
        )}
        <Outcome about={parameters} command={command} />
        {refusal !== null && (
          <p role="alert" className="text-error">
            Refused: {refusal}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  draft: HeldDraft;
  onChange: (change: Partial<HeldDraft>) => void;
}

function ErrorFields({ draft, onChange }: FieldsProps) {
  return (
    <div className="flex gap-2 max-phone:flex-wrap">
      <TextField
        label="Error code"
        className="flex-[0_0_120px]"
        mono
        value={draft.code}
        onChange={(code) => onChange({ code })}
      />
      <TextField
        label="Error message"
        className="flex-1 max-phone:basis-full"
        placeholder="Loupe let this call fail"
        value={draft.message}
        onChange={(message) => onChange({ message })}
      />
    </div>
  );
}

function EventFields({ about, draft, onChange }: FieldsProps & { about: Parameters }) {
  const { act, stream } = about;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {stream.text !== "" && (
          <SegmentedControl
            label="Edit as"
            options={[
              { value: "json", label: "JSON" },
              { value: "text", label: "Exact text" },
            ]}
            value={draft.form}
            onChange={(form) => onChange({ form })}
          />
        )}
        {act === "insert" && (
          <SegmentedControl
            label="Where"
            options={[
              { value: "before", label: "Before it" },
              { value: "after", label: "After it" },
            ]}
            value={draft.where}
            onChange={(where) => onChange({ where })}
          />
        )}
      </div>
      {draft.form === "json" ? (
        <JsonEditor
          autoFocus
          label="Event"
          mostLines={20}
          value={draft.json}
          onChange={(json) => onChange({ json })}
        />
      ) : (
        <TextArea
          label="Exact text"
          look="exact"
          className="max-h-90 min-h-30"
          spellCheck={false}
          value={draft.text}
          onChange={(text) => onChange({ text })}
        />
      )}
    </>
  );
}

const CHECK_DELAY_MS = 250;

/** What the server would say, and the rules that the event would break. */
function Outcome({ about, command }: { about: Parameters; command: HeldCommand | string }) {
  const { tap, stream } = about;
  const isHeld = useStore(getHoldStore(useAppContext()), (holds) =>
    listHeld(holds).some((one) => one.tap === tap && one.stream.id === stream.id),
  );
  const [check, setCheck] = useState<CommandCheck | null>(null);
  const asked = typeof command === "string" ? null : JSON.stringify(command);
  useEffect(() => {
    setCheck(null);
    if (asked === null || !isHeld) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      apiClient.checkHoldCommand(tap, stream.id, JSON.parse(asked)).then(
        (answer) => isCurrent && setCheck(answer),
        () => undefined,
      );
    }, CHECK_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked, isHeld, tap, stream.id]);
  return (
    <div aria-live="polite" className="min-h-5 text-12/5" data-part="held-outcome">
      {!isHeld && <p className="text-warning">It is not held any more: it has gone on.</p>}
      {isHeld && typeof command === "string" && <p className="text-fg-3">{command}</p>}
      {isHeld && check?.problem && <p className="text-error">{check.problem}</p>}
      {isHeld && check?.problem === null && check.broken.length === 0 && (
        <p className="text-fg-3">It breaks no rule.</p>
      )}
      {isHeld && check && check.broken.length > 0 && (
        <ul aria-label="Rules that it breaks">
          {check.broken.map(({ rule, title }) => (
            <li key={rule} className="text-warning">
              {`Breaks ${rule}: ${title}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
