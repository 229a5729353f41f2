"use client";
// The inspector: the selected row, span or call, whose code loads with the first of them. While none is
// selected, it shows the summary of the run, or the card of the agent.

import { memo } from "react";
import type { Item } from "../../lib/dialects/item.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useAgent, usePlayheadEvent, useRun, useView } from "../session.tsx";
import { RunSummaryPane } from "../summary/run-summary.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { InspectorPane } from "../ui/inspector-pane.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { EmptyState } from "../ui/status.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { type InspectedSpan, useInspectedCall, useInspectedSpan } from "./inspected-line.ts";

const LOADING = { meanwhile: <div className="h-full bg-bg-1" aria-busy="true" /> };
const InspectedRow = createLazyComponent(() => import("./inspected-row.tsx"), LOADING);
const SpanPane = createLazyComponent<InspectedSpan>(() => import("./span-pane.tsx"), LOADING);
const CallPane = createLazyComponent(() => import("./call-pane.tsx"), LOADING);

/** Loads what shows a row before the first is selected. */
export const preloadInspectedRow = InspectedRow.load;

/** Memoized: the timeline grows many times a second, the card does not change. */
const MemoizedAgentSummary = memo(AgentSummary);

/** One element, because the summary follows the run by itself, and less often. */
const SUMMARY = (
  <ErrorBoundary what="The summary">
    <RunSummaryPane />
  </ErrorBoundary>
);

export function Inspector() {
  const inspected = useInspectedItem();
  // A link to a row arrives before its row.
  if (useView(({ selected }) => selected !== null)) InspectedRow.load();
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
  if (!inspected && hasTalk) return SUMMARY;
  if (!inspected) return <MemoizedAgentSummary />;
  return (
    <ErrorBoundary key={inspected.item.index} what="This row">
      <InspectedRow inspected={inspected} />
    </ErrorBoundary>
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
