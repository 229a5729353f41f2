/** Feature: logs, agent cards and reports of ACTS from the user's files and clipboard. */

import { createCommand } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { getCardStore } from "../card/card-store.ts";
import { chooseFiles } from "../ui/choose-files.ts";
import { showToast } from "../ui/toast.tsx";
import { createTextFile, getClipboardError } from "./pasted-logs.ts";

export const filesFeature: Feature = {
  commands: [
    createCommand("Log", "open", "Open a log", chooseAndOpenFile, {
      synonyms: "import, file, upload",
      keys: ["mod+o"],
    }),
    createCommand("Log", "clipboard", "Open from clipboard", (app) => void openClipboard(app)),
  ],
  createActions: (app) => ({
    chooseFile: () => chooseAndOpenFile(app),
    openFile: (file) => void openFile(app, file),
    openFiles: (files) => openFiles(app, files),
    openExample: (file) => void app.run.openFile(file, { staysUnsaved: true }),
  }),
  start({ run, agent }) {
    // A log from a file has no agent to call.
    run.subscribe(({ source }, before) => {
      if (source !== before.source && source?.kind === "file") agent.disconnect();
    });
  },
};

/** A file that is no card, no report of ACTS, and no trace of the open run, is a log. */
async function openFile(app: AppContext, file: File): Promise<void> {
  app.dialogs.getState().closeDialog("library");
  const card = getCardStore(app);
  const { readSmallFile } = await import("./read-small-file.ts");
  const small = await readSmallFile(file);
  if (small?.kind === "card") return card.getState().openGiven(file.name, small.text);
  if (small?.kind === "acts-report" && app.dialogTable.conformance) {
    return app.actions.openActsReport(small.text);
  }
  if (await app.actions.joinTrace(file)) return;
  const isConnected = app.agent.getState().phase.kind === "connected";
  const keepsOpen = isConnected || card.getState().page !== null;
  void app.run.openFile(file, { keepsOpen });
}

function openFiles(app: AppContext, files: readonly File[]): void {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1) return void openFile(app, first);
  app.dialogs.getState().closeDialog("library");
  app.actions.openSavedLogs(files);
}

function chooseAndOpenFile(app: AppContext): void {
  app.run.preloadFileReader();
  chooseFiles((files) => openFiles(app, files));
}

/** The open run stays if the clipboard cannot be read. */
async function openClipboard(app: AppContext): Promise<void> {
  const { run } = app;
  const text = await navigator.clipboard.readText().catch((error: unknown) => {
    const clipboardError = getClipboardError(error);
    if (run.getState().source === null) run.showUnreadableLog("Clipboard", clipboardError);
    else showToast({ text: clipboardError });
    return null;
  });
  if (text !== null) await openFile(app, createTextFile(text, "Clipboard"));
}
