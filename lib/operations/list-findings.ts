/** The operation `list_findings`: lists the rules that a run breaks, and a bad end. */

import { z } from "zod";
import { analyzeLog } from "../check/check.ts";
import type { CheckProblem } from "../check/check-problem.ts";
import { formatLocations } from "../check/check-text.ts";
import { VERDICT_RULE_PREFIX } from "../check/verdict-problems.ts";
import type { Severity } from "../lint/rules/rule.ts";
import { toPrintableLine } from "../report/printable.ts";
import { formatPlural } from "../text/plural.ts";
import { createNextOperation, type NextOperation } from "./next-operation.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import type { OpenRun } from "./read-run.ts";
import { CURSOR, createLimit, NEXT_CURSOR, RUN, SEVERITY, takePage, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 240;
const DETAIL_LENGTH = 500;

export const FINDING = z.object({
  rule: z.string().describe("The rule, or verdict/KIND for a bad end; see explain_rule"),
  severity: SEVERITY,
  title: z.string(),
  message: untrusted("What is wrong; it may quote the agent"),
  detail: untrusted("The member and value that are wrong").nullable(),
  in: z.string().describe("The kind of exchange"),
  count: z.number(),
  first: z.number().nullable().describe("The first event that shows it; null if no event does"),
  last: z.number().nullable(),
  path: untrusted("The member that is wrong").nullable(),
  line: z.number().nullable().describe("The line of the log file"),
  spec: z.string().nullable(),
  remedy: untrusted("How to fix it; it may quote a card").nullable(),
});

export const listFindings = defineOperation({
  name: "list_findings",
  title: "List findings",
  description:
    "Lists what is wrong with a run, most severe first: the rules it breaks and a bad end, each with count, first and last event, and remedy.",
  input: z.object({
    run: RUN,
    severity: SEVERITY.optional().describe("Only findings of this severity"),
    limit: createLimit(20, "findings"),
    cursor: CURSOR,
  }),
  output: z.object({
    run: z.string(),
    findings: z.array(FINDING),
    total: z.number(),
    nextCursor: NEXT_CURSOR,
  }),
  hints: READ_ONLY,
  size: "limit",
  async run(input, host) {
    const { run, severity, limit, cursor } = input;
    const open = await host.openRun(run);
    const all = collectFindings(open, severity);
    const { items, nextCursor } = takePage(all, limit, cursor);
    const more = createNextOperation(
      "list_findings",
      { ...input, cursor: nextCursor },
      "list more",
    );
    return {
      data: { run: open.name, findings: items.map(describeFinding), total: all.length, nextCursor },
      summary: formatFindings(items, all.length),
      quoted: items.flatMap(formatFinding),
      next: [...getNextAfterFindings(open.name, items), ...(nextCursor === null ? [] : [more])],
    };
  },
});

/** Most severe first. */
export function collectFindings(
  { name, timeline, source, lines }: OpenRun,
  severity?: Severity,
): readonly CheckProblem[] {
  const { findings } = analyzeLog(timeline, lines, { name, uri: null, source });
  return severity === undefined ? findings : findings.filter((one) => one.severity === severity);
}

/** Verdicts say that something is wrong; the rules say what. */
function getNextAfterFindings(run: string, findings: readonly CheckProblem[]): NextOperation[] {
  const [first] = findings;
  if (!first) return [createNextOperation("list_events", { run }, "see what came when")];
  const event = findings.find((one) => one.first.event !== null)?.first.event;
  return [
    createNextOperation(
      "explain_rule",
      { rule: first.rule },
      "see what it means and how to fix it",
    ),
    ...(event === undefined || event === null
      ? []
      : [createNextOperation("get_event", { run, n: event, view: "wire" }, "see the bytes")]),
  ];
}

export function describeFinding(problem: CheckProblem): z.output<typeof FINDING> {
  const { rule, severity, label, message, detail, count, first, last, spec, remedy } = problem;
  return {
    rule,
    severity,
    title: label,
    message: toPrintableLine(message, TEXT_LENGTH),
    detail: detail === null ? null : toPrintableLine(detail, DETAIL_LENGTH),
    in: problem.in,
    count,
    first: first.event,
    last: last?.event ?? first.event,
    path: first.path === null ? null : toPrintableLine(first.path, TEXT_LENGTH),
    line: first.line,
    spec,
    remedy: remedy === null ? null : toPrintableLine(remedy, DETAIL_LENGTH),
  };
}

export function formatFindings(findings: readonly CheckProblem[], total: number): string {
  return [
    `${formatPlural(total, "finding")}${findings.length < total ? `; ${findings.length} listed` : ""}.`,
    ...findings.map(
      ({ severity, rule, count }) => `${severity} ${rule}${count > 1 ? ` ×${count}` : ""}`,
    ),
  ].join("\n");
}

export function formatFinding(problem: CheckProblem): string[] {
  const { rule, severity, message, detail, remedy } = problem;
  // That of a rule is explained; that of a verdict is about this run.
  const shown = rule.startsWith(VERDICT_RULE_PREFIX) ? [detail, remedy] : [detail];
  return [
    `${severity} ${rule} ${formatLocations(problem)}`,
    `  ${toPrintableLine(message, TEXT_LENGTH)}`,
    ...shown.flatMap((text) =>
      text === null ? [] : [`  ${toPrintableLine(text, DETAIL_LENGTH)}`],
    ),
  ];
}
