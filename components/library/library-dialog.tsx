"use client";
// Library dialog: all recordings with search, sorting and editing; what was sent many times; the space.
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { NEWEST_FIRST, type RecordingOrder, sortRecordings } from "../../lib/report/recordings.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { SegmentedControl } from "../ui/segmented.tsx";
import { EmptyState } from "../ui/status.tsx";
import { showToast, ToastRegion } from "../ui/toast.tsx";
import { LibrarySelection } from "./library-selection.tsx";
import { LibrarySpace } from "./library-space.tsx";
import { LibraryTable, type LibraryTableHandle, useEditedField } from "./library-table.tsx";
import { MessageList } from "./message-list.tsx";
import { getVerdictText } from "./recording-verdict.tsx";
import { useRecordings } from "./recordings-provider.tsx";
import { type LibrarySearch, useLibrarySearch } from "./use-library-search.ts";
import { type RowPlace, useRecordingActions } from "./use-recording-actions.tsx";

interface LibraryDialogProps {
  open: boolean;
  onClose: () => void;
}

type LibraryView = "recordings" | "messages";

const VIEWS = [
  { value: "recordings", label: "Recordings" },
  { value: "messages", label: "Messages" },
] as const;

/** The search stays when a recording is opened, so that the next hit is one key away. */
export default function LibraryDialog({ open, onClose }: LibraryDialogProps) {
  const [editing, setEdited] = useEditedField();
  const [view, setView] = useState<LibraryView>("recordings");
  const [query, setQuery] = useState("");
  const close = () => {
    setEdited(null);
    onClose();
  };
  const isEditing = editing !== null;
  const renderBar: RenderBar = (status, field) => (
    <LibraryBar
      query={query}
      onQuery={setQuery}
      views={<SegmentedControl label="Show" options={VIEWS} value={view} onChange={setView} />}
      status={status}
      {...field}
    />
  );
  const props = { query: isEditing ? "" : query, renderBar, onClose: close };
  return (
    <Dialog open={open} onClose={close} title="Library" width="w-280">
      <div className="flex h-[min(76dvh,720px)] flex-col gap-2 text-12/5">
        {view === "recordings" || isEditing ? (
          <RecordingsView {...props} />
        ) : (
          <MessageList {...props} />
        )}
        <LibrarySpace />
        <ToastRegion inDialog />
      </div>
    </Dialog>
  );
}

type RenderBar = (
  status: string,
  field?: Pick<LibraryBarProps, "ref" | "onMove" | "onEnter">,
) => ReactNode;

interface LibraryBarProps {
  query: string;
  onQuery: (query: string) => void;
  views: ReactNode;
  status: string;
  /** The search field. */
  ref?: Ref<HTMLInputElement>;
  /** The down or up arrow: to the first or last row. */
  onMove?: (to: "first" | "last") => void;
  onEnter?: () => void;
}

function LibraryBar({ query, onQuery, views, status, ref, onMove, onEnter }: LibraryBarProps) {
  const { actions } = useAppContext();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && query !== "") onQuery("");
    else if (event.key === "ArrowDown") onMove?.("first");
    else if (event.key === "ArrowUp") onMove?.("last");
    else if (event.key === "Enter") onEnter?.();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views}
      <TextField
        {...(ref && { ref })}
        size={30}
        icon="search"
        label="Search the library"
        placeholder="Names, tags, agents, and what was said, called or failed"
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

interface RecordingsViewProps {
  query: string;
  renderBar: RenderBar;
  onClose: () => void;
}

const NOTHING_SELECTED: ReadonlySet<string> = new Set();

