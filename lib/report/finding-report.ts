/**
 * Problems in the report, with the exact locations of their evidence in its first and last frame.
 */

import { RULES_BY_ID } from "../lint/all-rules.ts";
import { findProblemDetail } from "../lint/problem-detail.ts";
import { isCardProblem, type ProblemEvidence, type RunProblem } from "../lint/problems.ts";
import { findViolationLocations, formatJsonPointer } from "../lint/violation-locations.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface EvidenceReport extends ProblemEvidence {
  /** JSON pointer into the frame, empty for all of it; absent if the evidence is not an event. */
  readonly path?: string;
  /** The missing member, if that is the problem. */
  readonly missing?: string;
}

export interface FindingReport extends RunProblem {
  readonly evidence: readonly EvidenceReport[];
  /** What exactly is wrong in the first evidence; `null` if the message says it. */
  readonly detail: string | null;
}

export function createFindingReport(timeline: Timeline, finding: RunProblem): FindingReport {
  const evidence = finding.evidence.map((shown): EvidenceReport => {
    if (shown.happening !== undefined) return shown;
    const [location] = findViolationLocations(timeline, finding.rule, shown.event);
    return location ? { ...shown, ...location, path: formatJsonPointer(location.path) } : shown;
  });
  const rule = RULES_BY_ID.get(finding.rule);
  const [first] = finding.evidence;
  const hasDetail = rule && first && !isCardProblem(finding);
  return {
    ...finding,
    evidence,
    detail: hasDetail ? findProblemDetail(timeline, rule, first) : null,
  };
}
