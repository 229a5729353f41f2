/** Feature: breakpoints of the server's taps, and what they hold. */
import { hasEditsByHand } from "../../lib/timeline/edits.ts";
import { createCommand, isRowSelected } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";
import { getHoldStore, isTapped, listHeld } from "./hold-store.ts";

/** Loads with the first run that a tap records. */
const createHoldAction =
  (act: (actions: typeof import("./hold-actions.ts"), app: AppContext) => void) =>
  (app: AppContext) =>
    void import("./hold-actions.ts").then((actions) => act(actions, app));

const isHeld = (app: AppContext) => listHeld(getHoldStore(app).getState()).length > 0;

export const holdFeature: Feature = {
  dialogs: { held: { Dialog: createLazyDialog(() => import("./held-dialog.tsx")) } },
  commands: [
    createCommand(
      "Agent",
      "hold-continue",
      "Continue what is held",
      createHoldAction(({ resumeHeld }, app) => void resumeHeld(app, { do: "continue" })),
      { keys: ["f8"], enabled: isHeld },
    ),
    createCommand(
      "Agent",
      "hold-step",
      "Step to the next event",
      createHoldAction(({ resumeHeld }, app) => void resumeHeld(app, { do: "step", to: "event" })),
      { keys: ["f10"], enabled: isHeld },
    ),
    createCommand(
      "Agent",
      "hold-step-state",
      "Step to the next state",
      createHoldAction(({ resumeHeld }, app) => void resumeHeld(app, { do: "step", to: "state" })),
      { enabled: isHeld },
    ),
    createCommand(
      "Log",
      "hold-save-plan",
      "Save what you did as a plan",
      createHoldAction(({ saveAsPlan }, app) => saveAsPlan(app)),
      {
        synonyms: "edits, faults, breakpoints",
        enabled: ({ run }) => hasEditsByHand(run.getState().timeline),
      },
    ),
    createCommand(
      "Agent",
      "hold-row",
      "Break before this again",
      (app) => void import("./row-breakpoint.ts").then((rows) => rows.breakBeforeRow(app)),
      { enabled: (app) => isRowSelected(app) && isTapped(app) },
    ),
  ],
  start(app) {
    // Nothing is asked before a run is live.
    const stop = app.run.subscribe(({ live }) => {
      if (!live) return;
      stop();
      void import("./hold-actions.ts").then(({ watchHolds }) => watchHolds(app));
    });
  },
};
