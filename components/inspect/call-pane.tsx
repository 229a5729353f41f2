"use client";
// Inspector of a call between agents, while the header of its rows is selected.
import { getAgentNames, getCallTitle } from "../../lib/timeline/hops/agent-names.ts";
import type { TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { usePlayheadEvent } from "../session.tsx";
import { InspectorPane, InspectorTitle } from "../ui/inspector-pane.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { HopView } from "./hop-view.tsx";

export default function CallPane({ call }: { call: TappedCall }) {
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
