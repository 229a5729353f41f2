"use client";
// The message composer: text box, attachments, send options and request preview.
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { createRequestIds } from "../../lib/session/request-ids.ts";
import type { RunStore } from "../../lib/session/run.ts";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import { useAppContext } from "../app-context.tsx";
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { toEditableRequest } from "../request/editable-request.ts";
import { RequestPreview } from "../request/request-preview.tsx";
import { useAgent, useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { chooseFiles } from "../ui/choose-files.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useComposeStore } from "./compose-store.ts";
import { CopyRequestMenu } from "./copy-request-menu.tsx";
import { LiveActions } from "./live-actions.tsx";
import { MessageParts } from "./message-parts.tsx";
import { readFileParts } from "./read-file-parts.ts";
import { AddPartButtons, SendChoices } from "./send-choices.tsx";
import { SendFailed } from "./send-failed.tsx";
import { type ComposedMessage, useComposedMessage } from "./use-composed-message.ts";
import { useUiEvents } from "./use-ui-events.ts";

const SendOptionsPanel = createLazyComponent(() => import("./send-options-panel.tsx"));

export function MessageComposer() {
  const { agent } = useAppContext();
  const editInEditor = useComposeStore((compose) => compose.editRequest);
  const draft = useComposedMessage();
  // One at a time, to leave room for the timeline.
  const [unfolded, setUnfolded] = useState<"options" | "request" | null>(null);
  const showsOptions = unfolded === "options";
  const showsRequest = unfolded === "request";
  const [openPart, setOpenPart] = useState<string | null>(null);
  const [fileErrors, setFileErrors] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [wasTried, setTried] = useState(false);
  const isNarrow = useMedia(NARROW_QUERY);
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, input, sending, errors } = draft;
  const focus = () => box.current?.focus();
  useFocusAtStart(box);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const addFiles = async (files: readonly File[]) => {
    const { parts, errors } = await readFileParts(files, latest.current.input.parts);
    // Keeps changes made while the files were read.
    if (parts.length > 0) {
      latest.current.updateInput({ parts: [...latest.current.input.parts, ...parts] });
      announce(`Attached ${parts.map(({ name }) => name).join(", ")}`);
    }
    setFileErrors(errors);
    focus();
  };
  const addData = () => {
    const id = crypto.randomUUID();
    const part = { id, kind: "data", json: "{\n  \n}" } as const;
    draft.updateInput({ parts: [...input.parts, part] });
    setOpenPart(id);
    if (isNarrow) setUnfolded(null);
  };
  const send = async () => {
    setTried(errors.length > 0);
    if (errors.length > 0) return show(errors[0]?.field ?? "");
    if (await draft.send()) {
      setOpenPart(null);
      setFileErrors([]);
    }
    focus();
  };
  const show = (field: string) => {
    if (input.parts.some(({ id }) => id === field)) setOpenPart(field);
    else setUnfolded("options");
  };
  const editRequest = () => {
    setTried(errors.length > 0);
    if (errors.length > 0) return show(errors[0]?.field ?? "");
    const request = agent.request(draft.createCall(), createRequestIds());
    if (!request) return;
    editInEditor(toEditableRequest(request));
  };
  const chooseMore = () => chooseFiles((files) => void addFiles(files));
  useUiEvents({
    "focus-composer": focus,
    "new-conversation": () => {
      draft.updateInput({ target: "new" });
      focus();
    },
    "continue-task": () => {
      draft.updateInput({ target: "continue" });
      focus();
    },
    "send-message": () => {
      if (!isNarrow) focus();
      void send();
    },
    "attach-file": chooseMore,
    "add-data": addData,
    "show-options": () => setUnfolded("options"),
    "edit-request": editRequest,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (delta !== -1 && delta !== 1) return;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (draft.recall(delta)) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void addFiles(files);
  };
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Files dropped here are attachments, not logs to open.
    event.preventDefault();
    setOver(event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") void addFiles([...event.dataTransfer.files]);
  };
  const choices = (
    <>
      <AddPartButtons onFile={chooseMore} onData={addData} />
      <SendChoices draft={draft} />
    </>
  );
  const options = <SendOptionsPanel draft={draft} />;
  return (
    <>
      <SendFailed onRetry={() => void send()} />
      {fileErrors.length > 0 && (
        <Banner
          severity="warning"
          title="Couldn't attach files"
          remedy="The rest of the message is unchanged."
          onClose={() => setFileErrors([])}
        >
          {fileErrors.join(" ")}
        </Banner>
      )}
      {wasTried && errors.length > 0 && (
        <Banner severity="error" title="Not sent" onClose={() => setTried(false)}>
          {errors.map(({ message }) => message).join(" ")}
        </Banner>
      )}
      <form
        className="composer"
        data-filled={text !== "" || input.parts.length > 0 || undefined}
        data-over={isOver || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          onDrag(event);
          setOver(false);
        }}
      >
        <TextArea
          ref={box}
          label="Message"
          placeholder={usePlaceholder(draft)}
          value={text}
          dir="auto"
          onChange={draft.setText}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <MessageParts
          draft={draft}
          open={openPart}
          onOpen={setOpenPart}
          onOptions={() => setUnfolded("options")}
          onRemoved={focus}
        />
        <div className="composer-tools">
          <span className="composer-choices">
            {!isNarrow && choices}
            <Button
              className="composer-fold composer-options"
              aria-expanded={showsOptions}
              // Losing the focus would resize the text box and move the button away.
              onMouseDown={(event) => event.preventDefault()}
              icon={showsOptions ? "chevron-down" : "chevron-right"}
              onClick={() => setUnfolded(showsOptions ? null : "options")}
            >
              Options
            </Button>
            <Button
              className="composer-fold"
              aria-expanded={showsRequest}
              icon={showsRequest ? "chevron-down" : "chevron-right"}
              onClick={() => setUnfolded(showsRequest ? null : "request")}
            >
              Request
            </Button>
          </span>
          <span className="composer-end">
            <CopyRequestMenu call={draft.createCall} />
            <LiveActions />
            <Button type="submit" variant="primary" disabled={draft.isEmpty}>
              {sending && draft.isEmpty ? "Sending…" : "Send"} <Kbd keys="mod+enter" />
            </Button>
          </span>
        </div>
        {showsOptions && !isNarrow && options}
        {showsRequest && (
          <RequestPreview call={draft.createPreviewCall()}>
            <Button size={24} variant="outline" disabled={errors.length > 0} onClick={editRequest}>
              Edit request
            </Button>
          </RequestPreview>
        )}
      </form>
      {isNarrow && (
        <Dialog
          open={showsOptions}
          onClose={() => setUnfolded(null)}
          title="Options"
          className="composer-sheet"
        >
          <div className="composer-sheet-choices">{choices}</div>
          {options}
        </Dialog>
      )}
    </>
  );
}

type MessageBoxRef = { readonly current: HTMLTextAreaElement | null };

/** The recording for which the text box was focused last. A layout change must not focus it again. */
const focusedAgents = new WeakMap<RunStore, string | null>();

/** Focuses the text box after connecting, as long as nothing was sent. */
function useFocusAtStart(box: MessageBoxRef) {
  const recording = useAgent((state) => state.recording);
  const { run } = useAppContext();
  useEffect(() => {
    if (focusedAgents.get(run) === recording) return;
    focusedAgents.set(run, recording);
    const isEmpty = run.getState().timeline.calls === 0;
    if (isEmpty && !matchMedia("(pointer: coarse)").matches) box.current?.focus();
  }, [box, run, recording]);
}

function usePlaceholder({ target, task }: ComposedMessage): string {
  const [example] = useAgent((state) => state.card?.examples) ?? [];
  const calls = useRun((run) => run.timeline.calls);
  if (target === "continue") return `Reply to the ${task?.stateLabel ?? "current"} task…`;
  if (target === "insist")
    return `Message the ${task?.stateLabel} task to see how the agent responds…`;
  if (example === undefined || calls > 0) return "Message the agent…";
  return `Message the agent, for example “${truncateToGraphemes(example, 80)}”`;
}
