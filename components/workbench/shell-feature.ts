/** Feature: what belongs to the page as a whole: its panes, theme and keyboard shortcuts. */
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { createCommand, isRowSelected, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { INSPECTOR_SHEET_QUERY, isNarrowScreen } from "../app-shell/layout.ts";
import { getCardStore } from "../card/card-store.ts";
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
      { synonyms: "sidebar, requests", keys: ["b"], enabled: isRunOpen },
    ),
    createCommand(
      "General",
      "inspector",
      "Toggle inspector",
      ({ layout }) => layout.getState().toggleInspector(),
      { synonyms: "details, panel", keys: ["i"], enabled: isRunOpen },
    ),
    createCommand(
      "General",
      "inspector-size",
      "Maximize or restore inspector",
      ({ layout }) => layout.getState().toggleInspectorSize(),
      { keys: ["shift+i"], enabled: (app) => isRowSelected(app) && !isNarrowScreen() },
    ),
    createCommand("Navigate", "row-leave", "Leave row", leaveRow, {
      keys: ["esc"],
      byKeyOnly: true,
      enabled: isRowFree,
    }),
    createCommand("General", "theme", "Switch theme", toggleTheme, {
      synonyms: "dark, light, night",
      keys: ["t"],
    }),
    createCommand(
      "General",
      "shortcuts",
      "Keyboard shortcuts",
      ({ dialogs }) => dialogs.getState().openDialog("shortcuts"),
      { synonyms: "keys, keyboard, help", keys: ["?"] },
    ),
    createCommand(
      "General",
      "glossary",
      "Glossary",
      ({ dialogs }) => dialogs.getState().openDialog("glossary"),
      { synonyms: "help, terms" },
    ),
  ],
};

/** What is open over the rows closes first. */
function isRowFree(app: AppContext): boolean {
  const { selected, selectedLine } = app.view.getState();
  const { isInspectorMaximized, isSheetOpen } = app.layout.getState();
  const isCovered = isSheetOpen && matchMedia(INSPECTOR_SHEET_QUERY).matches;
  const hasCard = getCardStore(app).getState().page !== null;
  const isSelected = selected !== null || selectedLine !== null;
  return isSelected && !isInspectorMaximized && !isCovered && !hasCard;
}

function leaveRow({ view }: AppContext): void {
  view.setState({ selected: null, selectedLine: null, event: null });
  emitUiEvent("focus-rows");
}

function toggleTheme(): void {
  const isLight = document.documentElement.dataset.theme === "light";
  setTheme(isLight ? "dark" : "light");
}
