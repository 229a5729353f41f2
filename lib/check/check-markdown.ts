/**
 * Formats a check as Markdown, for the summary of a CI job or a comment on a pull request.
 *
 * Guarantees: text from agents and logs stays text; it cannot become a link, an image, HTML or a
 * mention, and cannot leave its cell. The length is bounded.
 */

import { formatVerdict, getVerdictSign } from "../lint/verdict/verdict-words.ts";
import { escapeText, formatCode } from "../report/markdown-text.ts";
import { getSpecUrl } from "../report/spec-urls.ts";
import { formatPlural } from "../text/plural.ts";
import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { formatProblemKey } from "./check-problem.ts";
import { formatCheckSummary, formatLocations } from "./check-text.ts";
import { VERDICT_RULE_PREFIX } from "./verdict-problems.ts";

/** GitHub shows at most 1 MB of a step's summary. */
const MAX_ROWS = 100;
const MAX_LOGS = 50;

export function formatCheckMarkdown(checked: CheckResult): string {
  const { logs, unread, gone } = checked;
  const blocks = [`## ${formatTitle(checked)}`, escapeText(formatCheckSummary(checked))];
  let room = MAX_ROWS;
  for (const log of logs.slice(0, MAX_LOGS)) {
    blocks.push(...formatLog(log, room));
    room = Math.max(0, room - listShown(log).length);
  }
  if (logs.length > MAX_LOGS) {
    blocks.push(`${formatPlural(logs.length - MAX_LOGS, "more log")} not listed.`);
  }
  blocks.push(
    ...formatList(
      "Not checked",
      unread.map(({ name, reason }) => `${formatCode(name)}: ${escapeText(reason)}`),
    ),
    ...formatList(
      "Known problems that were not found",
      gone.map((known) => `${formatCode(formatProblemKey(known))}: ${escapeText(known.message)}`),
    ),
  );
  return `${blocks.join("\n\n")}\n`;
}

function formatTitle({ fails, unread }: CheckResult): string {
  if (unread.length > 0) return "✗ A2A check incomplete";
  return fails ? "✗ A2A check failed" : "✓ A2A check passed";
}

/** New errors and warnings. */
function listShown({ findings }: CheckedLog): readonly CheckedProblem[] {
  return findings.filter(({ status, severity }) => status === "new" && severity !== "info");
}

function* formatLog(log: CheckedLog, room: number): Generator<string> {
  const { name, verdict, findings } = log;
  yield `### ${getVerdictSign(verdict)} ${formatCode(name)}`;
  yield `**${escapeText(formatVerdict(verdict))}**: ${escapeText(verdict.because)}`;
  const problems = listShown(log);
  const shown = problems.slice(0, room);
  if (shown.length > 0) {
    const rows = shown.map((problem) => `| ${formatRow(problem).join(" | ")} |`);
    yield ["| severity | rule | location | problem |", "|---|---|---|---|", ...rows].join("\n");
  }
  const known = findings.filter(({ status }) => status === "known").length;
  const notes = findings.length - problems.length - known;
  const more = [
    ...(problems.length > shown.length
      ? [formatPlural(problems.length - shown.length, "more problem")]
      : []),
    ...(notes > 0 ? [formatPlural(notes, "note")] : []),
    ...(known > 0 ? [formatPlural(known, "known problem")] : []),
  ];
  if (more.length > 0) yield `Not listed: ${more.join(", ")}.`;
}

function formatRow(problem: CheckedProblem): string[] {
  const { rule, severity, message, detail, remedy, spec } = problem;
  // The verdict is written above the table.
  const what = rule.startsWith(VERDICT_RULE_PREFIX) ? problem.label : message;
  const link = spec === null ? null : getSpecUrl(spec);
  const texts = [
    escapeText(what),
    ...(detail === null ? [] : [`${escapeText(detail)}.`]),
    ...(remedy === null ? [] : [`*Remedy:* ${escapeText(remedy)}`]),
    ...(spec === null || link === null ? [] : [`[${escapeText(spec)}](${link})`]),
  ];
  return [severity, formatCode(rule), escapeText(formatLocations(problem)), texts.join(" ")];
}

function formatList(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_ROWS).map((item) => `- ${item}`);
  if (items.length > MAX_ROWS) shown.push(`- ${items.length - MAX_ROWS} more`);
  return [`### ${title}`, shown.join("\n")];
}
