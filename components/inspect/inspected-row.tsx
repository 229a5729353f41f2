"use client";
// The selected row: its head, notes, and tabs for its text, chunks, decoded JSON, bytes and problems.
import { useMemo } from "react";
import { getItemChunkedTextAt } from "../../lib/dialects/item-content.ts";
import { getItemProblems } from "../../lib/lint/problems.ts";
import { TABS, type Tab } from "../../lib/session/view.ts";
import type { ChunkedText } from "../../lib/timeline/provenance.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useServerFeatures } from "../server-features.ts";
import { useSession, useView } from "../session.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { InspectorPane } from "../ui/inspector-pane.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tag } from "../ui/tag.tsx";
import { ChunksTab } from "./chunks-tab.tsx";
import { DecodedTab } from "./decoded-tab.tsx";
import { FrameStepper } from "./frame-stepper.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { ProblemsTab } from "./problems-tab.tsx";
import { ProvenanceDock } from "./provenance-dock.tsx";
import { RenderedTab } from "./rendered-tab.tsx";
import { useChunkSelection } from "./use-chunk-selection.ts";
import { WireTab } from "./wire-tab.tsx";

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  rendered: "Rendered",
  chunks: "Chunks",
  decoded: "Decoded",
  wire: "Wire",
  problems: "Problems",
};

export default function InspectedRow({ inspected }: { inspected: InspectedItem }) {
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
    <InspectorPane>
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
    </InspectorPane>
  );
}

/** The text of a row with its chunks; `null` for a row without text. */
function useChunkedText({ interpretation, item, playhead }: InspectedItem): ChunkedText | null {
  const event = useView((state) => state.event);
  const { entry } = item;
  const isMessage = entry.kind === "message" && !interpretation.details.has(item);
  const messageText = useMemo(
    () => (isMessage ? getItemChunkedTextAt(interpretation, item, 0) : null),
    [isMessage, interpretation, item],
  );
  return isMessage ? messageText : getItemChunkedTextAt(interpretation, item, event ?? playhead);
}
