"use client";
// Inspector of a call between agents, while the header of its rows is selected.
import { getAgentNames, getCallTitle } from "../../lib/timeline/hops/agent-names.ts";
import type { TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { usePlayheadEvent, useView } from "../session.tsx";
import { InspectorPane, InspectorTitle } from "../ui/inspector-pane.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { HopView } from "./hop-view.tsx";

/** `null` if the header of no call is selected. */
export function useInspectedCall(): TappedCall | null {
  const { outline, interpretation } = useInterpretedRun();
  const key = useView(({ selected, selectedLine }) => (selected === null ? selectedLine : null));
  const { callTree } = interpretation.timeline;
  if (key === null || callTree.calls.length === 0) return null;
  const group = outline.groups.find((one) => one.key === key);
  return (group && callTree.find(group.exchange.index)) ?? null;
}

export function CallPane({ call }: { call: TappedCall }) {
  const { interpretation } = useInterpretedRun();
  const playhead = usePlayheadEvent();
  const n = Math.max(playhead, call.firstEvent);
  const names = getAgentNames(interpretation.timeline, n);
  const title = getCallTitle(call, names, n);
  return (
    <InspectorPane>
      <InspectorTitle icon="activity" title={title} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        <HopView interpretation={interpretation} call={call} playhead={playhead} />
      </div>
    </InspectorPane>
  );
}
