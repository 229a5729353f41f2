"use client";
// Calls that passed a tap, as a tree: who called whom, for which call, how it ended, and what failed
// first. What is inferred has a dashed line and says so.
import type { CSSProperties } from "react";
import {
  createHopsReport,
  type HopReport,
  type HopsReport,
} from "../../lib/report/hops/hop-report.ts";
import {
  getCalleeLabel,
  getCallerLabel,
  type HopLine,
  listFailureChain,
  listHopLines,
} from "../../lib/report/hops/hop-tree.ts";
import { findEvidenceItem, showItem } from "../../lib/session/playback.ts";
import { ShowMore } from "../content/show-more.tsx";
import { getVerdictLabel, VERDICT_META } from "../labels/verdict-labels.ts";
import { useSession } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import { SummaryLine, SummarySection } from "./summary-section.tsx";
import type { ShownSummary } from "./use-run-summary.ts";

const INDENT_PX = 14;
/** Deeper calls are not indented any further. */
const MAX_DEPTH = 8;

export function HopsSection({ shown }: { shown: ShownSummary }) {
  const session = useSession();
  const { interpretation, summary, playhead } = shown;
  const isRun = summary.scope === "all" && summary.task === null;
  const hops = isRun ? createHopsReport(interpretation, playhead) : undefined;
  if (!hops) return null;
  const open = ({ exchange }: HopReport) => {
    const item = findEvidenceItem(interpretation, { exchange, what: "request", event: null });
    if (item) showItem(session, item);
  };
  return (
    <SummarySection title="Calls between agents" aside={formatQuantity(hops.calls.length, "call")}>
      <FirstFailure hops={hops} onOpen={open} />
      <ShowMore
        items={listHopLines(hops.calls)}
        renderList={(lines) => <ul aria-label="Calls between agents">{lines}</ul>}
        renderItem={(line) => (
          <CallLine key={line.call.exchange} line={line} onOpen={() => open(line.call)} />
        )}
      />
    </SummarySection>
  );
}

interface FirstFailureProps {
  hops: HopsReport;
  onOpen: (call: HopReport) => void;
}

function FirstFailure({ hops, onOpen }: FirstFailureProps) {
  const [first, ...callers] = listFailureChain(hops);
  if (!first) return null;
  const { verdict } = first;
  const { icon, hue } = VERDICT_META[verdict.kind];
  const path = callers.map((call) => `${getCalleeLabel(call)} (${getVerdictLabel(call.verdict)})`);
  const calledBy = path.length === 0 ? "" : ` Called by ${path.join(", for ")}.`;
  return (
    <SummaryLine
      icon={icon}
      hue={hue}
      detail={`${verdict.because}${calledBy}`}
      onOpen={() => onOpen(first)}
    >
      Failed first: {getCalleeLabel(first)}
    </SummaryLine>
  );
}

function CallLine({ line: { call, depth }, onOpen }: { line: HopLine; onOpen: () => void }) {
  const { edge, verdict, durationMs, waitingMs } = call;
  const { icon, hue } = durationMs === null ? RUNNING : VERDICT_META[verdict.kind];
  const indent = Math.min(depth, MAX_DEPTH) * INDENT_PX;
  const waiting = waitingMs ? ` · ${formatDuration(waitingMs)} waiting` : "";
  return (
    <li
      style={{ "--indent": `${indent}px` } as CSSProperties}
      className={cx(
        "ml-(--indent)",
        edge && "border-l pl-2",
        edge && (edge.kind === "recorded" ? "border-line-3" : "border-dashed border-line-3"),
      )}
      title={edge?.because}
    >
      <SummaryLine
        icon={icon}
        hue={hue}
        status={durationMs === null ? "In progress" : getVerdictLabel(verdict)}
        aside={durationMs === null ? null : `${formatDuration(durationMs)}${waiting}`}
        onOpen={onOpen}
      >
        {getCallerLabel(call)} → {getCalleeLabel(call)}
        {edge?.kind === "inferred" && (
          <span className="ml-1.5 text-fg-3">inferred, {edge.certainty}</span>
        )}
      </SummaryLine>
    </li>
  );
}

const RUNNING = { icon: "waiting", hue: "accent" } as const;
