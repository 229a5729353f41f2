"use client";
// Recordings as one tab stop: arrows move among them, Enter opens, Delete deletes with a moment to
// think again, and Right leads to the menu that exports.
import { type KeyboardEvent, useRef, useState } from "react";
import { recordingTitle } from "../../lib/report/recordings.ts";
import type { RecordingSummary } from "../../lib/wire/service.ts";
import { useDesk } from "../command/desk.tsx";
import { useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { RecordingCells } from "./recording-cells.tsx";
import { remove } from "./removals.ts";
import { useRecordings } from "./use-recordings.ts";

export interface RecordingGridProps {
  label: string;
  list: readonly RecordingSummary[];
  rowHeight: number;
}

export function RecordingGrid({ label, list, rowHeight }: RecordingGridProps) {
  const { run, agent, store } = useDesk();
  const openId = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { fresh } = useRecordings();
  const [focused, setFocused] = useState("");
  const handle = useRef<VirtualListHandle>(null);
  const byFocus = list.findIndex(({ id }) => id === focused);
  const active = Math.max(0, byFocus >= 0 ? byFocus : list.findIndex(({ id }) => id === openId));

  const open = ({ id, name }: RecordingSummary) => {
    agent.disconnect();
    run.openRecording(id, name);
    store.setState({ drawer: false, pane: "timeline" });
  };
  /** The list may be some seconds old; whether it is being recorded is asked for now. */
  const isLive = async ({ id, live }: RecordingSummary) => {
    const isSo = live && (await fresh()).some((now) => now.id === id && now.live);
    if (isSo) announce("It is being recorded right now");
    return isSo;
  };
  const onDelete = async (recording: RecordingSummary) => {
    if (await isLive(recording)) return;
    const isOpen = recording.id === openId;
    if (isOpen) {
      agent.disconnect();
      run.close();
    }
    const name = recordingTitle(recording);
    remove({ id: recording.id, name, restore: () => isOpen && open(recording) });
  };
  const deleteByKey = async (recording: RecordingSummary, index: number) => {
    if (await isLive(recording)) return;
    // The neighbour takes the focus before the row goes.
    const neighbour = index + 1 < list.length ? index + 1 : index - 1;
    if (neighbour >= 0) handle.current?.focusRow(neighbour);
    await onDelete(recording);
  };
  const onRowKeyDown = (event: KeyboardEvent, index: number) => {
    const recording = list[index];
    if (!recording || !(event.target instanceof HTMLElement)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") open(recording);
    else if (event.key === "Delete" || event.key === "Backspace")
      void deleteByKey(recording, index);
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
          onClick: ({ target }) => {
            const isMenu = target instanceof Element && target.closest(".recording-more");
            if (!isMenu) open(recording);
          },
          onKeyDown: (event) => {
            if (event.key !== "ArrowLeft" || event.defaultPrevented) return;
            event.preventDefault();
            event.currentTarget.focus();
          },
        };
      }}
      renderRow={(index) => {
        const recording = list[index];
        return (
          recording && (
            <RecordingCells recording={recording} onDelete={() => void onDelete(recording)} />
          )
        );
      }}
    />
  );
}
