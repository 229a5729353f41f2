/**
 * A report for people: what came of the run, its tasks with their artifacts in full, its tools, and
 * what Loupe found. Readable as plain text, and wherever Markdown is shown.
 */

import { Interpretation } from "../dialects/interpretation.ts";
import type { TaskState } from "../protocol/model.ts";
import { describeForeignState, getForeignState } from "../protocol/state-names.ts";
import type { Report } from "../report/report.ts";
import { createReport } from "../report/report.ts";
import { formatEndLine, formatTimingLines } from "../report/run-summary-text.ts";
import type { ArtifactReport, MessageReport, TaskReport } from "../report/task-report.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { shorten } from "../wire/graphemes.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import { formatPlural } from "../wire/plural.ts";
import { createTimelineWriter, type ExportContext, type Exporter } from "./exporter.ts";
import { formatCode, formatCodeBlock, formatTable } from "./markdown-text.ts";
import { redactUrl } from "./redact-url.ts";

export const markdown: Exporter = {
  id: "markdown",
  title: "Markdown report",
  extension: ".md",
  mediaType: "text/markdown",
  description:
    "To read and to paste into a ticket: outcome, tasks, texts in full, tools, findings.",
  missingFeatures: ["events", "comments", "broken", "json", "grpc", "redirects"],
  canReopen: false,
  start: (context) => createTimelineWriter(context, writeReport),
};

function* writeReport(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const { lastEvent, records, frames } = timeline;
  const source = { importer: "", bytes: 0, records, frames, events: lastEvent + 1, skipped: [] };
  const interpretation = new Interpretation(timeline).update();
  const told = createReport(timeline, source, lastEvent, interpretation);
  yield `# ${formatCode(name)}\n\n`;
  yield `**${told.verdict.clean ? "✓" : "✗"} ${told.verdict.kind}**: ${formatCode(told.verdict.because)}\n\n`;
  yield formatFacts(told, timeline.at);
  yield formatExchanges(told);
  yield formatTiming(told);
  for (const task of told.tasks) yield* formatTask(task);
  if (told.messages.length > 0) yield "## Messages of no task\n\n";
  yield* formatMessages(told.messages);
  yield* formatPlans(told);
  yield formatTools(told);
  yield formatProblems(told);
  yield formatNotes(timeline);
  yield `---\n\nWritten by ${formatCode(by)}.\n`;
}

function formatFacts({ source, timing, usage, verdict }: Report, at: string | null): string {
  const facts: [string, string][] = [["Events", String(source.events)]];
  const end = formatEndLine(verdict);
  if (end !== null) facts.push(["How it ended", formatCode(end)]);
  if (at !== null) facts.unshift(["Began", formatCode(at)]);
  if (timing.firstTokenMs !== null) facts.push(["First text after", formatMs(timing.firstTokenMs)]);
  if (timing.durationMs !== null) facts.push(["Took", formatMs(timing.durationMs)]);
  if (usage?.total != null) facts.push(["Tokens", String(usage.total)]);
  return `${facts.map(([what, value]) => `- ${what}: ${value}\n`).join("")}\n`;
}

function formatExchanges({ exchanges }: Report): string {
  const rows = exchanges.map(({ id, method, url, version, binding, status, end, durationMs }) => [
    formatCode(id),
    formatCode(method),
    url === "" ? "–" : formatCode(redactUrl(url)),
    `${version} over ${binding}`,
    status === null ? "–" : String(status),
    end,
    formatMs(durationMs),
  ]);
  const head = ["", "Operation", "Address", "A2A", "Status", "End", "Took"];
  return `## Exchanges\n\n${formatTable(head, rows)}`;
}

