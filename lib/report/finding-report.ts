/** A finding with the exact places of what shows it: looked for in its first and last frame only. */

import type { Evidence, Finding } from "../lint/findings.ts";
import { placesOf, pointerOf } from "../lint/places.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface EvidenceReport extends Evidence {
  /** Where the frame's JSON shows it, as a JSON pointer: empty for all of it. None of what is no event. */
  readonly path?: string;
  /** The member that is not there, where that is what is wrong. */
  readonly missing?: string;
}

export interface FindingReport extends Finding {
  readonly evidence: readonly EvidenceReport[];
}

export function findingReport(timeline: Timeline, finding: Finding): FindingReport {
  const evidence = finding.evidence.map((shown): EvidenceReport => {
    if (shown.happening !== undefined) return shown;
    const [place] = placesOf(timeline, finding.rule, shown.event);
    return place ? { ...shown, ...place, path: pointerOf(place.path) } : shown;
  });
  return { ...finding, evidence };
}
