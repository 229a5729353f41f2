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
  // Fetching a card is no news, unless it failed: its time is part of the call that it was made for, as
  // on the map.
  const isLookUp = ({ exchange: id, verdict }: HopReport) => {
    const exchange = interpretation.timeline.exchangeById.get(id);
    return verdict.clean && exchange && callTree.find(exchange.index)?.isDiscovery;
  };
  const shownCalls = hops.calls.filter((call) => !isLookUp(call));
  const lookUpMs = sumLookUps(hops.calls.filter(isLookUp), shownCalls);
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
          <CallLine
            key={line.call.exchange}
            line={line}
            lookUpMs={lookUpMs.get(line.call.exchange) ?? 0}
            onOpen={() => open(line.call)}
          />
        )}
      />
    </SummarySection>
  );
}

/** How long the look-ups of cards took, by the first call from the same agent to the same agent. */
function sumLookUps(
  lookUps: readonly HopReport[],
  calls: readonly HopReport[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const lookUp of lookUps) {
    const call = calls.find(
      (one) =>
        getCallerLabel(one) === getCallerLabel(lookUp) &&
        getCalleeLabel(one) === getCalleeLabel(lookUp),
    );
    if (call) sums.set(call.exchange, (sums.get(call.exchange) ?? 0) + (lookUp.durationMs ?? 0));
  }
  return sums;
}

interface CallLineProps {
  line: HopLine;
  /** How long the look-up of the agent's card took. */
  lookUpMs: number;
  onOpen: () => void;
}

function CallLine({ line: { call, depth }, lookUpMs, onOpen }: CallLineProps) {
  const { edge, verdict, durationMs, waitingMs } = call;
  const { icon, hue } = durationMs === null ? IN_PROGRESS : getVerdictMeta(verdict);
  const note = edge && (getHandLabel(edge) ?? describeInferred(edge));
  const indent = Math.min(depth, MAX_DEPTH) * INDENT_PX;
  const waiting = waitingMs ? ` · ${formatDuration(waitingMs)} waiting` : "";
  // The map counts look-ups of agents, not those of users.
  const ofCard = depth > 0 ? lookUpMs : 0;
  const time = durationMs === null ? null : formatDuration(durationMs + ofCard);
  const parts =
    ofCard > 0
      ? `${formatDuration(durationMs ?? 0)}, and ${formatDuration(ofCard)} to fetch the card`
      : "";
  return (
    <li
      style={{ "--indent": `${indent}px` } as CSSProperties}
      className={cx(
        "ml-(--indent)",
        edge && edge.kind !== "cut" && cx("border-l pl-2", EDGE_LINES[edge.kind]),
      )}
      title={[edge?.because, parts].filter(Boolean).join("\n")}
    >
      <SummaryLine
        icon={icon}
        hue={hue}
        status={durationMs === null ? "In progress" : formatVerdictTitle(verdict)}
        aside={time === null ? null : `${time}${waiting}`}
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
