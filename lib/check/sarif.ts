/**
 * A check as SARIF 2.1.0 (OASIS), for what shows the results of analyses beside code. A result
 * points at the line of the log that shows it, and names the event as its logical location.
 */

import { RULES_BY_NAME } from "../lint/all-rules.ts";
import { EXPLANATIONS } from "../lint/explanations/all.ts";
import type { Severity } from "../lint/rules/rule.ts";
import { toPrintable } from "../report/printable.ts";
import { PRODUCT } from "../wire/version.ts";
import type { CheckedLog, CheckedProblem, CheckResult, UncheckedLog } from "./check.ts";
import { type CheckProblem, formatProblemKey, type ProblemLocation } from "./check-problem.ts";
import { formatLocation } from "./check-text.ts";
import { getSpecUrl } from "./spec-urls.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

export function createSarif(checked: CheckResult): object {
  const { logs, unread, hasBaseline } = checked;
  const findings = logs.flatMap((log) => log.findings);
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  const places = new Map(rules.map(({ rule }, index) => [rule, index]));
  const [name = "loupe", version = "0"] = PRODUCT.split("/");
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name, version, semanticVersion: version, rules: rules.map(toSarifRule) },
        },
        // A run without its logs is not one without findings.
        invocations: [
          {
            executionSuccessful: unread.length === 0,
            ...(unread.length > 0 && { toolExecutionNotifications: unread.map(toNotification) }),
          },
        ],
        columnKind: "utf16CodeUnits",
        results: logs.flatMap((log) => {
          const counts = new Map<string, number>();
          return log.findings.map((finding) => {
            const nth = (counts.get(formatProblemKey(finding)) ?? 0) + 1;
            counts.set(formatProblemKey(finding), nth);
            const ruleIndex = places.get(finding.rule) ?? -1;
            return toSarifResult(log, finding, { ruleIndex, nth, hasBaseline });
          });
        }),
      },
    ],
  };
}

function toNotification({ name, reason }: UncheckedLog): object {
  return { level: "error", message: { text: toPrintable(`cannot check ${name}: ${reason}`) } };
}

/** What the rule says of itself; the finding says what is wrong in its place. */
function toSarifRule(finding: CheckProblem): object {
  const { rule, severity, label } = finding;
  const { message, spec } = RULES_BY_NAME.get(rule) ?? finding;
  const { consequence, remedy, dispute } = { ...finding, ...EXPLANATIONS.get(rule) };
  const link = spec === null ? null : getSpecUrl(spec);
  const sections: (readonly [title: string, text: string | null])[] = [
    ["Consequence", consequence],
    ["Remedy", remedy],
    ["Disputed", dispute],
    ["Reference", spec],
  ];
  const said = sections.filter((section): section is [string, string] => section[1] !== null);
  const text = [message, ...said.map(([title, words]) => `${title}: ${words}`)].join("\n");
  const markdown = [message, ...said.map(([title, words]) => `**${title}.** ${words}`)].join(
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
  /** The how many-th of its key in its log. */
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
    // By the second of them GitHub knows an alert again; made from the line it would be new each run.
    partialFingerprints: {
      "loupeFinding/v1": formatProblemKey(finding),
      primaryLocationLineHash: `${formatProblemKey(finding)}:${nth}`,
    },
    ...(hasBaseline && { baselineState: isKnown ? "unchanged" : "new" }),
    ...(isKnown && { suppressions: [{ kind: "external", justification: "known" }] }),
  };
}

const LAST = { text: "The last one." };

/** Whoever shows a result wants a line: of a log that has none to tell it is the first. */
function toSarifLocation({ uri }: CheckedLog, spot: ProblemLocation): object {
  const place = formatLocation(spot, false);
  const { exchange, path, line } = spot;
  const within = [exchange, place, path].filter((step) => step !== null).join(" / ");
  return {
    ...(uri !== null && {
      physicalLocation: { artifactLocation: { uri }, region: { startLine: line ?? 1 } },
    }),
    logicalLocations: [{ name: place, fullyQualifiedName: toPrintable(within) }],
  };
}
