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
import { type ExportContext, type Exporter, fromTimeline } from "./exporter.ts";
import { block, code, table } from "./markdown-text.ts";
import { shownUrl } from "./shown-url.ts";

export const markdown: Exporter = {
  id: "markdown",
  title: "Markdown report",
  extension: ".md",
  mediaType: "text/markdown",
  purpose: "To read and to paste into a ticket: outcome, tasks, texts in full, tools, findings.",
  lacks: ["events", "comments", "broken", "json", "grpc", "redirects"],
  opens: false,
  start: (context) => fromTimeline(context, reportOf),
};

function* reportOf(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const { lastEvent, records, frames } = timeline;
  const source = { importer: "", bytes: 0, records, frames, events: lastEvent + 1, skipped: [] };
  const reading = new Interpretation(timeline).update();
  const told = createReport(timeline, source, lastEvent, reading);
  yield `# ${code(name)}\n\n`;
  yield `**${told.verdict.clean ? "✓" : "✗"} ${told.verdict.kind}**: ${code(told.verdict.because)}\n\n`;
  yield factsOf(told, timeline.at);
  yield exchangesOf(told);
  yield rhythmsOf(told);
  for (const task of told.tasks) yield* taskOf(task);
  if (told.messages.length > 0) yield "## Messages of no task\n\n";
  yield* messagesOf(told.messages);
  yield* plansOf(told);
  yield toolsOf(told);
  yield findingsOf(told);
  yield notesOf(timeline);
  yield `---\n\nWritten by ${code(by)}.\n`;
}

function factsOf({ source, timing, usage, verdict }: Report, at: string | null): string {
  const facts: [string, string][] = [["Events", String(source.events)]];
  const end = formatEndLine(verdict);
  if (end !== null) facts.push(["How it ended", code(end)]);
  if (at !== null) facts.unshift(["Began", code(at)]);
  if (timing.firstTokenMs !== null) facts.push(["First text after", msOf(timing.firstTokenMs)]);
  if (timing.durationMs !== null) facts.push(["Took", msOf(timing.durationMs)]);
  if (usage?.total != null) facts.push(["Tokens", String(usage.total)]);
  return `${facts.map(([what, value]) => `- ${what}: ${value}\n`).join("")}\n`;
}

function exchangesOf({ exchanges }: Report): string {
  const rows = exchanges.map(({ id, method, url, version, binding, status, end, durationMs }) => [
    code(id),
    code(method),
    url === "" ? "–" : code(shownUrl(url)),
    `${version} over ${binding}`,
    status === null ? "–" : String(status),
    end,
    msOf(durationMs),
  ]);
  const head = ["", "Operation", "Address", "A2A", "Status", "End", "Took"];
  return `## Exchanges\n\n${table(head, rows)}`;
}

/** Of a plain answer the table says all there is. */
function rhythmsOf({ timing }: Report): string {
  const lines = timing.exchanges.flatMap((one) =>
    one.gapMs === null ? [] : [`- ${code(one.id)}: ${formatTimingLines(one).join("; ")}\n`],
  );
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

function* taskOf(task: TaskReport): Generator<string> {
  const { id, contextId, transitions, artifacts, messages } = task;
  yield `## Task ${code(id)}: ${stateText(task)}\n\n`;
  if (contextId !== null) yield `- Context: ${code(contextId)}\n`;
  const states = transitions.map((to) => `${stateText(to)}${to.legal ? "" : " (not allowed)"}`);
  if (states.length > 0) yield `- States: ${states.join(" → ")}\n`;
  yield "\n";
  yield* messagesOf(messages);
  for (const artifact of artifacts) yield* artifactOf(artifact);
}

/** A word of the agent's own is marked as text from the wire. */
function stateText(status: { state: TaskState; rawState: string | null }): string {
  const foreign = getForeignState(status);
  return foreign === null
    ? status.state
    : `${code(foreign)} (${describeForeignState(status.rawState)})`;
}

function* artifactOf(artifact: ArtifactReport): Generator<string> {
  const { artifactId, name, text, chunks, closed, revisions, data, files } = artifact;
  const how = [
    formatPlural(chunks, "chunk"),
    closed ? "marked as complete" : "never marked as complete",
    ...(revisions > 1 ? [`${formatPlural(revisions, "revision")}, the last one here`] : []),
  ];
  yield `### Artifact ${code(name ?? artifactId)}\n\n${how.join(", ")}\n\n`;
  if (text !== "") yield `${block(text)}\n`;
  for (const value of data) yield `${block(stringifyJson(value, 2), "json")}\n`;
  for (const { name: file, mediaType, bytes, uri } of files) {
    const size = bytes === null ? "" : `, ${formatPlural(bytes, "byte")}`;
    const where = uri === null ? "" : `, at ${code(shownUrl(uri))}`;
    yield `- File ${code(file ?? "")}, ${code(mediaType ?? "of no type")}${size}${where}\n`;
  }
  if (files.length > 0) yield "\n";
}

function* messagesOf(messages: readonly MessageReport[]): Generator<string> {
  for (const { role, text } of messages) {
    yield `${role === "user" ? "The user" : "The agent"} said:\n\n${block(text)}\n`;
  }
}

function* plansOf({ plans }: Report): Generator<string> {
  for (const { steps, text } of plans) {
    yield "## Plan\n\n";
    for (const { title, status, agent } of steps) {
      const by = agent === null ? "" : `, by ${code(agent)}`;
      yield `- [${status === "completed" ? "x" : " "}] ${code(title)}: ${status}${by}\n`;
    }
    yield steps.length > 0 ? "\n" : `${block(text)}\n`;
  }
}

function toolsOf({ tools }: Report): string {
  if (tools.length === 0) return "";
  const rows = tools.map(({ name, agent, args, result, state, startMs, endMs }) => [
    code(name),
    code(agent ?? ""),
    code(jsonOf(args)),
    code(jsonOf(result)),
    state,
    msOf(startMs === null || endMs === null ? null : endMs - startMs),
  ]);
  return `## Tools\n\n${table(["Tool", "By", "Arguments", "Result", "State", "Took"], rows)}`;
}

function findingsOf({ findings }: Report): string {
  const rows = findings.map(({ severity, rule, count, events, message, spec }) => [
    severity,
    code(rule),
    count === 1 ? `#${events[0]}` : `${count} times, first #${events[0]}`,
    code(message),
    code(spec),
  ]);
  const head = ["", "Rule", "Events", "What", "Where it says so"];
  return rows.length === 0 ? "No findings.\n\n" : `## Findings\n\n${table(head, rows)}`;
}

function notesOf({ entries }: Timeline): string {
  const notes = entries.flatMap((entry) =>
    entry.kind === "other" && entry.title === "note" ? [entry.detail] : [],
  );
  if (notes.length === 0) return "";
  return `## Notes\n\n${notes.map((note) => `- ${code(note)}\n`).join("")}\n`;
}

const LONGEST_VALUE = 400;

function jsonOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : stringifyJson(value);
  return shorten(text, LONGEST_VALUE);
}

function msOf(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${Math.round(ms / 10) / 100} s`;
}
