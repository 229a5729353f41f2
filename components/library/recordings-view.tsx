"use client";
// The recordings of the library: the table of those that match the search, and actions on the selected.
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { NEWEST_FIRST, type RecordingOrder, sortRecordings } from "../../lib/report/recordings.ts";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { showToast } from "../ui/toast.tsx";
import { LibrarySelection } from "./library-selection.tsx";
import { LibraryTable, type LibraryTableHandle, useEditedField } from "./library-table.tsx";
import { getVerdictText } from "./recording-verdict.tsx";
import { useRecordings } from "./recordings-provider.tsx";
import { type LibrarySearch, useLibrarySearch } from "./use-library-search.ts";
import { type RowPlace, useRecordingActions } from "./use-recording-actions.tsx";

/** What keys in the search field do. */
export interface RecordingsHandle {
  focusEdge(edge: "first" | "last"): void;
  openFirst(): void;
}

interface RecordingsViewProps {
  ref: Ref<RecordingsHandle>;
  query: string;
  onStatus: (status: string) => void;
  onClose: () => void;
  /** Moves the focus back to the search field. */
  onLeave: () => void;
}

const NOTHING_SELECTED: ReadonlySet<string> = new Set();

/** What comes and goes above or below takes its room from the table, so nothing else moves. */
export function RecordingsView({ ref, query, onStatus, onClose, onLeave }: RecordingsViewProps) {
  const { list, unlisted, isServerLost } = useRecordings();
  const [order, setOrder] = useState<RecordingOrder>(NEWEST_FIRST);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NOTHING_SELECTED);
  const actions = useRecordingActions();
  const table = useRef<LibraryTableHandle>(null);
  const search = useLibrarySearch(list, query);
  const shown = useMemo(
    () => sortRecordings(search.shown, order, getVerdictText),
    [search.shown, order],
  );
  useUnlistedWarning(list, unlisted > 0);
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
  useImperativeHandle(ref, () => ({
    focusEdge: (edge) => table.current?.focusRow(edge === "first" ? 0 : shown.length - 1),
    openFirst() {
      const [first] = shown;
      if (first) open(first, search.lines.get(first.id)?.[0]);
    },
  }));
  const status = formatSearchStatus(search, list.length + unlisted, query);
  useEffect(() => onStatus(status), [status, onStatus]);
  return (
    <>
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
          onLeave={onLeave}
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
  if (query.trim() === "") {
    return count > shown.length ? `${formatCount(shown.length)} newest of ${all}` : all;
  }
  const found = `${formatCount(shown.length)} of ${all}`;
  if (isFailed) return `${found}. The texts could not be searched`;
  if (isSearching) return `${found}, searching…`;
  return pending === 0 ? found : `${found}, ${formatCount(pending)} not analyzed yet`;
}

/** Edits of recordings that the library does not list. */
function useUnlistedWarning(list: readonly RecordingSummary[], isPart: boolean): void {
  const [editing, setEdited] = useEditedField();
  const isUnlisted =
    editing !== null && !isPart && list.length > 0 && !list.some(({ id }) => id === editing.id);
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
