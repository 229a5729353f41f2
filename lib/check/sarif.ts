/**
 * Formats a check as SARIF 2.1.0 (OASIS), for tools that show analysis results beside code. A result
 * points to the line of the log that shows it and has the event as its logical location.
 */

import { RULES_BY_ID } from "../lint/all-rules.ts";
import type { Severity } from "../lint/rules/rule.ts";
import { toPrintable } from "../report/printable.ts";
import { createSarifLog } from "../report/sarif.ts";
import { getSpecUrl } from "../report/spec-urls.ts";
import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { type CheckProblem, formatProblemKey, type ProblemLocation } from "./check-problem.ts";
import { formatLocation } from "./check-text.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

export function createSarif(checked: CheckResult): object {
  const { logs, unread, hasBaseline } = checked;
  const findings = logs.flatMap((log) => log.findings);
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  const ruleIndexes = new Map(rules.map(({ rule }, index) => [rule, index]));
  return createSarifLog({
    rules: rules.map(toSarifRule),
    notifications: unread.map(({ name, reason }) => `Couldn't check ${name}: ${reason}`),
    results: logs.flatMap((log) => {
      const counts = new Map<string, number>();
      return log.findings.map((finding) => {
        const nth = (counts.get(formatProblemKey(finding)) ?? 0) + 1;
        counts.set(formatProblemKey(finding), nth);
        const ruleIndex = ruleIndexes.get(finding.rule) ?? -1;
        return toSarifResult(log, finding, { ruleIndex, nth, hasBaseline });
      });
    }),
  });
}

/** The rule in general; a result describes what is wrong at its location. */
function toSarifRule(finding: CheckProblem): object {
  const { rule, severity, label } = finding;
  const known = RULES_BY_ID.get(rule);
  const { message, spec, remedy } = known ?? finding;
  const consequence = known?.clients ?? finding.consequence;
  const dispute = known?.dispute ?? finding.dispute;
  const link = spec === null ? null : getSpecUrl(spec);
  const sections: (readonly [title: string, text: string | null])[] = [
    ["Consequence", consequence],
    ["Remedy", remedy],
    ["Disputed", dispute],
    ["Reference", spec],
  ];
  const present = sections.filter((section): section is [string, string] => section[1] !== null);
  const text = [message, ...present.map(([title, words]) => `${title}: ${words}`)].join("\n");
  const markdown = [message, ...present.map(([title, words]) => `**${title}.** ${words}`)].join(
    "\n\n",
  );
  return {
    id: rule,
    name: label,
    shortDescription: { text: label },
    fullDescription: { text: message },
    help: { text, markdown },
    ...(link !== null && { helpUri: link }),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ["a2a"] },
  };
}

interface ResultContext {
  readonly ruleIndex: number;
  /** The position, from 1, among the results of its log with the same key. */
  readonly nth: number;
  readonly hasBaseline: boolean;
}

function toSarifResult(
  log: CheckedLog,
  finding: CheckedProblem,
  { ruleIndex, nth, hasBaseline }: ResultContext,
): object {
  const { rule, severity, message, detail, count, first, last, status } = finding;
  const isKnown = status === "known";
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: toPrintable(detail === null ? message : `${message} ${detail}.`) },
    locations: [toSarifLocation(log, first)],
    ...(last && { relatedLocations: [{ id: 1, ...toSarifLocation(log, last), message: LAST }] }),
    occurrenceCount: count,
    // GitHub identifies an alert by the second one. A line hash would make it new in every run.
    partialFingerprints: {
      "loupeFinding/v1": formatProblemKey(finding),
      primaryLocationLineHash: `${formatProblemKey(finding)}:${nth}`,
    },
    ...(hasBaseline && { baselineState: isKnown ? "unchanged" : "new" }),
    ...(isKnown && { suppressions: [{ kind: "external", justification: "known" }] }),
  };
}

const LAST = { text: "Last occurrence." };

/** Viewers need a line: without a known line it is the first. */
function toSarifLocation({ uri }: CheckedLog, location: ProblemLocation): object {
  const name = formatLocation(location, false);
  const { exchange, path, line } = location;
  const within = [exchange, name, path].filter((step) => step !== null).join(" / ");
  return {
    ...(uri !== null && {
      physicalLocation: { artifactLocation: { uri }, region: { startLine: line ?? 1 } },
    }),
    logicalLocations: [{ name, fullyQualifiedName: toPrintable(within) }],
  };
}
