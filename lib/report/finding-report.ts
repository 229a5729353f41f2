/** A finding with the exact places of what shows it: looked for in its first and last frame only. */

import { RULES_BY_NAME } from "../lint/all-rules.ts";
import { findProblemDetail } from "../lint/problem-detail.ts";
import { isCardProblem, type ProblemEvidence, type RunProblem } from "../lint/problems.ts";
import { findViolationLocations, formatJsonPointer } from "../lint/violation-locations.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface EvidenceReport extends ProblemEvidence {
  /** Where the frame's JSON shows it, as a JSON pointer: empty for all of it. None of what is no event. */
  readonly path?: string;
  /** The member that is not there, where that is what is wrong. */
  readonly missing?: string;
}

export interface FindingReport extends RunProblem {
  readonly evidence: readonly EvidenceReport[];
  /** What exactly is missing or odd where it shows first; `null` where the message says it. */
  readonly detail: string | null;
}

export function createFindingReport(timeline: Timeline, finding: RunProblem): FindingReport {
  const evidence = finding.evidence.map((shown): EvidenceReport => {
    if (shown.happening !== undefined) return shown;
    const [place] = findViolationLocations(timeline, finding.rule, shown.event);
    return place ? { ...shown, ...place, path: formatJsonPointer(place.path) } : shown;
  });
  const rule = RULES_BY_NAME.get(finding.rule);
  const [first] = finding.evidence;
  const isOfRun = rule && first && !isCardProblem(finding);
  return {
    ...finding,
    evidence,
    detail: isOfRun ? findProblemDetail(timeline, rule, first) : null,
  };
}