/** Of a plain answer the table says all there is. */
function formatTiming({ timing }: Report): string {
  const lines = timing.exchanges.flatMap((one) =>
    one.gapMs === null ? [] : [`- ${formatCode(one.id)}: ${formatTimingLines(one).join("; ")}\n`],
  );
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

function* formatTask(task: TaskReport): Generator<string> {
  const { id, contextId, transitions, artifacts, messages } = task;
  yield `## Task ${formatCode(id)}: ${formatState(task)}\n\n`;
  if (contextId !== null) yield `- Context: ${formatCode(contextId)}\n`;
  const states = transitions.map((to) => `${formatState(to)}${to.legal ? "" : " (not allowed)"}`);
  if (states.length > 0) yield `- States: ${states.join(" → ")}\n`;
  yield "\n";
  yield* formatMessages(messages);
  for (const artifact of artifacts) yield* formatArtifact(artifact);
}

/** A word of the agent's own is marked as text from the wire. */
function formatState(status: { state: TaskState; rawState: string | null }): string {
  const foreign = getForeignState(status);
  return foreign === null
    ? status.state
    : `${formatCode(foreign)} (${describeForeignState(status.rawState)})`;
}

function* formatArtifact(artifact: ArtifactReport): Generator<string> {
  const { artifactId, name, text, chunks, closed, revisions, data, files } = artifact;
  const how = [
    formatPlural(chunks, "chunk"),
    closed ? "marked as complete" : "never marked as complete",
    ...(revisions > 1 ? [`${formatPlural(revisions, "revision")}, the last one here`] : []),
  ];
  yield `### Artifact ${formatCode(name ?? artifactId)}\n\n${how.join(", ")}\n\n`;
  if (text !== "") yield `${formatCodeBlock(text)}\n`;
  for (const value of data) yield `${formatCodeBlock(stringifyJson(value, 2), "json")}\n`;
  for (const { name: file, mediaType, bytes, uri } of files) {
    const size = bytes === null ? "" : `, ${formatPlural(bytes, "byte")}`;
    const where = uri === null ? "" : `, at ${formatCode(redactUrl(uri))}`;
    yield `- File ${formatCode(file ?? "")}, ${formatCode(mediaType ?? "of no type")}${size}${where}\n`;
  }
  if (files.length > 0) yield "\n";
}

function* formatMessages(messages: readonly MessageReport[]): Generator<string> {
  for (const { role, text } of messages) {
    yield `${role === "user" ? "The user" : "The agent"} said:\n\n${formatCodeBlock(text)}\n`;
  }
}

function* formatPlans({ plans }: Report): Generator<string> {
  for (const { steps, text } of plans) {
    yield "## Plan\n\n";
    for (const { title, status, agent } of steps) {
      const by = agent === null ? "" : `, by ${formatCode(agent)}`;
      yield `- [${status === "completed" ? "x" : " "}] ${formatCode(title)}: ${status}${by}\n`;
    }
    yield steps.length > 0 ? "\n" : `${formatCodeBlock(text)}\n`;
  }
}

function formatTools({ tools }: Report): string {
  if (tools.length === 0) return "";
  const rows = tools.map(({ name, agent, args, result, state, startMs, endMs }) => [
    formatCode(name),
    formatCode(agent ?? ""),
    formatCode(formatJsonValue(args)),
    formatCode(formatJsonValue(result)),
    state,
    formatMs(startMs === null || endMs === null ? null : endMs - startMs),
  ]);
  return `## Tools\n\n${formatTable(["Tool", "By", "Arguments", "Result", "State", "Took"], rows)}`;
}

function formatProblems({ findings }: Report): string {
  const rows = findings.map(({ severity, rule, count, events, message, spec }) => [
    severity,
    formatCode(rule),
    count === 1 ? `#${events[0]}` : `${count} times, first #${events[0]}`,
    formatCode(message),
    formatCode(spec),
  ]);
  const head = ["", "Rule", "Events", "What", "Where it says so"];
  return rows.length === 0 ? "No findings.\n\n" : `## Findings\n\n${formatTable(head, rows)}`;
}

function formatNotes({ entries }: Timeline): string {
  const notes = entries.flatMap((entry) =>
    entry.kind === "other" && entry.title === "note" ? [entry.detail] : [],
  );
  if (notes.length === 0) return "";
  return `## Notes\n\n${notes.map((note) => `- ${formatCode(note)}\n`).join("")}\n`;
}

const MAX_VALUE_LENGTH = 400;

function formatJsonValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : stringifyJson(value);
  return shorten(text, MAX_VALUE_LENGTH);
}

function formatMs(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms / 10) / 100} s`;
}
