/** Feature: what belongs to the page as a whole: its panes, theme and keyboard shortcuts. */
import { createCommand, isRowSelected, isRunOpen } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { isNarrowScreen } from "../app-shell/layout.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";
import { setTheme } from "../ui/theme.ts";

export const shellFeature: Feature = {
  dialogs: {
    shortcuts: {
      Dialog: createLazyDialog(() => import("./shortcuts-dialog.tsx")),
      survivesReload: true,
    },
    glossary: {
      Dialog: createLazyDialog(() => import("./glossary-dialog.tsx")),
      survivesReload: true,
    },
  },
  commands: [
    createCommand(
      "General",
      "rail",
      "Toggle exchanges",
      ({ layout }) => layout.getState().toggleRail(),
      { keys: ["b"], enabled: isRunOpen },
    ),
    createCommand(
      "General",
      "inspector",
      "Toggle inspector",
      ({ layout }) => layout.getState().toggleInspector(),
      { keys: ["i"], enabled: isRunOpen },
    ),
    createCommand(
      "General",
      "inspector-size",
      "Maximize or restore inspector",
      ({ layout }) => layout.getState().toggleInspectorSize(),
      { keys: ["shift+i"], enabled: (app) => isRowSelected(app) && !isNarrowScreen() },
    ),
    createCommand("General", "theme", "Switch theme", toggleTheme, { keys: ["t"] }),
    createCommand(
      "General",
      "shortcuts",
      "Keyboard shortcuts",
      ({ dialogs }) => dialogs.getState().openDialog("shortcuts"),
      { keys: ["?"] },
    ),
    createCommand("General", "glossary", "Glossary", ({ dialogs }) =>
      dialogs.getState().openDialog("glossary"),
    ),
  ],
};

function toggleTheme(): void {
  const isLight = document.documentElement.dataset.theme === "light";
  setTheme(isLight ? "dark" : "light");
}
