"use client";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { freshIds } from "../../lib/session/ids.ts";
import type { RunStore } from "../../lib/session/run.ts";
// The message being written, with what goes with it, and how it would go out.
import { beginning } from "../../lib/wire/graphemes.ts";
import { useDesk } from "../command/desk.tsx";
import { chooseFiles } from "../command/files.ts";
import { NARROW } from "../command/screen-state.ts";
import { useAgent, useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { lazily } from "../ui/lazily.tsx";
import { useMedia } from "../ui/media.ts";
import { attach } from "./attach.ts";
import { AddButtons, Choices } from "./choices.tsx";
import { CopyAs } from "./copy-as.tsx";
import { LiveActions } from "./live-actions.tsx";
import { NotSent } from "./not-sent.tsx";
import { Pieces } from "./pieces.tsx";
import { rawOf } from "./raw.ts";
import { RequestPreview } from "./request-preview.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { useSignals } from "./use-signals.ts";

const Options = lazily(() => import("./options.tsx"));

export function MessageComposer() {
  const { agent, store } = useDesk();
  const draft = useDraft();
  // One at a time: there must be room left for what the agent says.
  const [unfolded, setUnfolded] = useState<"options" | "request" | null>(null);
  const showsOptions = unfolded === "options";
  const showsRequest = unfolded === "request";
  const [openPiece, setOpenPiece] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [wasTried, setTried] = useState(false);
  const isNarrow = useMedia(NARROW);
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, written, sending, faults } = draft;
  const focus = () => box.current?.focus();
  useFocusAtStart(box);

  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const addFiles = async (files: readonly File[]) => {
    const { pieces, refusals } = await attach(files, latest.current.written.pieces);
    // What was written while they were read counts.
    if (pieces.length > 0) {
      latest.current.write({ pieces: [...latest.current.written.pieces, ...pieces] });
      announce(`Attached ${pieces.map(({ name }) => name).join(", ")}`);
    }
    setRefusals(refusals);
    focus();
  };
  const addData = () => {
    const id = crypto.randomUUID();
    const piece = { id, kind: "data", json: "{\n  \n}" } as const;
    draft.write({ pieces: [...written.pieces, piece] });
    setOpenPiece(id);
    if (isNarrow) setUnfolded(null);
  };
  const send = async () => {
    setTried(faults.length > 0);
    if (faults.length > 0) return show(faults[0]?.at ?? "");
    if (await draft.send()) {
      setOpenPiece(null);
      setRefusals([]);
    }
    focus();
  };
  const show = (at: string) => {
    if (written.pieces.some(({ id }) => id === at)) setOpenPiece(at);
    else setUnfolded("options");
  };
  const editRequest = () => {
    setTried(faults.length > 0);
    if (faults.length > 0) return show(faults[0]?.at ?? "");
    const request = agent.request(draft.call(), freshIds());
    if (!request) return;
    store.setState({ raw: rawOf(request) });
  };
  const chooseMore = () => chooseFiles((files) => void addFiles(files));
  useSignals({
    "focus-composer": focus,
    "new-conversation": () => {
      draft.write({ target: "new" });
      focus();
    },
    "continue-task": () => {
      draft.write({ target: "continue" });
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
    // What is taken here is no log to open.
    event.preventDefault();
    setOver(event.type === "dragenter" || event.type === "dragover");
    if (event.type === "drop") void addFiles([...event.dataTransfer.files]);
  };
  const choices = (
    <>
      <AddButtons onFile={chooseMore} onData={addData} />
      <Choices draft={draft} />
    </>
  );
  const options = <Options draft={draft} />;
  return (
    <>
      <NotSent onRetry={() => void send()} />
      {refusals.length > 0 && (
        <Banner
          severity="warning"
          title="Not attached"
          remedy="Everything else is as it was."
          onClose={() => setRefusals([])}
        >
          {refusals.join(" ")}
        </Banner>
      )}
      {wasTried && faults.length > 0 && (
        <Banner severity="error" title="Not sent" onClose={() => setTried(false)}>
          {faults.map(({ what }) => what).join(" ")}
        </Banner>
      )}
      <form
        className="composer"
        data-filled={text !== "" || written.pieces.length > 0 || undefined}
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
        <Pieces
          draft={draft}
          open={openPiece}
          onOpen={setOpenPiece}
          onOptions={() => setUnfolded("options")}
          onRemoved={focus}
        />
        <div className="composer-tools">
          <span className="composer-choices">
            {!isNarrow && choices}
            <Button
              className="composer-fold composer-options"
              aria-expanded={showsOptions}
              // With the focus the line would grow, and the button be gone from under the finger.
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
            <CopyAs call={draft.call} />
            <LiveActions />
            <Button type="submit" variant="primary" disabled={draft.isEmpty}>
              {sending && draft.isEmpty ? "Sending…" : "Send"} <Kbd keys="mod+enter" />
            </Button>
          </span>
        </div>
        {showsOptions && !isNarrow && options}
        {showsRequest && (
          <RequestPreview call={draft.shown()}>
            <Button size={24} variant="outline" disabled={faults.length > 0} onClick={editRequest}>
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

type Box = { readonly current: HTMLTextAreaElement | null };

/** The recording of the agent that was met last: a layout that changes is no new one. */
const met = new WeakMap<RunStore, string | null>();

/** Connected and silent: there is nothing to do but to write. */
function useFocusAtStart(box: Box) {
  const recording = useAgent((state) => state.recording);
  const { run } = useDesk();
  useEffect(() => {
    if (met.get(run) === recording) return;
    met.set(run, recording);
    const isSilent = run.getState().timeline.calls === 0;
    if (isSilent && !matchMedia("(pointer: coarse)").matches) box.current?.focus();
  }, [box, run, recording]);
}

function usePlaceholder({ target, task }: Draft): string {
  const [example] = useAgent((state) => state.card?.examples) ?? [];
  const calls = useRun((run) => run.timeline.calls);
  if (target === "continue") return `Answer the ${task?.stateLabel ?? "current"} task…`;
  if (target === "insist")
    return `Message the ${task?.stateLabel} task, to see what the agent does…`;
  if (example === undefined || calls > 0) return "Message the agent…";
  return `Message the agent, for example “${beginning(example, 80)}”`;
}
