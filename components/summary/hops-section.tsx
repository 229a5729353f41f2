"use client";
// Calls that passed a tap, as a map of agents and as a tree: who called whom, for which call, and how it
// ended. What is inferred has a dashed line, what the user decided a dotted one, and both say so.
import type { CSSProperties } from "react";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { HopReport } from "../../lib/report/hops/hop-report.ts";
import {
  getCalleeLabel,
  getCallerLabel,
  type HopLine,
  listHopLines,
} from "../../lib/report/hops/hop-tree.ts";
import { showCall } from "../../lib/session/row-navigation.ts";
import type { CallEdge } from "../../lib/timeline/hops/tapped-call.ts";
import { ShowMore } from "../content/show-more.tsx";
import { EDGE_LINES, getHandLabel } from "../labels/edge-labels.ts";
import { getVerdictMeta } from "../labels/verdict-labels.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import { AgentMapView } from "./agent-map-view.tsx";
import { IN_PROGRESS, SummaryLine, SummarySection } from "./summary-section.tsx";
import type { ShownHops } from "./use-hops.ts";
import type { ShownSummary } from "./use-run-summary.ts";

const INDENT_PX = 14;
/** Deeper calls are not indented any further. */
const MAX_DEPTH = 8;

export function HopsSection({ shown, hops: found }: { shown: ShownSummary; hops: ShownHops }) {
  const session = useSession();
  const { interpretation } = shown;
  const { hops, map } = found;
  const { callTree } = interpretation.timeline;
  // Fetching a card is no news, unless it failed.
  const shownCalls = hops.calls.filter(({ exchange: id, verdict }) => {
    const exchange = interpretation.timeline.exchangeById.get(id);
    const isDiscovery = exchange && callTree.find(exchange.index)?.isDiscovery;
    return !isDiscovery || !verdict.clean;
  });
  const open = ({ exchange: id }: HopReport) => {
    const exchange = interpretation.timeline.exchangeById.get(id);
    if (exchange) showCall(session, exchange);
  };
  return (
    <SummarySection title="Calls between agents" aside={formatQuantity(shownCalls.length, "call")}>
      <AgentMapView map={map} />
      <ShowMore
        items={listHopLines(shownCalls)}
        renderList={(lines) => <ul aria-label="Calls between agents">{lines}</ul>}
        renderItem={(line) => (
          <CallLine key={line.call.exchange} line={line} onOpen={() => open(line.call)} />
        )}
      />
    </SummarySection>
  );
}

function CallLine({ line: { call, depth }, onOpen }: { line: HopLine; onOpen: () => void }) {
  const { edge, verdict, durationMs, waitingMs } = call;
  const { icon, hue } = durationMs === null ? IN_PROGRESS : getVerdictMeta(verdict);
  const note = edge && (getHandLabel(edge) ?? describeInferred(edge));
  const indent = Math.min(depth, MAX_DEPTH) * INDENT_PX;
  const waiting = waitingMs ? ` · ${formatDuration(waitingMs)} waiting` : "";
  return (
    <li
      style={{ "--indent": `${indent}px` } as CSSProperties}
      className={cx(
        "ml-(--indent)",
        edge && edge.kind !== "cut" && cx("border-l pl-2", EDGE_LINES[edge.kind]),
      )}
      title={edge?.because}
    >
      <SummaryLine
        icon={icon}
        hue={hue}
        status={durationMs === null ? "In progress" : formatVerdictTitle(verdict)}
        aside={durationMs === null ? null : `${formatDuration(durationMs)}${waiting}`}
        onOpen={onOpen}
      >
        {getCallerLabel(call)} → {getCalleeLabel(call)}
        {verdict.error && <span className="ml-1.5 text-hue">{boundText(verdict.error)}</span>}
        {note && <span className="ml-1.5 text-fg-3">{note}</span>}
      </SummaryLine>
    </li>
  );
}

const describeInferred = ({ kind, certainty }: CallEdge): string | null =>
  kind === "inferred" ? `inferred, ${certainty}` : null;
