"use client";
// Links to the first and last evidence of a problem. A click moves the playhead there.
import type { ProblemEvidence } from "../../lib/lint/problems.ts";
import { type EventFormatter, useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun } from "../session.tsx";
import { CHIP } from "../ui/chip.ts";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { PHASE_LABELS } from "./severity-meta.ts";

interface EvidenceChipsProps {
  evidence: readonly ProblemEvidence[];
  tabIndex?: number;
  onGo: (evidence: ProblemEvidence) => void;
}

export function EvidenceChips({ evidence, tabIndex, onGo }: EvidenceChipsProps) {
  const timeline = useRun((run) => run.timeline);
  const where = useEventFormatter(timeline);
  return evidence.map((one, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: at most a first and a last item
      key={index}
      type="button"
      className={cx(CHIP, "max-w-full flex-none")}
      tabIndex={tabIndex}
      title={formatEvidenceTime(one, where)}
      onClick={() => onGo(one)}
    >
      {evidence.length > 1 && (index === 0 ? "first " : "last ")}
      {formatEvidenceLocation(one, where)}
    </button>
  ));
}

function formatEvidenceTime({ event, happening }: ProblemEvidence, where: EventFormatter): string {
  return happening === undefined && event >= 0 ? where.timeOf(event) : "";
}

function formatEvidenceLocation(
  { event, happening }: ProblemEvidence,
  where: EventFormatter,
): string {
  if (happening !== undefined) return PHASE_LABELS[happening];
  return `#${formatCount(where.number(event))}`;
}
