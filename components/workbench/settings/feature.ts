/** Feature: the settings page, whose section is part of the URL. */
import { SETTINGS_SECTIONS } from "../../../lib/session/view.ts";
import { createCommand } from "../../app-shell/commands.ts";
import type { Feature } from "../../app-shell/feature.ts";
import { createLazyDialog } from "../../ui/lazy-component.tsx";

export const settingsFeature: Feature = {
  dialogs: { settings: { Dialog: createLazyDialog(() => import("./settings-dialog.tsx")) } },
  commands: [
    createCommand(
      "General",
      "settings",
      "Settings",
      ({ view }) => view.setState({ openSettings: SETTINGS_SECTIONS[0] }),
      { synonyms: "preferences, options, configuration", keys: ["mod+,"] },
    ),
  ],
  start({ view, dialogs }) {
    // The URL contains the open section, so the view decides whether the dialog is open.
    view.subscribe(({ openSettings }, before) => {
      const { openDialog, closeDialog } = dialogs.getState();
      if (openSettings === before.openSettings) return;
      if (openSettings !== null) openDialog("settings");
      else closeDialog("settings");
    });
    // A form that opens over the page leaves it.
    dialogs.subscribe(({ open }, before) => {
      if (before.open === "settings" && open !== "settings" && open !== null) {
        view.setState({ openSettings: null });
      }
    });
  },
};
