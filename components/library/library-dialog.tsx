"use client";
// Library dialog: table of all recordings with search, sorting and editing, and the storage limit.
import { useEffect, useMemo, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import {
  filterRecordings,
  NEWEST_FIRST,
  type RecordingOrder,
  sortRecordings,
} from "../../lib/report/recordings.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { showToast, ToastRegion } from "../ui/toast.tsx";
import { getVerdictText } from "./library-cells.tsx";
import { LibrarySelection } from "./library-selection.tsx";
import { LibrarySpace } from "./library-space.tsx";
import { LibraryTable, useEditedField } from "./library-table.tsx";
import { useBackgroundAnalysis } from "./missing-verdicts.ts";
import { useRecordings } from "./recordings-provider.tsx";
import { useRecordingActions } from "./use-recording-actions.tsx";

interface LibraryDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function LibraryDialog({ open, onClose }: LibraryDialogProps) {
  const [, setEdited] = useEditedField();
  const close = () => {
    setEdited(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="Library" width="w-270">
      <LibraryBody onClose={close} />
    </Dialog>
  );
}

const NOTHING_SELECTED: ReadonlySet<string> = new Set();

/** What comes and goes above or below takes its room from the table, so nothing else moves. */
function LibraryBody({ onClose }: Pick<LibraryDialogProps, "onClose">) {
  const { actions: appActions } = useAppContext();
  const [editing, setEdited] = useEditedField();
  const { list, isServerLost } = useRecordings();
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<RecordingOrder>(NEWEST_FIRST);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NOTHING_SELECTED);
  const actions = useRecordingActions();
  const search = useRef<HTMLInputElement>(null);
  // Runs after the dialog has opened, which focuses its first button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    if (editing === null) search.current?.focus();
  }, []);
  const shown = useMemo(
    () => sortRecordings(filterRecordings(list, query), order, getVerdictText),
    [list, query, order],
  );
  useBackgroundAnalysis(shown);
  const isUnlisted =
    editing !== null && list.length > 0 && !list.some(({ id }) => id === editing.id);
  useEffect(() => {
    if (!isUnlisted) return;
    setEdited(null);
    showToast({ text: "Failed card lookups are not in the library. Add a note to include one." });
  }, [isUnlisted, setEdited]);
  // Only visible rows count as selected.
  const selected = shown.filter(({ id }) => selectedIds.has(id));
  const toggle = (id: string) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  const open = (recording: RecordingSummary) => {
    onClose();
    actions.open(recording);
  };
  const deleteAll = async (recordings: readonly RecordingSummary[]) => {
    actions.deleteAll(await actions.findDeletable(recordings));
    setSelectedIds(NOTHING_SELECTED);
  };
  return (
    <div className="flex h-[min(72dvh,660px)] flex-col gap-2 text-12/5">
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          ref={search}
          size={30}
          icon="search"
          label="Search the library"
          placeholder="Name, tag, agent or message"
          className="grow basis-65"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === "ArrowDown") focusTable(event.currentTarget);
            else if (query === "") return;
            else if (event.key === "Escape") setQuery("");
            else if (event.key === "Enter" && first) open(first);
            else return;
            event.preventDefault();
          }}
        />
        <span role="status" className="text-fg-3">
          {query.trim() === ""
            ? formatQuantity(list.length, "recording")
            : `${shown.length} of ${formatQuantity(list.length, "recording")}`}
        </span>
        <Button icon="import" onClick={appActions.chooseFile}>
          Open a log
        </Button>
      </div>
      {selected.length > 0 && (
        <LibrarySelection
          selected={selected}
          onDelete={() => void deleteAll(selected)}
          onClear={() => setSelectedIds(NOTHING_SELECTED)}
        />
      )}
      {shown.length > 0 ? (
        <LibraryTable
          list={shown}
          order={order}
          onOrder={setOrder}
          selectedIds={selectedIds}
          onToggle={toggle}
          onSelectAll={() => setSelectedIds(new Set(shown.map(({ id }) => id)))}
          actions={actions}
          onDelete={(one) => void deleteAll(selected.includes(one) ? selected : [one])}
          onOpen={open}
        />
      ) : (
        <div className="min-h-32 flex-1">
          <EmptyState
            icon="library"
            title={
              list.length > 0
                ? "No recordings match"
                : isServerLost
                  ? "No response"
                  : "No recordings yet"
            }
          >
            {list.length > 0
              ? "Every word must occur in the name, a tag, the agent or the message."
              : isServerLost
                ? "Loupe's server is not responding."
                : "Requests to agents are recorded automatically. Logs from files can be saved here."}
          </EmptyState>
        </div>
      )}
      <LibrarySpace />
      <ToastRegion inDialog />
    </div>
  );
}

/** Focuses the row that has the tab stop. */
function focusTable(search: HTMLElement): void {
  search
    .closest("dialog")
    ?.querySelector<HTMLElement>("[role=grid] [role=row][tabindex='0']")
    ?.focus();
}
