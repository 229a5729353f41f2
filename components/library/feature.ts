/** Feature: the library of recordings, and the notes on their events. */
import { isFileLoaded, isTrimmable } from "../../lib/session/run-selectors.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { createCommand, hasEvents, isRecordingOpen, isRowSelected } from "../app-shell/commands.ts";
import type { RecordingField } from "../app-shell/dialogs.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";
import { getKeptLogsStore } from "./kept-logs-store.ts";
import { openSavedLogs, saveOpenLog, saveOpenTimeRange } from "./save-actions.ts";

const deleteOpenRecording = (app: AppContext) =>
  void import("./delete-recordings.tsx").then((module) => module.deleteOpenRecording(app));

const createEditAction =
  (field: RecordingField["field"]) =>
  ({ run, dialogs }: AppContext) => {
    const { source } = run.getState();
    if (source?.kind !== "recording") return;
    dialogs.getState().openDialog("library", { editing: { id: source.id, field } });
  };

export const libraryFeature: Feature = {
  dialogs: {
    library: {
      Dialog: createLazyDialog(() => import("./library-dialog.tsx")),
      survivesReload: true,
    },
    link: { Dialog: createLazyDialog(() => import("./link-dialog.tsx")) },
    "made-for": { Dialog: createLazyDialog(() => import("./made-for-dialog.tsx")) },
  },
  commands: [
    createCommand(
      "Log",
      "library",
      "Open library",
      ({ dialogs }) => dialogs.getState().openDialog("library"),
      { synonyms: "recordings, history, delete, search runs", keys: ["l"] },
    ),
    createCommand("Log", "rename", "Rename this recording", createEditAction("name"), {
      enabled: isRecordingOpen,
    }),
    createCommand("Log", "tag", "Tag this recording", createEditAction("tags"), {
      enabled: isRecordingOpen,
    }),
    createCommand("Log", "delete", "Delete this recording", deleteOpenRecording, {
      enabled: isRecordingOpen,
      synonyms: "remove, trash",
    }),
    createCommand("Log", "keep", "Save this log to the library", saveOpenLog, {
      synonyms: "store, persist",
      enabled: ({ run }) => isFileLoaded(run.getState()),
    }),
    createCommand("Log", "trim", "Save selected time range as a recording", saveOpenTimeRange, {
      synonyms: "cut, split",
      enabled: ({ run, view }) => isTrimmable(run.getState(), view.getState()),
    }),
    createCommand("View", "note", "Add note to event", () => emitUiEvent("write-note"), {
      synonyms: "comment, annotate",
      keys: ["n"],
      enabled: isRowSelected,
    }),
    createCommand("Navigate", "note-next", "Next note", () => emitUiEvent("next-note"), {
      keys: ["shift+n"],
      enabled: hasEvents,
    }),
  ],
  createActions: (app) => ({
    stopRecording: (recording) =>
      void import("./stop-recording.tsx").then((module) => module.stopRecording(recording)),
    openSavedLogs: (files) => openSavedLogs(app, files),
    loadUnsavedLogs: () => getKeptLogsStore(app).getState().reload(),
    takeUnsavedLog: (id) => getKeptLogsStore(app).getState().take(id),
    getUnsavedLogId: (file) => getKeptLogsStore(app).getState().getId(file),
  }),
  // The store keeps each log from a file as soon as it is read.
  start: (app) => void getKeptLogsStore(app),
};
