"use client";
// List of recordings with a single tab stop. Arrow keys move, Enter opens, Delete deletes with undo, F2
// renames, Right arrow moves to the menu.
import { type KeyboardEvent, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { useOpenDialog } from "../app-context.tsx";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { RecordingCells } from "./recording-cells.tsx";
import { useRecordingActions } from "./use-recording-actions.tsx";

export interface RecordingGridProps {
  label: string;
  list: readonly RecordingSummary[];
  rowHeight: number;
}

export default function RecordingGrid({ label, list, rowHeight }: RecordingGridProps) {
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
          className: "recording",
          "aria-current": recording.id === openId || undefined,
          onClick: () => open(recording),
        };
      }}
      renderRow={(index) => {
        const recording = list[index];
        return (
          recording && (
            <RecordingCells
              recording={recording}
              menu={actions.createMenu(recording, () => void removeOne(recording))}
            />
          )
        );
      }}
    />
  );
}
