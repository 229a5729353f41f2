/** The address of a call's trace in the backend. */

import { formatTraceUrl } from "../../lib/api/trace-url.ts";
import { getCallPlace, SpanIds } from "../../lib/otlp/call-place.ts";
import type { Run } from "../../lib/session/run.ts";
import type { View } from "../../lib/session/view.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";

export function formatCallUrl(
  template: string,
  { timeline, name }: Pick<Run, "timeline" | "name">,
  exchange: Exchange,
): string {
  const ids = new SpanIds({ timeline, name });
  return formatTraceUrl(template, getCallPlace(ids, timeline, exchange).span);
}

/** The call that a command is about: of the selected row, of the scope, or the newest. */
export function findCurrentCall(
  { timeline }: Pick<Run, "timeline">,
  { scope }: Pick<View, "scope">,
  selected: number | null,
): Exchange | null {
  const { exchanges } = timeline;
  const named = exchanges[selected ?? (scope === "all" ? -1 : scope)];
  if (named && isCall(named)) return named;
  return exchanges.findLast(isCall) ?? null;
}
