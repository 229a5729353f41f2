/** Feature: logs and agent cards from the user's files and clipboard. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { chooseAndOpenFile, openClipboard, openFile } from "./open-file.ts";

export const filesFeature: Feature = {
  commands: [
    createCommand("Log", "open", "Open a log", chooseAndOpenFile, { keys: ["mod+o"] }),
    createCommand("Log", "clipboard", "Open from clipboard", (app) => void openClipboard(app)),
  ],
  createActions: (app) => ({
    chooseFile: () => chooseAndOpenFile(app),
    openFile: (file) => void openFile(app, file),
  }),
  start({ run, agent }) {
    // A log from a file has no agent to call.
    run.subscribe(({ source }, before) => {
      if (source !== before.source && source?.kind === "file") agent.disconnect();
    });
  },
};
