"use client";
// Actions on recordings, shared by all lists.
import { useMutation } from "@tanstack/react-query";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { LinePlace } from "../../lib/api/library-search.ts";
import { NO_FILTER } from "../../lib/dialects/settings.ts";
import { createDerivedName, getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { formatViewQuery, INITIAL_VIEW } from "../../lib/session/view.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { deleteRecordings, showLiveToast } from "./delete-recordings.tsx";
import { splitLiveRecordings } from "./deletions.tsx";
import { useRecordings } from "./recordings-provider.tsx";

/** A row of a run, and the event in it. */
export type RowPlace = Pick<LinePlace, "row" | "event">;

/** The URL that opens a recording at a row. */
export function getRowUrl(id: string, { row, event }: RowPlace): string {
  return `/${formatViewQuery(id, { ...INITIAL_VIEW, selected: row, event })}`;
}

export interface RecordingActions {
  /** The recording that is open. */
  readonly openId: string | null;
  /** `place`: the row to select. */
  open(recording: Pick<RecordingSummary, "id" | "name">, place?: RowPlace): void;
  /** The recordings that can be deleted. Shows a toast for those that are being recorded. */
  findDeletable(list: readonly RecordingSummary[]): Promise<readonly RecordingSummary[]>;
  /** Deletes recordings, with undo. */
  deleteAll(list: readonly RecordingSummary[]): void;
  createMenu(recording: RecordingSummary, onDelete: () => void): MenuItem[];
}

export function useRecordingActions(): RecordingActions {
  const app = useAppContext();
  const { run, agent, view, layout, actions } = app;
  const openDialog = useOpenDialog();
  const openId = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { fetchFresh, reload } = useRecordings();

  const open: RecordingActions["open"] = ({ id, name }, place) => {
    if (place === undefined || id !== openId) {
      agent.disconnect();
      run.openRecording(id, name);
    }
    layout.getState().showTimeline();
    if (!place) return;
    const { row, event } = place;
    const shown = { scope: "all", filter: NO_FILTER, cursor: null, following: false } as const;
    view.setState({ ...shown, selected: row, event });
  };
  const findDeletable = async (list: readonly RecordingSummary[]) => {
    const { idle, live } = await splitLiveRecordings(list, fetchFresh);
    showLiveToast(live);
    return idle;
  };
  const { mutate: duplicate } = useMutation({
    mutationFn: (recording: RecordingSummary) =>
      apiClient.duplicate(recording.id, createDerivedName(recording, "copy")),
    onSuccess(copy) {
      reload();
      showToast({
        text: (
          <>
            Saved <b>{getRecordingTitle(copy)}</b>
          </>
        ),
        action: { label: "Open", run: () => open(copy) },
      });
    },
    onError: showFailureToast,
  });

  return {
    openId,
    open,
    findDeletable,
    deleteAll: (list) => deleteRecordings(app, list),
    createMenu: (recording, onDelete) => [
      ...(recording.live
        ? [
            {
              id: "stop",
              label: "Stop",
              icon: "stop",
              onSelect: () => actions.stopRecording(recording),
            } as const,
          ]
        : []),
      {
        id: "rename",
        label: "Rename",
        icon: "rename",
        keys: "F2",
        onSelect: () => openDialog("library", { editing: { id: recording.id, field: "name" } }),
      },
      {
        id: "tags",
        label: "Tags",
        icon: "tag",
        onSelect: () => openDialog("library", { editing: { id: recording.id, field: "tags" } }),
      },
      {
        id: "duplicate",
        label: "Duplicate",
        icon: "duplicate",
        onSelect: () => duplicate(recording),
      },
      {
        id: "export",
        label: "Export…",
        icon: "export",
        onSelect: () => {
          if (recording.id !== openId) open(recording);
          openDialog("export");
        },
      },
      ...(recording.place
        ? [
            {
              id: "link",
              label: "Copy link…",
              icon: "link",
              disabled: recording.live,
              ...(recording.live && { hint: "Still being recorded" }),
              onSelect: () =>
                openDialog("link", {
                  recording: recording.id,
                  title: getRecordingTitle(recording),
                }),
            } as const,
          ]
        : []),
      {
        id: "compare",
        label: "Compare with…",
        icon: "columns",
        onSelect: () =>
          actions.compareRuns({
            kind: "recording",
            id: recording.id,
            name: getRecordingTitle(recording),
          }),
      },
      {
        id: "again",
        label: "Resend to an agent…",
        icon: "resend",
        onSelect: () => {
          if (recording.id !== openId) open(recording);
          openDialog("resend");
        },
      },
      { id: "line", separator: true },
      {
        id: "delete",
        label: "Delete",
        icon: "delete",
        ...(recording.live && { hint: "Still being recorded" }),
        onSelect: onDelete,
      },
    ],
  };
}
