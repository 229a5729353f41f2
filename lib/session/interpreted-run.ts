/**
 * Store of what the screen derives from the open run: its interpretation and the rows to list.
 *
 * Guarantees: it is brought up to date when the run or the view changes, before React renders, so
 * that rendering only reads; each update is a new object, because its parts grow in place; an error
 * reaches whoever reads it, not whoever changed the run.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunConversation } from "../conversation/conversation.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import { RowOutline } from "../dialects/row-outline.ts";
import type { RowList } from "../dialects/rows.ts";
import { NO_FILTER } from "../dialects/settings.ts";
import type { JoinedTrace } from "../otlp/joined-trace.ts";
import { getConversation, getInterpretation, getRowList } from "./interpretation-cache.ts";
import type { PlaybackContext } from "./playback.ts";
import type { Run, RunStore, RunVersion } from "./run.ts";
import { getJoinedTrace, selectSpans } from "./run-trace.ts";
import type { View, ViewStore } from "./view.ts";

export interface InterpretedRun {
  readonly version: RunVersion;
  readonly interpretation: Interpretation;
  /** The rows of the scope: those that match the filter, and all. */
  readonly rows: RowList;
  readonly allRows: RowList;
  /** The rows that match the filter, by turn and task. */
  readonly outline: RowOutline;
  /** The spans of the joined trace; `null` if there is none. */
  readonly trace: JoinedTrace | null;
  /** The conversation, while the main pane shows it. */
  readonly conversation: RunConversation | null;
  /** What the last update threw, for the part of the screen that shows it; `null` for nothing. */
  readonly error: unknown;
}

const stores = new WeakMap<RunStore, StoreApi<InterpretedRun>>();

/** The store of a page, created on first use. It lives as long as the run store it follows. */
export function getInterpretedRun({ run, view }: PlaybackContext): StoreApi<InterpretedRun> {
  const known = stores.get(run);
  if (known) return known;
  const store = createStore(() => interpretRun(run.getState(), view.getState()));
  const update = () => {
    try {
      store.setState(interpretRun(run.getState(), view.getState(), store.getState().outline));
    } catch (error) {
      store.setState({ error });
    }
  };
  run.subscribe((now, before) => {
    if (now.version !== before.version || now.trace !== before.trace) update();
  });
  view.subscribe((now, before) => {
    if (now.selected !== before.selected) expandGroupOf(now.selected, store.getState(), view);
    if (INPUTS.some((name) => now[name] !== before[name])) update();
  });
  stores.set(run, store);
  return store;
}

/** The parts of the view that decide what there is to show. */
const INPUTS = [
  "dialects",
  "scope",
  "filter",
  "mutes",
  "collapsedGroups",
  "mainView",
] as const satisfies readonly (keyof View)[];

/** Whatever selects a row shows it. */
function expandGroupOf(item: number | null, { outline }: InterpretedRun, view: ViewStore): void {
  const group = item === null ? undefined : outline.findGroup(item);
  const { collapsedGroups } = view.getState();
  const around = group ? outline.listGroupsAround(group) : [];
  if (!around.some(({ key }) => collapsedGroups.has(key))) return;
  const others = new Set(collapsedGroups);
  for (const { key } of around) others.delete(key);
  view.setState({ collapsedGroups: others });
}

function interpretRun(
  run: Run,
  { dialects, scope, filter, mutes, collapsedGroups, mainView }: View,
  before?: RowOutline,
): InterpretedRun {
  const { timeline, version } = run;
  const trace = getJoinedTrace(run);
  const interpretation = getInterpretation(timeline, dialects).update();
  const rows = getRowList(interpretation, scope, filter, mutes).update();
  return {
    version,
    interpretation,
    rows,
    allRows: getRowList(interpretation, scope, NO_FILTER).update(),
    outline: new RowOutline(rows, collapsedGroups, before, selectSpans(timeline, trace, filter)),
    trace,
    conversation:
      mainView === null || mainView === "timeline"
        ? null
        : getConversation(interpretation).update(),
    error: null,
  };
}
