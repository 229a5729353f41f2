/** Feature: what real clients make of the open run. */
import { createCommand, hasCalls } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

function isTappedLineSelected({ run, view }: AppContext): boolean {
  const { selected, selectedLine } = view.getState();
  const { exchanges } = run.getState().timeline;
  return (selected ?? selectedLine) !== null && exchanges.some(({ open }) => open.record.hop);
}

export const clientsFeature: Feature = {
  dialogs: { clients: { Dialog: createLazyDialog(() => import("./clients-dialog.tsx")) } },
  commands: [
    createCommand(
      "Log",
      "clients",
      "Test clients with this run",
      ({ dialogs }) => dialogs.getState().openDialog("clients"),
      { synonyms: "sdk, stress, parser, understood", enabled: hasCalls },
    ),
    createCommand(
      "Log",
      "clients-row",
      "What did the caller understand?",
      (app) => void import("./caller-exchange.ts").then((caller) => caller.testCaller(app)),
      { synonyms: "sdk, client, hop", enabled: isTappedLineSelected },
    ),
  ],
};
