"use client";
// Inspector of the selected row: rendered text, chunks, decoded JSON, wire bytes and problems. While no
// row is selected, it shows the summary of the run, or the card of the agent.

import { memo, useMemo } from "react";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemChunkedTextAt } from "../../lib/dialects/item-content.ts";
import { getItemProblems } from "../../lib/lint/problems.ts";
import { TABS, type Tab } from "../../lib/session/view.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { getAgentNames, getCallTitle } from "../../lib/timeline/hops/agent-names.ts";
import type { TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import type { ChunkedText } from "../../lib/timeline/provenance.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useServerFeatures } from "../server-features.ts";
import { useAgent, usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { RunSummaryPane } from "../summary/run-summary.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { InspectorPane, InspectorTitle } from "../ui/inspector-pane.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tag } from "../ui/tag.tsx";
import { useInterpretation, useInterpretedRun } from "../use-interpretation.ts";
import { ChunksTab } from "./chunks-tab.tsx";
import { DecodedTab } from "./decoded-tab.tsx";
import { FrameStepper } from "./frame-stepper.tsx";
import { HopView } from "./hop-view.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { ProblemsTab } from "./problems-tab.tsx";
import { ProvenanceDock } from "./provenance-dock.tsx";
import { RenderedTab } from "./rendered-tab.tsx";
import { SpanPane, useInspectedSpan } from "./span-pane.tsx";
import { useChunkSelection } from "./use-chunk-selection.ts";
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
  const span = useInspectedSpan();
  const call = useInspectedCall();
  const scope = useView((state) => state.scope);
  // Of a card lookup, the card is shown.
  const hasTalk = useRun(({ version }) => {
    const { exchanges } = version.timeline;
    const inScope = scope === "all" ? exchanges : exchanges.slice(scope, scope + 1);
    return !inScope.every(isDiscovery);
  });
  if (!inspected && span) {
    return (
      <ErrorBoundary key={span.joined.span.spanId} what="This span">
        <SpanPane {...span} />
      </ErrorBoundary>
    );
  }
  if (!inspected && call) {
    return (
      <ErrorBoundary key={call.exchange.id} what="This call">
        <CallPane call={call} />
      </ErrorBoundary>
    );
  }
  if (!inspected && hasTalk) {
    return (
      <ErrorBoundary what="The summary">
        <RunSummaryPane />
      </ErrorBoundary>
    );
  }
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

const FACT = "grid grid-cols-[110px_minmax(0,1fr)] gap-3 py-[3px]";

function AgentSummary() {
  const card = useAgent((agent) => agent.card);
  const endpoint = useAgent((agent) => agent.endpoint);
  if (!card) {
    return (
      <InspectorPane>
        <EmptyState icon="inspect" title="Select a row">
          Its text, JSON and exact bytes appear here.
        </EmptyState>
      </InspectorPane>
    );
  }
  return (
    <InspectorPane>
      <header className="border-b border-line-1 px-3 pt-3">
        <h2 className="text-18 font-[640]">{boundText(card.name)}</h2>
        {card.description !== "" && (
          <p className="mt-1 text-fg-2">{boundText(card.description, MAX_TEXT_LENGTH)}</p>
        )}
        {endpoint && (
          <dl className="py-2 text-12/5">
            <div className={FACT}>
              <dt className="text-fg-3">Endpoint</dt>
              <dd className="mono wrap-anywhere">{boundText(endpoint.url)}</dd>
            </div>
            <div className={FACT}>
              <dt className="text-fg-3">Reason</dt>
              <dd className="wrap-anywhere">{boundText(endpoint.why)}</dd>
            </div>
          </dl>
        )}
      </header>
      <JsonTree label="Agent card" value={card.raw} openDepth={2} className="flex-1" />
    </InspectorPane>
  );
}

function useInspectedItem(): InspectedItem | null {
  const interpretation = useInterpretation();
  const playhead = usePlayheadEvent();
  const selected = useView((state) => state.selected);
  const event = useView((state) => state.event);
  const item = selected === null ? undefined : interpretation.items[selected];
  if (!item) return null;
  const { timeline } = interpretation;
  const ordinal = resolveEvent(timeline, item, event, playhead);
  return { timeline, interpretation, item, entry: item.entry, playhead, ordinal };
}

/** The picked event, else the row's newest event as of the playhead, else its first. */
function resolveEvent(timeline: Timeline, { events }: Item, event: number | null, n: number) {
  if (event !== null && event <= timeline.lastEvent) return event;
  const shown = events.lastAt(n) ?? (events.count > 0 ? events.at(0) : null);
  return shown === null || shown < 0 ? null : shown;
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

/** `null` if the header of no call is selected. */
function useInspectedCall(): TappedCall | null {
  const { outline, interpretation } = useInterpretedRun();
  const key = useView(({ selected, selectedLine }) => (selected === null ? selectedLine : null));
  const { callTree } = interpretation.timeline;
  if (key === null || callTree.calls.length === 0) return null;
  const group = outline.groups.find((one) => one.key === key);
  return (group && callTree.find(group.exchange.index)) ?? null;
}

/** Inspector of a call between agents, while the header of its rows is selected. */
function CallPane({ call }: { call: TappedCall }) {
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
