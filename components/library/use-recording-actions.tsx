"use client";
// What can be done with recordings, from every list that shows them.
import { createDerivedName, getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { formatQuantity } from "../ui/format.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { showToast } from "../ui/toast.tsx";
import { deleteWithUndo } from "./deletions.tsx";
import { splitLiveRecordings } from "./split-live-recordings.ts";
import { useRecordings } from "./use-recordings.ts";

export interface RecordingActions {
  /** The recording that is open. */
  readonly openId: string | null;
  open(recording: RecordingSummary): void;
  /** Which of them may go: not those that are being recorded now. What stays is said. */
  findDeletable(list: readonly RecordingSummary[]): Promise<readonly RecordingSummary[]>;
  /** Takes them from the lists, with a moment to think again. */
  deleteAll(list: readonly RecordingSummary[]): void;
  createMenu(recording: RecordingSummary, onDelete: () => void): MenuItem[];
}

export function useRecordingActions(): RecordingActions {
  const { run, agent, store, screen } = useAppContext();
  const openId = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { fetchFresh, reload } = useRecordings();

  const open = ({ id, name }: Pick<RecordingSummary, "id" | "name">) => {
    agent.disconnect();
    run.openRecording(id, name);
    store.setState({ drawer: false, pane: "timeline" });
  };
  const removable = async (list: readonly RecordingSummary[]) => {
    const { idle, live } = await splitLiveRecordings(list, fetchFresh);
    showLiveToast(live);
    return idle;
  };
  const removeAll = (list: readonly RecordingSummary[]) => {
    if (list.length === 0) return;
    const opened = list.find(({ id }) => id === openId);
    if (opened) {
      agent.disconnect();
      run.close();
    }
    const restore = () => opened && open(opened);
    const onDeleted = (live: readonly string[]) => {
      showLiveToast(list.filter(({ id }) => live.includes(id)));
      reload();
    };
    deleteWithUndo({
      ids: list.map(({ id }) => id),
      name: formatRecordingNames(list),
      restore,
      onDeleted,
    });
  };
  const duplicate = (recording: RecordingSummary) =>
    apiClient.duplicate(recording.id, createDerivedName(recording, "copy")).then((copy) => {
      reload();
      showToast({
        text: (
          <>
            Kept <b>{getRecordingTitle(copy)}</b>
          </>
        ),
        action: { label: "Open", run: () => open(copy) },
      });
    }, showFailureToast);

  return {
    openId,
    open,
    findDeletable: removable,
    deleteAll: removeAll,
    createMenu: (recording, onDelete) => [
      {
        id: "rename",
        label: "Rename",
        icon: "text",
        keys: "F2",
        onSelect: () => screen.openLibrary({ id: recording.id, field: "name" }),
      },
      {
        id: "tags",
        label: "Tags",
        icon: "tag",
        onSelect: () => screen.openLibrary({ id: recording.id, field: "tags" }),
      },
      {
        id: "duplicate",
        label: "Duplicate",
        icon: "copy",
        onSelect: () => void duplicate(recording),
      },
      {
        id: "export",
        label: "Export…",
        icon: "export",
        onSelect: () => {
          if (recording.id !== openId) open(recording);
          screen.exportRun();
        },
      },
      {
        id: "compare",
        label: "Compare with…",
        icon: "columns",
        onSelect: () =>
          screen.compareRuns({
            kind: "recording",
            id: recording.id,
            name: getRecordingTitle(recording),
          }),
      },
      {
        id: "again",
        label: "Send again to an agent…",
        icon: "send",
        onSelect: () => {
          if (recording.id !== openId) open(recording);
          screen.openResend();
        },
      },
      { id: "line", separator: true },
      {
        id: "delete",
        label: "Delete",
        icon: "close",
        ...(recording.live && { hint: "It is being recorded right now" }),
        onSelect: onDelete,
      },
    ],
  };
}

/** What could not be done is said where people look; it has changed nothing. */
export function showFailureToast(error: unknown): void {
  showToast({ text: error instanceof Error ? error.message : String(error) });
}

/** Deleting them would hang up: they stay, and it is said why. */
function showLiveToast(kept: readonly RecordingSummary[]): void {
  if (kept.length === 0) return;
  showToast({
    text: (
      <>
        <b>{formatRecordingNames(kept)}</b> {kept.length === 1 ? "is" : "are"} being recorded right
        now
      </>
    ),
  });
}

function formatRecordingNames(list: readonly RecordingSummary[]): string {
  const [first] = list;
  return first && list.length === 1
    ? getRecordingTitle(first)
    : formatQuantity(list.length, "recording");
}
