/** Feature: the rules that the run violates. */
import { createCommand, hasEvents, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { getProblemsStore } from "./problems-store.ts";

/** Problem navigation depends on the rules, so it loads on first use. */
const createStepAction = (delta: 1 | -1) => (app: AppContext) =>
  void import("../../lib/session/problem-navigation.ts").then(({ stepProblem }) =>
    stepProblem(app, delta),
  );

export const problemsFeature: Feature = {
  commands: [
    createCommand("Navigate", "problem", "Next problem", createStepAction(1), {
      keys: ["p"],
      enabled: hasEvents,
    }),
    createCommand("Navigate", "problem-before", "Previous problem", createStepAction(-1), {
      keys: ["shift+p"],
      enabled: hasEvents,
    }),
    createCommand(
      "View",
      "problems",
      "Toggle problems",
      (app) => getProblemsStore(app).getState().toggle(),
      { synonyms: "errors, warnings, findings, lint", keys: ["!"], enabled: isRunOpen },
    ),
  ],
};
