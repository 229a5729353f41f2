/** Reading facts off the timeline as they stood just after an event. */

import { Evidence } from "../protocol/notes.ts";
import type { VersionVerdict } from "../protocol/versions.ts";
import { judgeVersion } from "../protocol/versions.ts";
import type { Exchange } from "./exchange.ts";
import type { Entry, Timeline } from "./timeline.ts";

export function versionOf(timeline: Timeline, exchange: Exchange, n: number): VersionVerdict {
  const spoken = exchange.spoken && exchange.spoken.birth <= n ? exchange.spoken.request : null;
  const has = (bit: number) => exchange.hasEvidence(bit, n);
  return judgeVersion({
    has,
    method: (exchange.request ?? spoken)?.method ?? null,
    header: exchange.versionHeader,
    url: exchange.open.record.url,
    card: timeline.cardVersion.at(n) ?? null,
    mostlyKind: has(Evidence.Wrapper) && has(Evidence.Kind) && isMostlyKind(timeline, exchange, n),
  });
}

function isMostlyKind(timeline: Timeline, exchange: Exchange, n: number): boolean {
  const count = exchange.events.countAt(n);
  let kinds = 0;
  let wrappers = 0;
  for (let i = 0; i < count; i++) {
    const evidence = timeline.events.evidence.at(exchange.events.at(i));
    if (evidence & Evidence.Kind) kinds++;
    if (evidence & Evidence.Wrapper) wrappers++;
  }
  return kinds > wrappers;
}

/** When an entry's last event so far was complete; NaN where the log has no times. */
export function endTime(timeline: Timeline, entry: Entry, n: number): number {
  const last = entry.track.lastAt(n);
  return last === null || last < 0 ? entry.time : timeline.events.time.at(last);
}
