/** The trace of the open run: joins the spans of a file, and keeps them joined while the run grows. */

import { createQueryPattern } from "../dialects/filter.ts";
import type { CallSpans } from "../dialects/row-outline.ts";
import type { Filter } from "../dialects/settings.ts";
import { type JoinedSpan, type JoinedTrace, joinTrace } from "../otlp/joined-trace.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Run, RunTrace } from "./run.ts";

interface CachedJoin {
  readonly timeline: Timeline;
  /** What changes the result: calls that began or ended. */
  readonly state: string;
  readonly joined: JoinedTrace;
}

const cache = new WeakMap<RunTrace, CachedJoin>();

/** `null` if no trace is joined. Computed anew only when a call has begun or ended. */
export function getJoinedTrace({
  trace,
  timeline,
  name,
}: Pick<Run, "trace" | "timeline" | "name">): JoinedTrace | null {
  if (!trace) return null;
  const { exchanges } = timeline;
  const ended = exchanges.reduce((count, { end }) => count + (end ? 1 : 0), 0);
  const state = `${exchanges.length} ${ended}`;
  const known = cache.get(trace);
  if (known?.timeline === timeline && known.state === state) return known.joined;
  const joined = joinTrace(timeline, name, trace.spans);
  cache.set(trace, { timeline, state, joined });
  return joined;
}

/** The spans to list: those that match the filter of the rows, as far as it concerns them. */
export function selectSpans(
  { exchanges }: Timeline,
  trace: JoinedTrace | null,
  filter: Filter,
): CallSpans[] {
  if (!trace) return [];
  const pattern = createQueryPattern(filter);
  const isWanted = ({ span }: JoinedSpan) => {
    if (filter.problems && !span.isFailed) return false;
    if (pattern === null) return true;
    pattern.lastIndex = 0;
    return pattern.test(getSpanText(span));
  };
  return trace.calls.flatMap(({ exchange: index, spans: all }) => {
    const exchange = exchanges[index];
    const spans = all.flatMap((one, span) => (isWanted(one) ? [span] : []));
    return exchange && spans.length > 0 ? [{ exchange, spans }] : [];
  });
}

const getSpanText = ({ name, service, attributes }: JoinedSpan["span"]): string =>
  [name, service, ...[...attributes].map(([key, value]) => `${key} = ${value}`)].join("\n");
