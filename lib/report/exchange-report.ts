/** An exchange in the report. */

import type { Binding, Version } from "../protocol/versions.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import type { EndCause } from "../wire/record.ts";
import { getUnparsedText } from "../wire/unparsed.ts";

export interface ExchangeReport {
  id: string;
  method: string;
  url: string;
  binding: Binding;
  version: Version;
  versionWhy: readonly string[];
  status: number | null;
  end: EndCause;
  /** What came after the head and is not HTTP; absent where nothing did. */
  unparsed?: string;
  durationMs: number | null;
  /** First and last event; empty where there is none. */
  events: number[];
}

export function createExchangeReport(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
): ExchangeReport {
  const { version, binding, why } = getExchangeVersion(timeline, exchange, n);
  const end = exchange.endAt(n);
  return {
    id: exchange.id,
    method: getMethod(exchange, n),
    url: exchange.open.record.url,
    binding,
    version,
    versionWhy: why,
    status: exchange.headAt(n)?.status ?? null,
    end: end?.record.cause ?? "unknown",
    ...(end?.record.unparsed && { unparsed: getUnparsedText(end.record.unparsed) }),
    durationMs: end ? toReportTime(end.time - exchange.open.time) : null,
    events: getFirstAndLast(exchange.events.countAt(n), (i) => exchange.events.at(i)),
  };
}

function getMethod(exchange: Exchange, n: number): string {
  const spoken =
    exchange.inlineRequest && exchange.inlineRequest.firstEvent <= n
      ? exchange.inlineRequest.request
      : null;
  return (exchange.request ?? spoken)?.method ?? (exchange.open.record.method || "unknown");
}

/** First and last of so many. */
export function getFirstAndLast(count: number, at: (index: number) => number): number[] {
  return count === 0 ? [] : [at(0), at(count - 1)];
}

export function toReportTime(time: number): number | null {
  return Number.isNaN(time) ? null : Math.round(time * 1000) / 1000;
}
