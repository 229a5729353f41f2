"use client";
// What shows a rule broken, first and last: links that put the playhead there and open the proof.
import type { ProblemEvidence } from "../../lib/lint/problems.ts";
import { useWhere, type Where } from "../inspect/where.ts";
import { useRun } from "../session.tsx";
import { formatCount } from "../ui/format.ts";
import { HAPPENINGS } from "./looks.ts";

interface EvidenceChipsProps {
  evidence: readonly ProblemEvidence[];
  tabIndex?: number;
  onGo: (evidence: ProblemEvidence) => void;
}

export function EvidenceChips({ evidence, tabIndex, onGo }: EvidenceChipsProps) {
  const timeline = useRun((run) => run.timeline);
  const where = useWhere(timeline);
  return evidence.map((one, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: there is a first and a last
      key={index}
      type="button"
      className="ui-chip"
      tabIndex={tabIndex}
      title={timeOf(one, where)}
      onClick={() => onGo(one)}
    >
      {evidence.length > 1 && (index === 0 ? "first " : "last ")}
      {placeOf(one, where)}
    </button>
  ));
}

function timeOf({ event, happening }: ProblemEvidence, where: Where): string {
  return happening === undefined && event >= 0 ? where.timeOf(event) : "";
}

function placeOf({ event, happening }: ProblemEvidence, where: Where): string {
  if (happening !== undefined) return HAPPENINGS[happening];
  return `#${formatCount(where.number(event))}`;
}
