/** Formats a check as text for the terminal: the logs, their broken rules, and a summary. */

import type { Severity } from "../lint/rules/rule.ts";
import { formatVerdict, getVerdictSign } from "../lint/verdict/verdict-words.ts";
import { toPrintable } from "../report/printable.ts";
import { formatPlural } from "../text/plural.ts";
import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { type CheckProblem, formatProblemKey, type ProblemLocation } from "./check-problem.ts";
import { VERDICT_RULE_PREFIX } from "./verdict-problems.ts";

export type TextColor = Severity | "good" | "dim";
export type ColorText = (text: string, colour: TextColor) => string;

export interface TerminalStyle {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: ColorText;
}

const INDENT = "    ";
const MIN_WIDTH = 40;

export function* formatCheckText(checked: CheckResult, style: TerminalStyle): Generator<string> {
  for (const log of checked.logs) {
    yield* formatLog(log, style);
    yield "";
  }
  yield* formatGoneProblems(checked, style);
  yield* formatSummary(checked, style);
}

function* formatLog(
  { name, verdict, findings }: CheckedLog,
  style: TerminalStyle,
): Generator<string> {
  const color = !verdict.clean ? "error" : verdict.caveats.length > 0 ? "warning" : "good";
  yield `${style.paint(getVerdictSign(verdict), color)} ${toPrintable(name)}`;
  yield* wrapText(`${formatVerdict(verdict)}: ${verdict.because}`, "  ", style.width);
  const byRule = new Map<string, CheckedProblem[]>();
  for (const finding of findings) {
    const group = byRule.get(finding.rule) ?? [];
    group.push(finding);
    byRule.set(finding.rule, group);
  }
  for (const group of byRule.values()) yield* formatRule(group, style);
}

function* formatRule(
  group: readonly CheckedProblem[],
  { width, paint }: TerminalStyle,
): Generator<string> {
  const [finding] = group;
  if (!finding) return;
  const isKnown = group.every(({ status }) => status === "known");
  const { rule, severity, consequence, dispute } = finding;
  yield "";
  const title = `${rule}  ${toPrintable(finding.label)}${isKnown ? "  (known)" : ""}`;
  yield `  ${paint(severity, isKnown ? "dim" : severity)} ${title}`;
  const isOneRemedy = group.every(({ remedy }) => remedy === finding.remedy);
  let lastMessage = "";
  for (const { message, remedy, ...one } of group) {
    // The verdict is printed above; card rules have a message for each location.
    if (message !== lastMessage && !rule.startsWith(VERDICT_RULE_PREFIX))
      yield* wrapText(message, INDENT, width);
    lastMessage = message;
    const known = !isKnown && one.status === "known" ? " (known)" : "";
    yield* wrapText(`${formatLocations(one)}${known}`, INDENT, width);
    if (one.detail !== null) yield* wrapText(formatDetail(one), `${INDENT}  `, width);
    if (!isKnown && !isOneRemedy) yield* formatRemedy(remedy, width);
  }
  if (isKnown) return;
  if (consequence !== null && !finding.message.includes(consequence)) {
    yield* wrapText(`Consequence: ${consequence}`, INDENT, width);
  }
  if (isOneRemedy) yield* formatRemedy(finding.remedy, width);
  if (dispute !== null) yield* wrapText(`Disputed: ${dispute}`, INDENT, width);
  const specs = new Set(group.flatMap(({ spec }) => spec ?? []));
  if (specs.size > 0) yield* wrapText(`Reference: ${[...specs].join("; ")}`, INDENT, width);
}

/** `kind` is missing from `result`; 0.3 §6.1 */
function formatDetail({ detail, spec }: Pick<CheckProblem, "detail" | "spec">): string {
  return [detail, spec].filter((one) => one !== null).join("; ");
}

function* formatRemedy(remedy: string | null, width: number): Generator<string> {
  if (remedy !== null) yield* wrapText(`Remedy: ${remedy}`, INDENT, width);
}

/** The locations of a problem and its count: `×3 in stream: event 2, line 14, result.status.state … event 9`. */
export function formatLocations({
  in: where,
  count,
  first,
  last,
}: Pick<CheckProblem, "in" | "count" | "first" | "last">): string {
  const times = count > 1 ? `×${count} ` : "";
  const to = last ? ` … ${formatLocation(last, false)}` : "";
  return `${times}in ${where}: ${formatLocation(first, true)}${to}`;
}

export function formatLocation(
  { event, phase, path, line }: ProblemLocation,
  isWhole: boolean,
): string {
  const what = phase !== null ? PHASE_TEXTS[phase] : event !== null ? `event ${event}` : "the run";
  const more = isWhole ? [line !== null ? `line ${line}` : null, path] : [];
  return [what, ...more].filter((word) => word !== null).join(", ");
}

const PHASE_TEXTS = {
  open: "the request",
  head: "the head of the response",
  end: "the end of the response",
} as const;

function* formatGoneProblems(
  { gone }: CheckResult,
  { width, paint }: TerminalStyle,
): Generator<string> {
  if (gone.length === 0) return;
  yield paint("Known problems that were not found:", "good");
  for (const known of gone)
    yield* wrapText(`${formatProblemKey(known)}: ${known.message}`, "  ", width);
  yield* wrapText("Use --write-baseline to remove them.", "  ", width);
  yield "";
}

function* formatSummary(checked: CheckResult, { width, paint }: TerminalStyle): Generator<string> {
  const color = checked.fails ? "error" : "good";
  for (const line of wrapText(formatCheckSummary(checked), "", width)) yield paint(line, color);
}

/** How many problems there are, and whether the check fails: `1 log: 1 error, 0 warnings, 2 notes; failed: STR-FIRST`. */
export function formatCheckSummary({ logs, failOn, fails, ignored }: CheckResult): string {
  const all = logs.flatMap(({ findings }) => findings);
  const fresh = all.filter(({ status }) => status === "new");
  const of = (severity: Severity) => fresh.filter((one) => one.severity === severity).length;
  const counts = [
    formatPlural(of("error"), "error"),
    formatPlural(of("warning"), "warning"),
    formatPlural(of("info"), "note"),
    ...(all.length > fresh.length ? [`${all.length - fresh.length} known`] : []),
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
  ];
  const failing = [...new Set(all.filter((one) => one.fails).map(({ rule }) => rule))];
  const outcome = fails
    ? `failed: ${failing.join(", ")}`
    : failOn === "never"
      ? "never fails (--fail-on never)"
      : "passed";
  return `${formatPlural(logs.length, "log")}: ${counts.join(", ")}; ${outcome}`;
}

/**
 * Wraps text to the width. A word that is too long gets a line of its own. Control characters are
 * replaced, so the text cannot control the terminal.
 */
export function* wrapText(text: string, indent: string, width: number): Generator<string> {
  const room = Math.max(MIN_WIDTH, width) - indent.length;
  let line = "";
  for (const word of toPrintable(text).split(/ +/)) {
    if (line !== "" && line.length + 1 + word.length > room) {
      yield indent + line;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") yield indent + line;
}
