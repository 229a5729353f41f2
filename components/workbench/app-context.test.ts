// Tests of the app context that both pages create from their features, without rendering anything.
import { expect, test } from "vitest";
import { createNoAgentStore } from "../../lib/session/no-agent.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import { createAppContext } from "../app-shell/create-app-context.ts";
import { defineStore } from "../app-shell/define-store.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createSession } from "../app-shell/session.ts";
import { getCardStore } from "../card/card-store.ts";
import { getComposeStore } from "../compose/compose-store.ts";
import { VIEWER_FEATURES } from "../viewer/features.ts";
import { WORKBENCH_FEATURES } from "./workbench.tsx";

function createApp(features: readonly Feature[] = WORKBENCH_FEATURES): AppContext {
  const session = createSession({ createAgent: createNoAgentStore });
  return createAppContext({ session, features, commandOrder: [] });
}

const openFile = ({ run }: AppContext) => run.showUnreadableLog("a.jsonl", "It is empty.");

test("a dialog opens with its parameters, keeps them when it closes, and loses them when it opens again", () => {
  const { dialogs } = createApp();
  const { openDialog, closeDialog } = dialogs.getState();
  openDialog("credentials", { url: "http://agent.test" });
  closeDialog("credentials");
  expect(dialogs.getState()).toMatchObject({
    open: null,
    parameters: { credentials: { url: "http://agent.test" } },
  });
  openDialog("credentials");
  expect(dialogs.getState().parameters.credentials).toEqual({});
});

test("closing a dialog that was replaced does not close its successor", () => {
  const { dialogs } = createApp();
  const { openDialog, closeDialog } = dialogs.getState();
  openDialog("palette");
  openDialog("library");
  closeDialog("palette");
  expect(dialogs.getState().open).toBe("library");
});

test("a dialog closes the drawer that it was opened from", () => {
  const { dialogs, layout } = createApp();
  layout.setState({ isDrawerOpen: true });
  dialogs.getState().openDialog("library");
  expect(layout.getState().isDrawerOpen).toBe(false);
});

test("the rules dialog follows the rule in the view", () => {
  const { dialogs, view } = createApp(VIEWER_FEATURES);
  view.setState({ openRule: ALL_RULES });
  expect(dialogs.getState().open).toBe("rules");
  view.setState({ openRule: null });
  expect(dialogs.getState().open).toBeNull();
});

test("a run that opens replaces the card, and not that of another page", () => {
  const [app, other] = [createApp(), createApp()];
  for (const one of [app, other]) getCardStore(one).getState().openGiven("card.json", "{}");
  expect(app.layout.getState().pane).toBe("card");
  openFile(app);
  expect(getCardStore(app).getState().page).toBeNull();
  expect(getCardStore(other).getState().page).not.toBeNull();
});

test("an action reaches the feature that owns it, and does nothing without it", () => {
  const served = createApp();
  served.actions.writeMessage("hello");
  expect(getComposeStore(served).getState().draft).toBe("hello");
  const alone = createApp(VIEWER_FEATURES);
  alone.actions.writeMessage("hello");
  expect(getComposeStore(alone).getState().draft).toBe("");
});

test("runs to compare default to the open one", () => {
  const { actions, dialogs, run } = createApp();
  actions.compareRuns();
  const { timeline, name } = run.getState();
  expect(dialogs.getState().parameters.diff).toEqual({
    left: { kind: "read", name, timeline },
    right: null,
  });
});

test("a store is created once for each app context", () => {
  let created = 0;
  const getStore = defineStore(() => ({ number: ++created }));
  const [one, other] = [createApp([]), createApp([])];
  expect([getStore(one), getStore(other), getStore(one)].map(({ number }) => number)).toEqual([
    1, 2, 1,
  ]);
});

test("a message that was not sent comes back in front of what was typed since", () => {
  const compose = getComposeStore(createApp());
  const { setDraft, updateInput, takeMessage } = compose.getState();
  setDraft("first");
  updateInput({ metadata: "{}" });
  const taken = takeMessage();
  expect(taken.draft).toBe("first");
  expect(compose.getState()).toMatchObject({ draft: "", messageInput: { metadata: "" } });
  setDraft("second");
  taken.restore();
  expect(compose.getState()).toMatchObject({
    draft: "first\nsecond",
    messageInput: { metadata: "{}" },
  });
});
