/** A finding with the exact places of what shows it: looked for in its first and last frame only. */

import { CATALOGUE } from "../lint/catalogue.ts";
import { findDetail } from "../lint/detail.ts";
import { type Evidence, type Finding, isOfCard } from "../lint/findings.ts";
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
  /** What exactly is missing or odd where it shows first; `null` where the message says it. */
  readonly detail: string | null;
}

export function findingReport(timeline: Timeline, finding: Finding): FindingReport {
  const evidence = finding.evidence.map((shown): EvidenceReport => {
    if (shown.happening !== undefined) return shown;
    const [place] = placesOf(timeline, finding.rule, shown.event);
    return place ? { ...shown, ...place, path: pointerOf(place.path) } : shown;
  });
  const rule = CATALOGUE.get(finding.rule);
  const [first] = finding.evidence;
  const isOfRun = rule && first && !isOfCard(finding);
  return { ...finding, evidence, detail: isOfRun ? findDetail(timeline, rule, first) : null };
}
