/** Prints a grade as Markdown, for the summary of a CI job or a report. */

import { escapeText, formatCode } from "../../report/markdown-text.ts";
import { type ConformResult, type Grade, groupResults } from "../grade.ts";
import { formatGradeSummary, STATUS_SIGNS } from "./text.ts";

export function formatGradeMarkdown(grade: Grade): string {
  const blocks = [
    `## ${escapeText(grade.agent)}: A2A ${grade.text}`,
    ...[...formatGradeSummary(grade)].map(escapeText),
    escapeText(`Graded by ${grade.by} at ${grade.at}, profile ${grade.profile}.`),
  ];
  for (const { name, results } of groupResults(grade.results)) {
    const shown = results.filter(({ status }) => status !== "not-applicable");
    if (shown.length === 0) continue;
    const rows = shown.map((result) => `| ${formatRow(result).join(" | ")} |`);
    blocks.push(
      `### ${escapeText(name)}`,
      ["| | check | interface | what was seen | clause |", "|---|---|---|---|---|", ...rows].join(
        "\n",
      ),
    );
  }
  return `${blocks.join("\n\n")}\n`;
}

function formatRow({
  status,
  id,
  interface: where,
  message,
  clause,
  known,
}: ConformResult): string[] {
  const isKnown = known === undefined ? "" : ` *Known:* ${escapeText(known)}`;
  return [
    `${STATUS_SIGNS[status]} ${status}`,
    formatCode(id),
    where === null ? "" : formatCode(where),
    escapeText(message) + isKnown,
    clause === null ? "" : escapeText(clause),
  ];
}
