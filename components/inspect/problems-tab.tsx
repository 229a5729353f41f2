"use client";
import { useCallback, useMemo, useState } from "react";
// Tab with the problems of a row: each rule once, with its first event, an explanation and a remedy.
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { findProblemDetail, getSpecClauses } from "../../lib/lint/problem-detail.ts";
import type { EntryProblem } from "../../lib/lint/problems.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { PendingLine, useTextRead } from "../loaded-text.tsx";
import { DetailText, ExplanationView } from "../problems/explanation-view.tsx";
import { MuteMenu, useMuteDescription } from "../problems/mute-menu.tsx";
import { formatHeading, PHASE_LABELS, SEVERITY_META } from "../problems/severity-meta.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { CHIP } from "../ui/shared-classes.ts";
import { EmptyState } from "../ui/status.tsx";

interface ProblemsTabProps {
  inspected: InspectedItem;
  findings: readonly EntryProblem[];
}

export function ProblemsTab({ inspected, findings }: ProblemsTabProps) {
  const muted = useMutedRules();
  const [showsMuted, showMuted] = useState(false);
  const active = findings.filter(({ rule }) => !muted.has(rule));
  const mutedCount = findings.length - active.length;
  const shown = showsMuted ? findings : active;
  return (
    <div data-part="findings" className="overflow-auto">
      {shown.length > 0 ? (
        <ul aria-label="Problems of this row">
          {shown.map((finding) => (
            <RowProblem key={finding.rule} inspected={inspected} finding={finding} />
          ))}
        </ul>
      ) : (
        <NoRowProblems inspected={inspected} mutedCount={mutedCount} />
      )}
      {mutedCount > 0 && (
        <p className="px-2 py-1.5">
          <Button size={24} icon="mute" pressed={showsMuted} onClick={() => showMuted(!showsMuted)}>
            {mutedCount} muted
          </Button>
        </p>
      )}
    </div>
  );
}

function NoRowProblems({
  inspected,
  mutedCount,
}: {
  inspected: InspectedItem;
  mutedCount: number;
}) {
  const { entry, item } = inspected;
  const hasAny =
    (!item.isNested && entry.issues.length > 0) ||
    item.inheritedIssues.length + item.violations.length > 0;
  if (mutedCount > 0) return <EmptyState icon="ok" title="No active problems" />;
  return (
    <EmptyState icon="ok" title={hasAny ? "No problems so far" : "No problems"}>
      {hasAny ? "Some appear after the playhead." : "This row breaks no rules."}
    </EmptyState>
  );
}

function RowProblem({ inspected, finding }: { inspected: InspectedItem; finding: EntryProblem }) {
  const { view } = useAppContext();
  const { rule, severity, label, message } = finding;
  const { detail, spec } = useProblemDetail(inspected.timeline, finding);
  const { hue, icon, label: word } = SEVERITY_META[severity];
  const muteDescription = useMuteDescription(rule);
  return (
    <li
      data-hue={hue}
      className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2 border-b border-line-1 p-3"
    >
      <Icon name={icon} className="mt-0.5 text-hue" />
      <div>
        <h3 className="text-13 font-semibold">
          <span className="sr-only">{word}: </span>
          {formatHeading(label)}
          <span className="float-right -mt-0.5 inline-flex items-center gap-1.5 text-11/5 font-normal text-fg-3">
            {muteDescription}
            <MuteMenu rule={rule} />
          </span>
        </h3>
        <p className="mt-0.5 text-12 text-fg-1">{message}</p>
        {detail.kind !== "loaded" && (
          <p className="mt-0.5 text-12 wrap-anywhere text-fg-2">
            <PendingLine read={detail} />
          </p>
        )}
        {detail.kind === "loaded" && detail.value !== null && (
          <p className="mt-0.5 text-12 wrap-anywhere text-fg-2">
            <DetailText detail={detail.value} />; {spec}.
          </p>
        )}
        <div className="mt-2 *:*:grid-cols-[minmax(0,1fr)]">
          <ExplanationView rule={rule} spec={spec} />
        </div>
        <p className="mt-2 flex flex-wrap items-center justify-between gap-1.5 text-12">
          <FirstEvidence finding={finding} timeline={inspected.timeline} />
          <button
            type="button"
            className="mono py-0.5 text-11 text-fg-3 hover:text-accent hover:underline"
            aria-label={`About the rule ${rule}`}
            onClick={() => view.setState({ openRule: rule })}
          >
            {rule}
          </button>
        </p>
      </div>
    </li>
  );
}

/** The first violation in detail, and the clause of the spoken version that it breaks. */
function useProblemDetail(timeline: Timeline, { rule: name, event, phase }: EntryProblem) {
  const rule = RULES_BY_ID.get(name);
  // Violations without an event are shown with their exchange.
  const hasEvent = event >= 0 && phase === undefined;
  const exchange = hasEvent
    ? timeline.exchanges[timeline.events.exchange.at(event)]?.id
    : undefined;
  const evidence = useMemo(
    () => (exchange === undefined ? null : { event, exchange }),
    [event, exchange],
  );
  const spec = useMemo(
    () => (rule && evidence ? getSpecClauses(timeline, rule, evidence) : (rule?.spec ?? "")),
    [timeline, rule, evidence],
  );
  const detail = useTextRead(
    useCallback(
      () => (rule && evidence ? findProblemDetail(timeline, rule, evidence) : null),
      [timeline, rule, evidence],
    ),
  );
  return { detail, spec };
}

interface FirstEvidenceProps {
  finding: EntryProblem;
  timeline: Timeline;
}

/** Link to the frame that first broke the rule, or the phase of the exchange. */
function FirstEvidence({ finding: { rule, event, phase }, timeline }: FirstEvidenceProps) {
  const { view } = useAppContext();
  const formatter = useEventFormatter(timeline);
  if (phase !== undefined) return <span>{PHASE_LABELS[phase]}</span>;
  if (event < 0) return <span>before the first event</span>;
  return (
    <button
      type="button"
      className={CHIP}
      onClick={() => view.setState({ event, tab: "decoded", pointedViolation: { rule, event } })}
    >
      first at frame #{formatCount(formatter.number(event))}
      {formatter.timeOf(event) !== "" && ` · ${formatter.timeOf(event)}`}
    </button>
  );
}
