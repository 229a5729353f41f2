/** Exchanges in the report. */

import type { Binding, Version } from "../protocol/versions.ts";
import { decodeBase64, decodeLenient } from "../text/utf8.ts";
import { createAuthDemandFinder } from "../timeline/auth-demand.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { TimeRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import type { EndCause, UnparsedBytes } from "../wire/record.ts";
import { type AuthenticationReport, createAuthenticationReport } from "./authentication-report.ts";

export interface ExchangeReport {
  id: string;
  method: string;
  url: string;
  binding: Binding;
  version: Version;
  versionWhy: readonly string[];
  status: number | null;
  end: EndCause;
  /** Bytes after the head that are not HTTP; absent if there are none. */
  unparsed?: string;
  durationMs: number | null;
  /** First and last event; empty if there are none. */
  events: number[];
  /** What the response asks for; absent if it does not reject the caller. */
  authentication?: AuthenticationReport;
}

export function createExchangeReport(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  findAuthDemand = createAuthDemandFinder(timeline, n),
): ExchangeReport {
  const { version, binding, why } = getExchangeVersion(timeline, exchange, n);
  const end = exchange.endAt(n);
  const demand = findAuthDemand(exchange);
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
    ...(demand && { authentication: createAuthenticationReport(demand) }),
  };
}

function getMethod(exchange: Exchange, n: number): string {
  const inline =
    exchange.inlineRequest && exchange.inlineRequest.firstEvent <= n
      ? exchange.inlineRequest.request
      : null;
  return (exchange.request ?? inline)?.method ?? (exchange.open.record.method || "unknown");
}

/** The first and the last of `count` values; empty if there are none. */
export function getFirstAndLast(count: number, at: (index: number) => number): number[] {
  return count === 0 ? [] : [at(0), at(count - 1)];
}

export function toReportTime(time: number): number | null {
  return Number.isNaN(time) ? null : Math.round(time * 1000) / 1000;
}

/** The length of a time range. */
export function toDuration(range: TimeRange | null): number | null {
  return range && toReportTime(range.to - range.from);
}

/** Text if possible, else the base64. */
export function getUnparsedText({ text, b64 = "" }: UnparsedBytes): string {
  if (text !== undefined) return text;
  try {
    return decodeLenient(decodeBase64(b64)).text;
  } catch {
    return b64;
  }
}
