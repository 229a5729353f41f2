"use client";
// Library dialog: all recordings with search, filters, sorting and editing; what was sent many times; the
// space.
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { ToastRegion } from "../ui/toast.tsx";
import { LibrarySpace } from "./library-space.tsx";
import { getLibraryStore, type LibraryView, useLibraryStore } from "./library-store.ts";
import { useEditedField } from "./library-table.tsx";
import { MessageList } from "./message-list.tsx";
import { type RecordingsHandle, RecordingsView } from "./recordings-view.tsx";

interface LibraryDialogProps {
  open: boolean;
  onClose: () => void;
}

const VIEWS = [
  { value: "recordings", label: "Recordings" },
  { value: "messages", label: "Messages" },
] as const satisfies readonly { value: LibraryView; label: string }[];

export default function LibraryDialog({ open, onClose }: LibraryDialogProps) {
  const [editing, setEdited] = useEditedField();
  const store = getLibraryStore(useAppContext());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    if (!open || editing === null) return;
    // The recording to edit must be in the list.
    store.setState({ view: "recordings", query: "" });
  }, [open]);
  const close = () => {
    setEdited(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Library" width="window" tall>
      <LibraryContent onClose={close} />
    </Dialog>
  );
}

function LibraryContent({ onClose }: { onClose: () => void }) {
  const store = getLibraryStore(useAppContext());
  const { view, query } = useLibraryStore((library) => library);
  const setView = (shown: LibraryView) => store.setState({ view: shown });
  const setQuery = (text: string) => store.setState({ query: text });
  const [editing] = useEditedField();
  const [status, setStatus] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<RecordingsHandle>(null);
  // Runs after the dialog has opened, which focuses its first button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    if (editing !== null) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <div className="flex h-[min(84dvh,960px)] flex-col gap-2 text-12/5">
      <LibraryBar
        field={field}
        view={view}
        onView={setView}
        query={query}
        onQuery={setQuery}
        status={status}
        onEdge={(edge) => rows.current?.focusEdge(edge)}
        onEnter={() => query.trim() !== "" && rows.current?.openFirst()}
      />
      {view === "recordings" ? (
        <RecordingsView
          ref={rows}
          query={query}
          onQuery={setQuery}
          onStatus={setStatus}
          onClose={onClose}
          onLeave={() => field.current?.focus()}
        />
      ) : (
        <MessageList query={query} onStatus={setStatus} onClose={onClose} />
      )}
      <LibrarySpace />
      <ToastRegion inDialog />
    </div>
  );
}

interface LibraryBarProps {
  view: LibraryView;
  onView: (view: LibraryView) => void;
  query: string;
  onQuery: (query: string) => void;
  field: Ref<HTMLInputElement>;
  status: string;
  /** The down or up arrow: to the first or last row. */
  onEdge: (edge: "first" | "last") => void;
  onEnter: () => void;
}

function LibraryBar(props: LibraryBarProps) {
  const { field, view, onView, query, onQuery, status, onEdge, onEnter } = props;
  const { actions } = useAppContext();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && query !== "") onQuery("");
    else if (event.key === "ArrowDown") onEdge("first");
    else if (event.key === "ArrowUp") onEdge("last");
    else if (event.key === "Enter") onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl label="Show" options={VIEWS} value={view} onChange={onView} />
      <TextField
        ref={field}
        size={30}
        icon="search"
        label="Search the library"
        placeholder="Names, tags, agents, verdict:failed, and what was said, called or failed"
        className="grow basis-65"
        value={query}
        onChange={onQuery}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="text-fg-3">
        {status}
      </span>
      <Button icon="import" onClick={actions.chooseFile}>
        Open a log
      </Button>
    </div>
  );
}
