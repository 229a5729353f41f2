/** Describes the end and the timing of a run in lines of text. */

import type { EndingParty, Verdict, VerdictEvidence } from "../lint/verdict.ts";
import { formatPlural } from "../text/plural.ts";
import type { ExchangeTiming } from "./timing/exchange-timing.ts";

/** Who ended a run, as part of a sentence. */
export const ENDER_LABELS: Readonly<Record<EndingParty, string>> = {
  agent: "the agent",
  network: "the network",
  proxy: "likely a proxy in between",
  client: "the client",
  loupe: "Loupe",
};

/** `null` if it is unknown who ended it. */
export function formatEndLine({ by, evidence }: Verdict): string | null {
  if (by === null) return null;
  const locations = evidence.map(formatEvidence);
  return `ended by ${ENDER_LABELS[by]}${locations.length === 0 ? "" : ` (${locations.join(", ")})`}`;
}

function formatEvidence({ what, event, exchange }: VerdictEvidence): string {
  return event === null ? `${what} of ${exchange}` : `#${event}`;
}

/** The timing of a response, without rates if it has no gaps. */
export function formatTimingLines(timing: ExchangeTiming): string[] {
  const { firstEventMs, firstTokenMs, gapMs, stalls, rate, keepAlive } = timing;
  const { overhead, reads, slowing } = timing;
  const longest = stalls.toSorted((a, b) => b.ms - a.ms)[0];
  const arrival = [
    firstEventMs !== null && `first event after ${formatMs(firstEventMs)}`,
    firstTokenMs !== null && `first token after ${formatMs(firstTokenMs)}`,
    gapMs &&
      `gaps p50 ${formatMs(gapMs.p50)}, p95 ${formatMs(gapMs.p95)}, max ${formatMs(gapMs.max)}`,
  ];
  const anomalies = [
    longest &&
      `${formatPlural(stalls.length, "stall")}, the longest ${formatMs(longest.ms)} after #${longest.after}`,
    reads?.buffered &&
      `frames seem to be buffered: ${reads.together} of ${reads.frames} arrived together with others in one read`,
    slowing?.slows &&
      slowing.gapMs &&
      `slows down: median gap ${formatMs(slowing.gapMs.first)} at first, ${formatMs(slowing.gapMs.last)} at the end`,
    slowing?.grows &&
      `frames grow from ${formatNumber(slowing.frameBytes.first)} to ${formatNumber(slowing.frameBytes.last)} bytes`,
  ];
  const amounts = [
    rate &&
      `${formatNumber(rate.chunksPerSecond)} chunks and ${formatNumber(rate.charactersPerSecond)} characters per second`,
    overhead && `${formatNumber(overhead.bytesPerCharacter)} bytes on the wire per character`,
    keepAlive?.everyMs != null && `keep-alive every ${formatMs(keepAlive.everyMs)}`,
  ];
  const lines = gapMs === null ? [arrival] : [arrival, amounts];
  return [
    ...lines.map(joinClauses),
    ...anomalies.filter((line) => typeof line === "string"),
  ].filter(Boolean);
}

function joinClauses(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}

function formatMs(value: number): string {
  return `${formatNumber(value)} ms`;
}

function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
