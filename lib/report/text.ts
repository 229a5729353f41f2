/** Formats the report as text for a terminal. */

import { ENDING_PARTY_WORDS, formatVerdictLine } from "../lint/verdict/verdict-words.ts";
import type { Verdict, VerdictEvidence } from "../lint/verdict.ts";
import { formatPlural } from "../text/plural.ts";
import type { EntryReport } from "./entry-report.ts";
import { formatHops } from "./hops/hop-text.ts";
import type { Report } from "./json.ts";
import { toPrintable, toPrintableLine } from "./printable.ts";
import type { ExchangeTiming } from "./timing/exchange-timing.ts";

const WIDTH = 100;

export function formatSummary(report: Report): string {
  const { source, verdict } = report;
  const lines = [
    formatVerdictLine(verdict),
    `  ${source.importer} log, ${formatPlural(source.bytes, "byte")}, ${formatPlural(source.frames, "frame")}, ${formatPlural(source.events, "event")}`,
  ];
  const end = formatEndLine(verdict);
  if (end !== null) lines.splice(1, 0, `  ${end}`);
  if (report.hops) {
    const methods = new Map(report.exchanges.map(({ id, method }) => [id, method]));
    lines.push("", ...formatHops(report.hops, (id) => methods.get(id) ?? ""));
  }
  const timings = new Map(report.timing.exchanges.map((timing) => [timing.id, timing]));
  for (const exchange of report.exchanges) {
    const status = exchange.status === null ? "" : ` ${exchange.status}`;
    const why = exchange.versionWhy.length > 0 ? ` (${exchange.versionWhy.join("; ")})` : "";
    lines.push(
      "",
      `${exchange.id} ${exchange.method}${status} ${exchange.url}`.trimEnd(),
      `  A2A ${exchange.version} over ${exchange.binding}${why}`,
      `  ended: ${exchange.end}${exchange.durationMs === null ? "" : ` after ${exchange.durationMs} ms`}`,
    );
    lines.push(...(exchange.authentication?.text ?? []).map((line) => `  ${line}`));
    const timing = timings.get(exchange.id);
    if (timing) lines.push(...formatTimingLines(timing).map((line) => `  ${line}`));
  }
  if (report.entries.length > 0) lines.push("", ...report.entries.map(formatEntryLine));
  if (report.findings.length > 0) lines.push("");
  for (const finding of report.findings) {
    const where = finding.events.map((event) => `#${event}`).join("…");
    const times = finding.count > 1 ? ` ×${finding.count}` : "";
    lines.push(`${finding.severity} ${finding.rule} ${where}${times}: ${finding.message}`);
    const { detail, spec } = finding;
    lines.push(`    ${detail === null ? spec : `${detail}; ${spec}`}`);
  }
  for (const skipped of source.skipped) {
    lines.push(
      `skipped at byte ${skipped.at}: ${skipped.reason}: ${toPrintableLine(skipped.text, 60)}`,
    );
  }
  return `${lines.map(toPrintable).join("\n")}\n`;
}

function formatEntryLine(entry: EntryReport): string {
  const time = entry.startMs === null ? "" : `+${(entry.startMs / 1000).toFixed(3)}`;
  const indent = entry.parent === null ? "" : "  ";
  const count = entry.count > 1 ? ` ×${entry.count}` : "";
  const head = `${time.padStart(9)} ${entry.kind.padEnd(8)} ${indent}${entry.title}${count}`;
  const text = entry.text
    ? `  ${toPrintableLine(entry.text, Math.max(20, WIDTH - head.length))}`
    : "";
  return `${head}${text}`;
}

/** `null` if it is unknown who ended it. */
export function formatEndLine({ by, evidence }: Verdict): string | null {
  if (by === null) return null;
  const locations = evidence.map(formatEvidence);
  return `ended by ${ENDING_PARTY_WORDS[by].name}${locations.length === 0 ? "" : ` (${locations.join(", ")})`}`;
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