/** What comes and goes above or below takes its room from the table, so nothing else moves. */
function RecordingsView({ query, renderBar, onClose }: RecordingsViewProps) {
  const [editing] = useEditedField();
  const { list, isServerLost } = useRecordings();
  const [order, setOrder] = useState<RecordingOrder>(NEWEST_FIRST);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NOTHING_SELECTED);
  const actions = useRecordingActions();
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<LibraryTableHandle>(null);
  // Runs after the dialog has opened, which focuses its first button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    if (editing === null) field.current?.select();
  }, []);
  const search = useLibrarySearch(list, query);
  const shown = useMemo(
    () => sortRecordings(search.shown, order, getVerdictText),
    [search.shown, order],
  );
  useUnlistedWarning(list);
  // Only visible rows count as selected.
  const selected = shown.filter(({ id }) => selectedIds.has(id));
  const toggle = (id: string) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  const deleteAll = async (recordings: readonly RecordingSummary[]) => {
    actions.deleteAll(await actions.findDeletable(recordings));
    setSelectedIds(NOTHING_SELECTED);
  };
  const open = (recording: RecordingSummary, place?: RowPlace) => {
    onClose();
    actions.open(recording, place);
  };
  const status = formatSearchStatus(search, list.length, query);
  const openFirst = () => {
    const [first] = shown;
    if (first && query.trim() !== "") open(first, search.lines.get(first.id)?.[0]);
  };
  return (
    <>
      {renderBar(status, {
        ref: field,
        onMove: (to) => table.current?.focusRow(to === "first" ? 0 : shown.length - 1),
        onEnter: openFirst,
      })}
      {selected.length > 0 && (
        <LibrarySelection
          selected={selected}
          onDelete={() => void deleteAll(selected)}
          onClear={() => setSelectedIds(NOTHING_SELECTED)}
        />
      )}
      {shown.length > 0 ? (
        <LibraryTable
          ref={table}
          list={shown}
          lines={query.trim() === "" ? null : search.lines}
          order={order}
          onOrder={setOrder}
          selectedIds={selectedIds}
          onToggle={toggle}
          onSelectAll={() => setSelectedIds(new Set(shown.map(({ id }) => id)))}
          actions={actions}
          onDelete={(one) => void deleteAll(selected.includes(one) ? selected : [one])}
          onOpen={open}
          onLeave={() => field.current?.focus()}
        />
      ) : (
        <NoRecordings search={search} hasAny={list.length > 0} isServerLost={isServerLost} />
      )}
    </>
  );
}

function formatSearchStatus(
  { shown, isSearching, pending, isFailed }: LibrarySearch,
  count: number,
  query: string,
): string {
  const all = formatQuantity(count, "recording");
  if (query.trim() === "") return all;
  const found = `${formatCount(shown.length)} of ${all}`;
  if (isFailed) return `${found}. The texts could not be searched`;
  if (isSearching) return `${found}, searching…`;
  return pending === 0 ? found : `${found}, ${formatCount(pending)} not analyzed yet`;
}

/** Edits of recordings that the library does not list. */
function useUnlistedWarning(list: readonly RecordingSummary[]): void {
  const [editing, setEdited] = useEditedField();
  const isUnlisted =
    editing !== null && list.length > 0 && !list.some(({ id }) => id === editing.id);
  useEffect(() => {
    if (!isUnlisted) return;
    setEdited(null);
    showToast({ text: "Failed card lookups are not in the library. Add a note to include one." });
  }, [isUnlisted, setEdited]);
}

interface NoRecordingsProps {
  search: LibrarySearch;
  hasAny: boolean;
  isServerLost: boolean;
}

function NoRecordings({ search, hasAny, isServerLost }: NoRecordingsProps) {
  const [title, text] = !hasAny
    ? isServerLost
      ? ["No response", "Loupe's server is not responding."]
      : [
          "No recordings yet",
          "Requests to agents are recorded automatically. Logs from files can be saved here.",
        ]
    : search.isSearching
      ? ["Searching…", "In everything that was said, answered, called or failed."]
      : ["No recordings match", "Every word must occur in the recording or in its name or tags."];
  return (
    <div className="min-h-32 flex-1">
      <EmptyState icon="library" title={title}>
        {text}
      </EmptyState>
    </div>
  );
}
