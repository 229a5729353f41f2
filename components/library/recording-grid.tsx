"use client";
// List of recordings with a single tab stop. Arrow keys move, Enter opens, Delete deletes with undo, F2
// renames, Right arrow moves to the menu.

import { type KeyboardEvent, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import { useOpenDialog } from "../app-context.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatDayTime, formatQuantity, formatRelativeTime } from "../ui/format.ts";
import { type MenuItem, RowMenu } from "../ui/menu.tsx";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { VerdictIcon } from "./recording-verdict.tsx";
import { useRecordingActions } from "./use-recording-actions.tsx";

/** Where the list is: narrow in the rail, or with all cells on the start page. */
type RecordingPlace = "rail" | "page";

const ROW = "group/recording flex cursor-default items-center";
const ROW_PLACES: Readonly<Record<RecordingPlace, string>> = {
  rail: "mx-1.5 gap-2 rounded-2 pr-1.5 pl-2.5 text-12/5",
  page: "gap-3 border-b border-line-1 pl-1 text-13 text-fg-1",
};
const OPEN_ROW =
  "bg-accent-bg text-fg-1 forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]";
/** In the rail, the menu replaces the time, so that nothing moves. */
const TIME: Readonly<Record<RecordingPlace, string>> = {
  rail: "flex-none text-11/5 text-fg-3 not-pointer-coarse:group-focus-within/recording:invisible not-pointer-coarse:group-hover/recording:invisible",
  page: "min-w-26 flex-none text-right text-12/5 text-fg-3 max-phone:min-w-0",
};
const MENU_IN_RAIL =
  "right-0.5 opacity-0 group-focus-within/recording:opacity-100 group-hover/recording:opacity-100 not-pointer-coarse:absolute pointer-coarse:opacity-100";

export interface RecordingGridProps {
  place: RecordingPlace;
  label: string;
  list: readonly RecordingSummary[];
  rowHeight: number;
}

export default function RecordingGrid({ place, label, list, rowHeight }: RecordingGridProps) {
  const openDialog = useOpenDialog();
  const actions = useRecordingActions();
  const { openId, open } = actions;
  const [focused, setFocused] = useState("");
  const handle = useRef<VirtualListHandle>(null);
  const byFocus = list.findIndex(({ id }) => id === focused);
  const active = Math.max(0, byFocus >= 0 ? byFocus : list.findIndex(({ id }) => id === openId));

  const removeByKey = async (recording: RecordingSummary, index: number) => {
    const deletable = await actions.findDeletable([recording]);
    if (deletable.length === 0) return;
    // Moves the focus to a neighbor before the row disappears.
    const neighbor = index + 1 < list.length ? index + 1 : index - 1;
    if (neighbor >= 0) handle.current?.focusRow(neighbor);
    actions.deleteAll(deletable);
  };
  const removeOne = async (recording: RecordingSummary) =>
    actions.deleteAll(await actions.findDeletable([recording]));
  const onRowKeyDown = (event: KeyboardEvent, index: number) => {
    const recording = list[index];
    if (!recording || !(event.target instanceof HTMLElement)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") open(recording);
    else if (event.key === "Delete" || event.key === "Backspace")
      void removeByKey(recording, index);
    else if (event.key === "F2")
      openDialog("library", { editing: { id: recording.id, field: "name" } });
    else if (event.key === "ArrowRight") event.target.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <VirtualList
      ref={handle}
      className="h-full"
      role="grid"
      label={label}
      count={list.length}
      rowHeight={rowHeight}
      rowKey={(index) => list[index]?.id ?? index}
      active={active}
      onActiveChange={(index) => setFocused(list[index]?.id ?? "")}
      onRowKeyDown={onRowKeyDown}
      rowProps={(index) => {
        const recording = list[index];
        if (!recording) return {};
        return {
          className: rowClass(place, recording.id === openId),
          "aria-current": recording.id === openId || undefined,
          onClick: () => open(recording),
        };
      }}
      renderRow={(index) => {
        const recording = list[index];
        return (
          recording && (
            <RecordingCells
              place={place}
              recording={recording}
              menu={actions.createMenu(recording, () => void removeOne(recording))}
            />
          )
        );
      }}
    />
  );
}

function rowClass(place: RecordingPlace, isOpen: boolean): string {
  if (isOpen) return cx(ROW, ROW_PLACES[place], OPEN_ROW);
  return cx(ROW, ROW_PLACES[place], place === "page" ? "hover:bg-bg-2" : "text-fg-2 hover:bg-bg-3");
}

interface RecordingCellsProps {
  place: RecordingPlace;
  recording: RecordingSummary;
  menu: readonly MenuItem[];
}

const CELL = "flex-none text-right text-12/5 text-fg-3";

/** The rail has room for the name and the time only. */
function RecordingCells({ place, recording, menu }: RecordingCellsProps) {
  const { name, bytes, changedAt, facts, verdict } = recording;
  const isInRail = place === "rail";
  const title = boundText(getRecordingTitle(recording));
  const when = new Date(changedAt).toLocaleString();
  const formatTime = isInRail ? formatRelativeTime : formatDayTime;
  return (
    <>
      <span
        role="gridcell"
        className={cx(
          "flex min-w-0 flex-1 items-center overflow-hidden",
          isInRail ? "gap-2" : "gap-3",
        )}
        title={boundText([title, name, when, verdict?.because].filter(Boolean).join("\n"))}
      >
        <VerdictIcon recording={recording} isAlone />
        <span data-part="name" className="max-w-[calc(100%-22px)] flex-none truncate" dir="auto">
          {title}
        </span>
        {!isInRail && (
          <span className="mono min-w-0 truncate text-12/5 text-fg-3">
            {boundText(getRecordingAgent(recording))}
          </span>
        )}
      </span>
      {!isInRail && (
        <>
          <span role="gridcell" className={cx(CELL, "min-w-12 max-phone:hidden")}>
            {facts && formatQuantity(facts.turns, "turn")}
          </span>
          <span role="gridcell" className={cx(CELL, "min-w-14 max-phone:hidden")}>
            {formatBytes(bytes)}
          </span>
        </>
      )}
      <span role="gridcell" className={TIME[place]}>
        <time dateTime={changedAt}>{formatTime(changedAt, Date.now())}</time>
      </span>
      <span role="gridcell" className={isInRail ? MENU_IN_RAIL : undefined}>
        <RowMenu title={title} items={menu} />
      </span>
    </>
  );
}
