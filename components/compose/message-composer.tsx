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
import { getMethodName } from "../../lib/protocol/encode/operations.ts";
import { createRequestIds } from "../../lib/session/request-ids.ts";
import type { RunStore } from "../../lib/session/run.ts";
import { SETTINGS, type SendKeys } from "../../lib/session/settings.ts";
import { useAppContext } from "../app-context.tsx";
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { toEditableRequest } from "../request/editable-request.ts";
import { RequestPreview } from "../request/request-preview.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { chooseFiles } from "../ui/choose-files.ts";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { Select } from "../ui/select.tsx";
import { useFocusWithin } from "../ui/use-focus-within.ts";
import { useMedia } from "../ui/use-media.ts";
import { useSetting } from "../use-setting.ts";
import { useComposeStore } from "./compose-store.ts";
import { ComposerTools, composerClass, SendButton } from "./composer-form.tsx";
import { ComposerMenu } from "./composer-menu.tsx";
import { ExampleChips } from "./example-chips.tsx";
import { LiveActions, useIsWatching } from "./live-actions.tsx";
import { MessageParts } from "./message-parts.tsx";
import { readFileParts } from "./read-file-parts.ts";
import { SendFailed } from "./send-failed.tsx";
import { formatSentIds, getTargetOptions } from "./send-target.ts";
import {
  type ComposedMessage,
  describeTarget,
  useComposedMessage,
} from "./use-composed-message.ts";
import { useCopyItems } from "./use-copy-items.ts";
import { useSavedItems } from "./use-saved-items.ts";
import { useUiEvents } from "./use-ui-events.ts";

const SendOptionsPanel = createLazyComponent(() => import("./send-options-panel.tsx"));

const WHOLE_LINE = "flex-[1_0_100%] min-w-0";
// Without `field-sizing`, the text area has an inline height.
const ONE_LINE =
  "h-8! overflow-hidden pt-1.5! whitespace-nowrap max-phone:h-9.5! max-phone:pt-2.5!";

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
  const [keys] = useSetting(SETTINGS.sendKeys);
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, input, sending, errors } = draft;
  const isFilled = text !== "" || input.parts.length > 0;
  const form = useRef<HTMLFormElement>(null);
  const isInUse = useFocusWithin(form);
  /** Otherwise it is one line, with the choices beside the box while it is in use. */
  const isWhole = isFilled || unfolded !== null || input.target !== null;
  const isRunning = useIsWatching();
  const savedItems = useSavedItems("message", draft.isEmpty);
  const copyItems = useCopyItems(draft.createCall);
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
  const choices = <SendChoices draft={draft} />;
  const options = <SendOptionsPanel draft={draft} />;
  const groups: MenuItem[][] = [
    [
      { id: "file", label: "Attach files", icon: "file", onSelect: chooseMore },
      { id: "data", label: "Add data", icon: "braces", onSelect: addData },
    ],
    [
      {
        id: "options",
        label: showsOptions ? "Hide options" : "Options",
        onSelect: () => setUnfolded(showsOptions ? null : "options"),
      },
      {
        id: "request",
        label: showsRequest ? "Hide request" : "Request",
        hint: "What would be sent, byte for byte",
        onSelect: () => setUnfolded(showsRequest ? null : "request"),
      },
    ],
    savedItems,
    copyItems,
  ];
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
        ref={form}
        className={cx(composerClass({ over: isOver }), "flex flex-wrap items-center")}
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
          placeholder={describeTarget(draft)}
          value={text}
          dir="auto"
          className={cx(
            "w-auto min-w-0 flex-1 max-phone:pt-2.5 max-phone:pr-2.5 max-phone:pb-2 max-phone:text-[16px]",
            isWhole ? WHOLE_LINE : cx(ONE_LINE, isInUse && "pr-0!"),
          )}
          onChange={draft.setText}
          onKeyDown={createMessageKeyHandler({ keys, recall: draft.recall, send })}
          onPaste={onPaste}
        />
        <MessageParts
          draft={draft}
          open={openPart}
          onOpen={setOpenPart}
          onOptions={() => setUnfolded("options")}
          onRemoved={focus}
        />
        <ComposerTools
          className={isWhole ? WHOLE_LINE : "min-w-0"}
          choices={(isWhole || isInUse) && !isNarrow && choices}
          end={
            <>
              <ComposerMenu label="Message menu" groups={groups} />
              <LiveActions isCompact={!draft.isEmpty} />
              {(!isRunning || !draft.isEmpty) && (
                <SendButton disabled={draft.isEmpty} keys={keys} isCompact={!isWhole}>
                  {sending && draft.isEmpty ? "Sending…" : "Send"}
                </SendButton>
              )}
            </>
          }
        />
        {showsOptions && !isNarrow && options}
        {showsRequest && (
          <RequestPreview
            call={draft.createPreviewCall()}
            className="mx-1.25 mb-1.25 max-h-[min(280px,34vh)] min-w-0 flex-[1_0_calc(100%-10px)]"
          >
            <Button size={24} variant="outline" disabled={errors.length > 0} onClick={editRequest}>
              Edit request
            </Button>
            <IconButton
              icon="close"
              label="Hide request"
              size={24}
              onClick={() => setUnfolded(null)}
            />
          </RequestPreview>
        )}
      </form>
      <ExampleChips draft={draft} onFill={focus} onSend={() => void send()} />
      {isNarrow && (
        <Dialog
          open={showsOptions}
          onClose={() => setUnfolded(null)}
          title="Options"
          place="bottom"
        >
          <div className="flex flex-wrap gap-1">{choices}</div>
          {options}
        </Dialog>
      )}
    </>
  );
}

interface MessageKeys {
  /** Ctrl+Enter is a command of the page and always sends. */
  keys: SendKeys;
  /** Puts an earlier message into the box; returns false if there is none. */
  recall: (delta: -1 | 1) => boolean;
  send: () => unknown;
}

/** Keys and focus of the message box. */
function createMessageKeyHandler({ keys, recall, send }: MessageKeys) {
  return (event: KeyboardEvent) => {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && keys === "enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if ((delta === -1 || delta === 1) && recall(delta)) event.preventDefault();
  };
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

/** Choices made for each message: target task or context, and method. */
function SendChoices({ draft }: { draft: ComposedMessage }) {
  const { input, callStyle, updateInput } = draft;
  return (
    <>
      <span title={`Sends ${boundText(formatSentIds(draft.ids, callStyle.version))}`}>
        <Select
          label="Target"
          fitted
          value={draft.target}
          onChange={(target) => updateInput({ target })}
          options={getTargetOptions(draft.task)}
        />
      </span>
      <Select
        label="Method"
        mono
        fitted
        value={input.operation}
        onChange={(operation) => updateInput({ operation })}
        options={(["stream", "send"] as const).map((value) => ({
          value,
          label: getMethodName(value, callStyle.version),
        }))}
      />
    </>
  );
}
