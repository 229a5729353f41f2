"use client";
// Table of the library, with a single tab stop. Enter opens, Space selects, F2 renames, Delete deletes,
// Right arrow moves to the menu. One field of one recording can be edited in place.

import {
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import type { LibraryRow } from "../../lib/report/recording-grades.ts";
import type { RecordingOrder } from "../../lib/report/recordings.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { RecordingField } from "../app-shell/dialogs.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { useMedia, useWindowStep } from "../ui/use-media.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { GradeCells } from "./grade-cells.tsx";
import { LibraryCells } from "./library-cells.tsx";
import {
  COLUMN_STEPS,
  chooseColumns,
  formatColumnTemplate,
  LIBRARY_COLUMNS,
  type LibraryColumn,
} from "./library-columns.ts";
import type { RecordingActions, RowPlace } from "./use-recording-actions.tsx";

/** The columns are set by a variable of the table, except on a phone. */
const COLUMNS = "grid items-center gap-x-3 pr-1 pl-2 grid-cols-(--columns)";
/** On a phone, the name stands above the other cells. */
const ROW = `group/recording cursor-default border-b border-line-1 text-fg-2 max-phone:grid-cols-[22px_minmax(0,1fr)_auto_auto_28px] max-phone:content-center max-phone:gap-x-2 max-phone:gap-y-1 ${COLUMNS}`;
const HEAD = `h-6.5 flex-none border-b border-line-2 max-phone:flex max-phone:h-auto max-phone:gap-x-2 max-phone:overflow-x-auto max-phone:pl-0 ${COLUMNS}`;
const SORT_BUTTON =
  "flex h-6 items-center gap-0.75 rounded-1 text-11/5 font-medium hover:text-fg-1 pointer-coarse:h-11 pointer-coarse:px-1.5";

const ROW_HEIGHT = 36;
const NARROW_ROW_HEIGHT = 64;
/** The first row of the cells; lines that match the search are below. */
const CELLS_HEIGHT = "auto-rows-auto grid-rows-[32px] max-phone:grid-rows-[30px_24px]";

export interface LibraryTableHandle {
  focusRow(index: number): void;
}

interface LibraryTableProps {
  ref: Ref<LibraryTableHandle>;
  rows: readonly LibraryRow[];
  /** The recordings of all rows, also of grades that are closed. */
  list: readonly RecordingSummary[];
  /** The lines that match the search, by recording; `null` while nothing is searched. */
  lines: ReadonlyMap<string, readonly MatchingLine[]> | null;
  order: RecordingOrder;
  onOrder: (order: RecordingOrder) => void;
  selectedIds: ReadonlySet<string>;
  /** Selects recordings, or no longer. */
  onToggle: (ids: readonly string[]) => void;
  onToggleGrade: (grade: string) => void;
  onSelectAll: () => void;
  actions: RecordingActions;
  onDelete: (recordings: readonly RecordingSummary[]) => void;
  onOpen: (recording: RecordingSummary, place?: RowPlace) => void;
  /** Moves the focus up from the first row. */
  onLeave: () => void;
}

const NO_LINES: readonly MatchingLine[] = [];

export function LibraryTable(props: LibraryTableProps) {
  const { rows, list, lines, order, onOrder, selectedIds, onToggle, onToggleGrade, onSelectAll } =
    props;
  const { actions, onDelete, onOpen, onLeave, ref } = props;
  const [editing, setEdited] = useEditedField();
  const [focused, setFocused] = useState("");
  const handle = useRef<VirtualListHandle>(null);
  const isNarrow = useMedia("(max-width: 760px)");
  const windowWidth = useWindowStep(COLUMN_STEPS);
  const columns = chooseColumns(list, windowWidth, editing?.field ?? null);
  useImperativeHandle(ref, () => ({ focusRow: (index) => handle.current?.focusRow(index) }), []);
  const getLines = (id: string) => lines?.get(id) ?? NO_LINES;
  const activeId = editing?.id ?? focused;
  const findRow = (wanted: string) => rows.findIndex(({ key }) => key === wanted);
  const active = Math.max(0, findRow(activeId));
  const editedRow = editing ? findRow(editing.id) : -1;
  useEffect(() => {
    if (editedRow >= 0) handle.current?.scrollToIndex(editedRow, "nearest");
  }, [editedRow]);
  /** Returns the focus to the row, which may have moved because of its new name. */
  const endEdit = (recording: RecordingSummary, byKey: boolean) => {
    setEdited(null);
    setFocused(recording.id);
    if (byKey) handle.current?.focusRow(findRow(recording.id));
  };
  const onRowKeyDown = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (!row || !(event.target instanceof HTMLElement)) return;
    const isAll = (event.ctrlKey || event.metaKey) && event.key === "a";
    if (!isAll && (event.altKey || event.ctrlKey || event.metaKey)) return;
    const remove = (recordings: readonly RecordingSummary[]) => {
      const next = rows[index + 1] ?? rows[index - 1];
      if (next) handle.current?.focusRow(rows.indexOf(next));
      onDelete(recordings);
    };
    if (row.kind === "grade") {
      const { key, recordings, isOpen } = row;
      if (isAll) onSelectAll();
      else if (event.key === "Enter") onToggleGrade(key);
      else if (event.key === "ArrowUp" && index === 0) onLeave();
      else if (event.key === " ") onToggle(recordings.map(({ id }) => id));
      else if (event.key === "Delete" || event.key === "Backspace") remove(recordings);
      else if (event.key === (isOpen ? "ArrowLeft" : "ArrowRight")) onToggleGrade(key);
      else return;
      event.preventDefault();
      return;
    }
    const { recording } = row;
    if (isAll) onSelectAll();
    else if (event.key === "Enter") onOpen(recording, getLines(recording.id)[0]);
    else if (event.key === "ArrowUp" && index === 0) onLeave();
    else if (event.key === " ") onToggle([recording.id]);
    else if (event.key === "F2") {
      setEdited({ id: recording.id, field: "name" });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      remove([recording]);
    } else if (event.key === "ArrowRight") {
      const isInMenu = getLines(recording.id).length === 0;
      event.target.querySelector<HTMLElement>(isInMenu ? "[aria-haspopup]" : "a")?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a <table> cannot be virtual
    <div
      role="grid"
      aria-label="Library"
      aria-rowcount={rows.length + 1}
      className="flex min-h-32 flex-1 flex-col"
      style={{ "--columns": formatColumnTemplate(columns) } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" aria-rowindex={1} className={HEAD}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <span role="columnheader" tabIndex={-1} className="max-phone:hidden">
          <span className="sr-only">Selected</span>
        </span>
        {columns.map((id) => (
          <ColumnHead key={id} id={id} order={order} onOrder={onOrder} />
        ))}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <span role="columnheader" tabIndex={-1} className="max-phone:hidden">
          <span className="sr-only">Actions</span>
        </span>
      </div>
      <div className="min-h-0 flex-1">
        <VirtualList
          // Rows with and without lines are measured differently.
          key={lines === null ? "all" : "matching"}
          ref={handle}
          className="h-full"
          measured={lines !== null}
          role="rowgroup"
          label="Recordings"
          count={rows.length}
          rowHeight={isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
          rowKey={(index) => rows[index]?.key ?? index}
          active={active}
          onActiveChange={(index) => setFocused(rows[index]?.key ?? "")}
          onRowKeyDown={onRowKeyDown}
          rowProps={(index) => {
            const row = rows[index];
            if (!row) return {};
            if (row.kind === "grade") {
              return {
                className: cx(ROW, "hover:bg-bg-3"),
                onClick: ({ target }) => isOutsideControls(target) && onToggleGrade(row.key),
              };
            }
            const { recording } = row;
            const isSelected = selectedIds.has(recording.id);
            return {
              className: cx(
                ROW,
                lines !== null && CELLS_HEIGHT,
                isSelected ? "bg-accent-bg" : "hover:bg-bg-3",
              ),
              "aria-selected": isSelected,
              "aria-current": recording.id === actions.openId || undefined,
              onClick: ({ target }) =>
                isOutsideControls(target) && onOpen(recording, getLines(recording.id)[0]),
            };
          }}
          renderRow={(index) => {
            const row = rows[index];
            if (!row) return null;
            const shownColumns = isNarrow ? NARROW_COLUMNS : columns;
            if (row.kind === "grade") {
              const ids = row.recordings.map(({ id }) => id);
              return (
                <GradeCells
                  recordings={row.recordings}
                  columns={shownColumns}
                  isOpen={row.isOpen}
                  onToggle={() => onToggleGrade(row.key)}
                  isSelected={ids.every((id) => selectedIds.has(id))}
                  onSelect={() => onToggle(ids)}
                  onDelete={() => onDelete(row.recordings)}
                />
              );
            }
            const { recording } = row;
            return (
              <LibraryCells
                recording={recording}
                columns={shownColumns}
                isInGrade={row.isInGrade}
                isSelected={selectedIds.has(recording.id)}
                onSelect={() => onToggle([recording.id])}
                editing={editing?.id === recording.id ? editing.field : null}
                onEdited={(byKey) => endEdit(recording, byKey)}
                menu={actions.createMenu(recording, () => onDelete([recording]))}
                lines={getLines(recording.id)}
                onOpenLine={(place) => onOpen(recording, place)}
              />
            );
          }}
        />
      </div>
    </div>
  );
}

const isOutsideControls = (target: EventTarget) =>
  !(target instanceof Element && target.closest("input, button"));

/** What finds room on a phone. */
const NARROW_COLUMNS: readonly LibraryColumn[] = ["name", "tags", "when", "verdict"];

interface ColumnHeadProps {
  id: LibraryColumn;
  order: RecordingOrder;
  onOrder: (order: RecordingOrder) => void;
}

function ColumnHead({ id, order, onOrder }: ColumnHeadProps) {
  const { label, isNumber, isDescending = false } = LIBRARY_COLUMNS[id];
  const isBy = order.by === id;
  const direction = order.descending ? "descending" : "ascending";
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a <table> cannot be virtual
    <span
      role="columnheader"
      tabIndex={-1}
      aria-sort={isBy ? direction : "none"}
      className={cx("flex min-w-0 flex-none", isNumber && "justify-end")}
    >
      <button
        type="button"
        className={cx(SORT_BUTTON, isBy ? "text-fg-1" : "text-fg-3")}
        onClick={() => onOrder({ by: id, descending: isBy ? !order.descending : isDescending })}
      >
        {label}
        {isBy && (
          <Icon name="chevron-down" size={12} className={order.descending ? "" : "rotate-180"} />
        )}
      </button>
    </span>
  );
}

type SetEditedField = (field: RecordingField | null) => void;

/** `null` while none is edited. */
export function useEditedField(): readonly [RecordingField | null, SetEditedField] {
  const { dialogs } = useAppContext();
  const field = useDialogParameters("library")?.editing ?? null;
  const setField = useCallback<SetEditedField>(
    (editing) => dialogs.getState().setParameters("library", editing ? { editing } : {}),
    [dialogs],
  );
  return [field, setField];
}
