/**
 * Decides what the main pane shows of a run: the timeline, the conversation, or both.
 *
 * The URL comes first, then what the user chose last; but a link to a row or an event opens the
 * timeline, where these are. Before the first choice, a run that starts with the user connecting to
 * an agent opens as a conversation, and every other run as a timeline.
 *
 * Rows that appear show a complete run from its first row. A conversation that returns is at its end
 * if it was there.
 *
 * Where turns of the conversation are shown, they have their answers, and say why they ended so:
 * nothing beside them repeats it (`hasTurns`).
 */

import type { RunConversation } from "../conversation/conversation.ts";
import type { RunPart } from "../report/facts/part.ts";
import type { RunStore } from "./run.ts";
import { isInProgress } from "./run-selectors.ts";
import { type MainView, readSetting, SETTINGS, writeSetting } from "./settings.ts";
import type { View, ViewStore } from "./view.ts";

interface MainViewContext {
  readonly run: RunStore;
  readonly view: ViewStore;
}

/** Shows a view, now and for runs that are opened later. */
export function chooseMainView({ run, view }: MainViewContext, mainView: MainView): void {
  writeSetting(SETTINGS.mainView, mainView);
  const isGrowing = isInProgress(run.getState());
  view.setState((before) => ({ mainView, ...(!isGrowing && getFollowing(before, mainView)) }));
}

/** Where the view that appears begins in a complete run, unless the playhead or a row says it. */
function getFollowing(before: View, mainView: MainView): Partial<View> | null {
  const { following, returnsToEnd } = before;
  if (before.cursor !== null || before.selected !== null) return null;
  const gainsRows = before.mainView === "conversation" && mainView !== "conversation";
  if (gainsRows) return { following: false, returnsToEnd: following };
  const gainsTurns = !showsConversation(before) && mainView !== "timeline";
  return gainsTurns ? { following: following || returnsToEnd } : null;
}

/** What a run that was just opened shows. `isTalk`: the user has connected to its agent. */
export function getInitialMainView(isTalk: boolean): MainView | null {
  const chosen = readSetting(SETTINGS.mainView);
  if (chosen === null) return isTalk ? "conversation" : null;
  // The timeline needs no name in the URL.
  return chosen === "timeline" ? null : chosen;
}

/** What the view of a link shows. */
export function getNamedMainView({ mainView, selected, event, cursor }: View): MainView | null {
  if (mainView !== null) return mainView;
  const isAboutRow = selected !== null || event !== null || cursor !== null;
  return isAboutRow ? null : getInitialMainView(false);
}

/**
 * Whether the conversation has turns of a part of the run. Lookups are in none, so that their failures
 * are said elsewhere. Until the conversation is there (`null`), it is taken to have them.
 */
export function hasTurns(
  conversation: RunConversation | null,
  { scope, task }: RunPart,
  n: number,
): boolean {
  return conversation === null || conversation.getTurnsAt(n, scope, task).length > 0;
}

export const showsConversation = ({ mainView }: View) =>
  mainView === "conversation" || mainView === "both";
