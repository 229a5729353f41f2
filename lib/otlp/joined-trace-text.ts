/** Texts about a joined trace: what belongs to the run, what does not, and how clocks were corrected. */

import { formatSpanDuration } from "../log/traces/imported-span.ts";
import { formatPlural } from "../text/plural.ts";
import type { JoinedCall, JoinedSpan, JoinedTrace } from "./joined-trace.ts";

/** What is not shown, as sentences; empty if everything is. */
export function describeLeftOut({ others, outside, own }: JoinedTrace): string[] {
  return [
    others > 0 ? `${countSpansThat(others, "belongs", "belong")} to other calls.` : "",
    outside > 0
      ? `${countSpansThat(outside, "is", "are")} outside of the calls, such as the caller's.`
      : "",
    own > 0 ? `${countSpansThat(own, "is", "are")} Loupe's own.` : "",
  ].filter((sentence) => sentence !== "");
}

const countSpansThat = (count: number, one: string, several: string) =>
  `${formatPlural(count, "span")} ${count === 1 ? one : several}`;

/** How the times of a call's spans were changed; `null` if they were not. */
export function describeCorrection({ correction, offset }: JoinedCall): string | null {
  if (correction === "undated") return "The log has no date: the spans are put into their call.";
  if (correction === null) return null;
  return `The backend's clock is ${formatSpanDuration(toNanoseconds(Math.abs(offset)))} ${offset > 0 ? "behind" : "ahead"}: the spans are moved into their call.`;
}

/** How the times of a trace were changed, on one line; `null` if they were not. */
export function describeCorrections({ calls }: JoinedTrace): string | null {
  const corrected = calls.filter(({ correction }) => correction !== null);
  const [first, ...others] = corrected;
  if (!first) return null;
  if (others.length === 0 || first.correction === "undated") return describeCorrection(first);
  const most = Math.max(...corrected.map(({ offset }) => Math.abs(offset)));
  const off = formatSpanDuration(toNanoseconds(most));
  return `The backend's clock is up to ${off} off: the spans of ${formatPlural(corrected.length, "call")} are moved into them.`;
}

/** How spans without parents were found; `null` if there are none. */
export function describeByTime({ byTime }: Pick<JoinedCall, "byTime">): string | null {
  return byTime === 0
    ? null
    : `${countSpansThat(byTime, "has its", "have their")} call only by time: parents are missing in the trace.`;
}

const toNanoseconds = (ms: number) => BigInt(Math.round(ms * 1e6));

/** A span on one line. */
export function formatJoinedSpan({ span }: JoinedSpan): string {
  const { name, service, start, end, isFailed } = span;
  const facts = [service, formatSpanDuration(end - start), isFailed ? "failed" : ""];
  return [name || "span", ...facts.filter(Boolean)].join(" · ");
}
