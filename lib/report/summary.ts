/** Formats the report as text for a terminal. */

import { formatPlural } from "../text/plural.ts";
import type { EntryReport } from "./entry-report.ts";
import { toPrintable, toPrintableLine } from "./printable.ts";
import type { Report } from "./report.ts";
import { formatEndLine, formatTimingLines } from "./run-summary-text.ts";

const WIDTH = 100;

export function formatSummary(report: Report): string {
  const { source, verdict } = report;
  const lines = [
    `${verdict.clean ? "✓" : "✗"} ${verdict.kind}: ${verdict.because}`,
    `  ${source.importer} log, ${formatPlural(source.bytes, "byte")}, ${formatPlural(source.frames, "frame")}, ${formatPlural(source.events, "event")}`,
  ];
  const end = formatEndLine(verdict);
  if (end !== null) lines.splice(1, 0, `  ${end}`);
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
