/** Applies what the user decided about the calls between agents to the open run. */

import type { EdgeDecision } from "../api/recording-metadata.ts";
import { forgetRowLists } from "./interpretation-cache.ts";
import { createRunVersion, type RunStore } from "./run.ts";

/** Everything that follows from the tree of calls is computed again. */
export function applyEdgeDecisions(run: RunStore, decisions: readonly EdgeDecision[]): void {
  const { timeline } = run.getState();
  const byCall = new Map(decisions.map(({ x, parent }) => [x, parent]));
  const isChanged = timeline.callTree.setDecisions(byCall);
  if (isChanged) forgetRowLists(timeline);
  // Without tapped calls, nothing follows from it.
  if (isChanged || timeline.callTree.calls.length > 0) {
    run.setState({ version: createRunVersion(timeline) });
  }
}
