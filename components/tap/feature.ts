/** Feature: the taps of this server, whose dialog is part of the URL. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const tapFeature: Feature = {
  dialogs: { tap: { Dialog: createLazyDialog(() => import("./tap-dialog.tsx")) } },
  commands: [
    createCommand("Agent", "tap", "Tap agents", ({ view }) => view.setState({ isTapOpen: true }), {
      synonyms: "proxy, intercept, sniff, man in the middle",
    }),
  ],
  start({ view, dialogs }) {
    // The URL says that it is open, so the view decides.
    view.subscribe(({ isTapOpen }, before) => {
      const { openDialog, closeDialog } = dialogs.getState();
      if (isTapOpen === before.isTapOpen) return;
      if (isTapOpen) openDialog("tap");
      else closeDialog("tap");
    });
    // A dialog that opens over it replaces it.
    dialogs.subscribe(({ open }, before) => {
      if (before.open === "tap" && open !== "tap" && open !== null) {
        view.setState({ isTapOpen: false });
      }
    });
  },
};
