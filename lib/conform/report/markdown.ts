/** Prints a grade as Markdown, for the summary of a CI job or a report. */

import { escapeText, formatCode } from "../../report/markdown-text.ts";
import { type ConformResult, type Grade, groupResultsByUrgency } from "../grade.ts";
import { formatGradeSummary, STATUS_SIGNS } from "./text.ts";

/** `app`: the origin of Loupe, for links to the recordings. */
export function formatGradeMarkdown(grade: Grade, app: string | null = null): string {
  const blocks = [
    `## ${escapeText(grade.agent)}: A2A ${grade.text}`,
    ...[...formatGradeSummary(grade)].map(escapeText),
    escapeText(`Graded by ${grade.by} at ${grade.at}, profile ${grade.profile}.`),
  ];
  for (const { name, results } of groupResultsByUrgency(grade.results)) {
    const shown = results.filter(({ status }) => status !== "not-applicable");
    if (shown.length === 0) continue;
    const rows = shown.map((result) => `| ${formatRow(result, app).join(" | ")} |`);
    blocks.push(
      `### ${escapeText(name)}`,
      ["| | check | interface | what was seen | clause |", "|---|---|---|---|---|", ...rows].join(
        "\n",
      ),
    );
  }
  return `${blocks.join("\n\n")}\n`;
}

function formatRow(
  { status, id, interface: where, message, clause, known, link }: ConformResult,
  app: string | null,
): string[] {
  const shows = app === null || link === null ? "" : ` ([recording](${app}${link}))`;
  const isKnown = known === undefined ? "" : ` *Known:* ${escapeText(known)}`;
  return [
    `${STATUS_SIGNS[status]} ${status}`,
    formatCode(id),
    where === null ? "" : formatCode(where),
    escapeText(message) + isKnown + shows,
    clause === null ? "" : escapeText(clause),
  ];
}
