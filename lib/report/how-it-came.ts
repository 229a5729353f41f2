/** How a run ended and in which rhythm it came, in lines for people. */

import type { Ender, Evidence, Verdict } from "../lint/verdict.ts";
import { formatPlural } from "../wire/plural.ts";
import type { ExchangeTiming } from "./timing/exchange-timing.ts";

/** Who ended a run, as it stands in a sentence. */
export const ENDERS: Readonly<Record<Ender, string>> = {
  agent: "the agent",
  network: "the network",
  proxy: "likely a proxy in between",
  client: "the client",
  loupe: "Loupe",
};

/** `null` where nobody ended it, as far as is known. */
export function endLine({ by, evidence }: Verdict): string | null {
  if (by === null) return null;
  const shown = evidence.map(evidenceWords);
  return `ended by ${ENDERS[by]}${shown.length === 0 ? "" : ` (${shown.join(", ")})`}`;
}

function evidenceWords({ what, event, exchange }: Evidence): string {
  return event === null ? `${what} of ${exchange}` : `#${event}`;
}

/** In which rhythm an answer came; none for one that came at once. */
export function rhythmLines(timing: ExchangeTiming): string[] {
  const { firstEventMs, firstTokenMs, gapMs, stalls, rate, keepAlive } = timing;
  const { overhead, reads, slowing } = timing;
  const longest = stalls.toSorted((a, b) => b.ms - a.ms)[0];
  const came = [
    firstEventMs !== null && `first event after ${ms(firstEventMs)}`,
    firstTokenMs !== null && `first token after ${ms(firstTokenMs)}`,
    gapMs && `gaps p50 ${ms(gapMs.p50)}, p95 ${ms(gapMs.p95)}, max ${ms(gapMs.max)}`,
  ];
  const noticed = [
    longest &&
      `${formatPlural(stalls.length, "stall")}, the longest of ${ms(longest.ms)} after #${longest.after}`,
    reads?.buffered &&
      `frames seem to be held back: ${reads.together} of ${reads.frames} came with others in one read`,
    slowing?.slows &&
      slowing.gapMs &&
      `slower as it grows: gaps of ${ms(slowing.gapMs.first)} at first, of ${ms(slowing.gapMs.last)} at last`,
    slowing?.grows &&
      `frames grow from ${count(slowing.frameBytes.first)} to ${count(slowing.frameBytes.last)} bytes`,
  ];
  const amounts = [
    rate &&
      `${count(rate.chunksPerSecond)} chunks and ${count(rate.charactersPerSecond)} characters per second`,
    overhead && `${count(overhead.bytesPerCharacter)} bytes on the wire per character`,
    keepAlive?.everyMs != null && `a keep-alive every ${ms(keepAlive.everyMs)}`,
  ];
  const lines = gapMs === null ? [came] : [came, amounts];
  return [...lines.map(said), ...noticed.filter((one) => typeof one === "string")].filter(Boolean);
}

function said(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(", ");
}

function ms(value: number): string {
  return `${count(value)} ms`;
}

function count(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
