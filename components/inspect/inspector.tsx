"use client";
// Inspector of the selected row: rendered text, chunks, decoded JSON, wire bytes and problems.
import { memo } from "react";
import { getItemProblems } from "../../lib/lint/problems.ts";
import { TABS, type Tab } from "../../lib/session/view.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useServerFeatures } from "../server-features.ts";
import { useSession, useView } from "../session.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tag } from "../ui/tag.tsx";
import { AgentSummary } from "./agent-summary.tsx";
import { ChunksTab } from "./chunks-tab.tsx";
import { DecodedTab } from "./decoded-tab.tsx";
import { FrameStepper } from "./frame-stepper.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { ProblemsTab } from "./problems-tab.tsx";
import { ProvenanceDock } from "./provenance-dock.tsx";
import { RenderedTab } from "./rendered-tab.tsx";
import { useChunkSelection } from "./use-chunk-selection.ts";
import { useChunkedText, useInspectedItem } from "./use-inspected-item.ts";
import { WireTab } from "./wire-tab.tsx";

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  rendered: "Rendered",
  chunks: "Chunks",
  decoded: "Decoded",
  wire: "Wire",
  problems: "Problems",
};

/** Memoized: the timeline grows many times a second, the card does not change. */
const MemoizedAgentSummary = memo(AgentSummary);

export function Inspector() {
  const inspected = useInspectedItem();
  if (!inspected) return <MemoizedAgentSummary />;
  return (
    <ErrorBoundary key={inspected.item.index} what="This row">
      <InspectedRow inspected={inspected} />
    </ErrorBoundary>
  );
}

function InspectedRow({ inspected }: { inspected: InspectedItem }) {
  const { view } = useSession();
  const features = useServerFeatures();
  const tab = useView((state) => state.tab);
  const { timeline, interpretation, item, playhead } = inspected;
  const text = useChunkedText(inspected);
  const selection = useChunkSelection(text, playhead);
  const findings = getItemProblems(item, playhead);
  const muted = useMutedRules();
  const active = findings.filter(({ rule }) => !muted.has(rule));
  const worst = active[0];
  const hue = worst?.severity === "info" ? "accent" : worst?.severity;
  return (
    <section
      className="flex h-full min-h-0 min-w-0 flex-col bg-bg-1"
      aria-label="Inspector"
      data-testid="inspector"
    >
      <InspectorHead interpretation={interpretation} item={item} playhead={playhead} />
      {features && <features.RowNotes item={item} ordinal={inspected.ordinal} />}
      <Tabs
        label="Inspector"
        items={TABS.map((id) => ({
          id,
          label: TAB_LABELS[id],
          badge: id === "problems" && worst ? <Tag hue={hue}>{active.length}</Tag> : undefined,
        }))}
        value={tab}
        onChange={(id) => view.setState({ tab: id })}
      >
        <ErrorBoundary key={tab} what={`“${TAB_LABELS[tab]}” of this row`}>
          {tab === "rendered" && <RenderedTab inspected={inspected} selection={selection} />}
          {(tab === "decoded" || tab === "wire") && <FrameStepper {...inspected} />}
          {tab === "chunks" && <ChunksTab inspected={inspected} selection={selection} />}
          {tab === "decoded" && <DecodedTab {...inspected} />}
          {tab === "wire" && <WireTab inspected={inspected} text={text} />}
          {tab === "problems" && <ProblemsTab inspected={inspected} findings={findings} />}
        </ErrorBoundary>
      </Tabs>
      {selection && tab !== "problems" && (
        <ProvenanceDock timeline={timeline} selection={selection} />
      )}
    </section>
  );
}
