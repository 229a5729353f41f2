/** A check for people in a terminal: log by log, rule by rule, and what it comes to. */

import type { Severity } from "../lint/rules/rule.ts";
import { printable } from "../report/printable.ts";
import { formatPlural } from "../wire/plural.ts";
import type { Checked, CheckedLog, JudgedFinding } from "./check.ts";
import { type CheckFinding, keyOf, type Spot } from "./finding.ts";
import { VERDICT } from "./verdict-finding.ts";

export type Colour = Severity | "good" | "dim";
export type Paint = (text: string, colour: Colour) => string;

export interface Style {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

const INDENT = "    ";
const NARROWEST = 40;

export function* printed(checked: Checked, style: Style): Generator<string> {
  for (const log of checked.logs) {
    yield* logLines(log, style);
    yield "";
  }
  yield* goneLines(checked, style);
  yield* summaryLines(checked, style);
}

function* logLines({ name, verdict, findings }: CheckedLog, style: Style): Generator<string> {
  const sign = verdict.clean ? style.paint("✓", "good") : style.paint("✗", "error");
  yield `${sign} ${printable(name)}`;
  yield* wrapped(`${verdict.kind}: ${verdict.because}`, "  ", style.width);
  const byRule = new Map<string, JudgedFinding[]>();
  for (const finding of findings) {
    const group = byRule.get(finding.rule) ?? [];
    group.push(finding);
    byRule.set(finding.rule, group);
  }
  for (const group of byRule.values()) yield* ruleLines(group, style);
}

function* ruleLines(group: readonly JudgedFinding[], { width, paint }: Style): Generator<string> {
  const [finding] = group;
  if (!finding) return;
  const isKnown = group.every(({ status }) => status === "known");
  const { rule, severity, consequence, dispute } = finding;
  yield "";
  const title = `${rule}  ${printable(finding.label)}${isKnown ? "  (known)" : ""}`;
  yield `  ${paint(severity, isKnown ? "dim" : severity)} ${title}`;
  const isOneRemedy = group.every(({ remedy }) => remedy === finding.remedy);
  let told = "";
  for (const { message, remedy, ...one } of group) {
    // What the run came to stands above; rules about cards say something of each place.
    if (message !== told && !rule.startsWith(VERDICT)) yield* wrapped(message, INDENT, width);
    told = message;
    const known = !isKnown && one.status === "known" ? " (known)" : "";
    yield* wrapped(`${whereIn(one)}${known}`, INDENT, width);
    if (one.detail !== null) yield* wrapped(detailLine(one), `${INDENT}  `, width);
    if (!isKnown && !isOneRemedy) yield* remedyLines(remedy, width);
  }
  if (isKnown) return;
  if (consequence !== null && !finding.message.includes(consequence)) {
    yield* wrapped(`Consequence: ${consequence}`, INDENT, width);
  }
  if (isOneRemedy) yield* remedyLines(finding.remedy, width);
  if (dispute !== null) yield* wrapped(`Disputed: ${dispute}`, INDENT, width);
  const specs = new Set(group.flatMap(({ spec }) => spec ?? []));
  if (specs.size > 0) yield* wrapped(`Reference: ${[...specs].join("; ")}`, INDENT, width);
}

/** `kind` is missing from `result`; 0.3 §6.1 */
function detailLine({ detail, spec }: Pick<CheckFinding, "detail" | "spec">): string {
  return [detail, spec].filter((one) => one !== null).join("; ");
}

function* remedyLines(remedy: string | null, width: number): Generator<string> {
  if (remedy !== null) yield* wrapped(`Remedy: ${remedy}`, INDENT, width);
}

/** Where it shows, and how often: `×3 in stream: event 2, line 14, result.status.state … event 9`. */
export function whereIn({
  in: where,
  count,
  first,
  last,
}: Pick<CheckFinding, "in" | "count" | "first" | "last">): string {
  const times = count > 1 ? `×${count} ` : "";
  const to = last ? ` … ${placeOf(last, false)}` : "";
  return `${times}in ${where}: ${placeOf(first, true)}${to}`;
}

export function placeOf({ event, happening, path, line }: Spot, isWhole: boolean): string {
  const what =
    happening !== null ? HAPPENINGS[happening] : event !== null ? `event ${event}` : "the run";
  const more = isWhole ? [line !== null ? `line ${line}` : null, path] : [];
  return [what, ...more].filter((word) => word !== null).join(", ");
}

const HAPPENINGS = {
  open: "the request",
  head: "the head of the answer",
  end: "the end of the answer",
} as const;

function* goneLines({ gone }: Checked, { width, paint }: Style): Generator<string> {
  if (gone.length === 0) return;
  yield paint("No longer found, though known:", "good");
  for (const known of gone) yield* wrapped(`${keyOf(known)}: ${known.message}`, "  ", width);
  yield* wrapped("--write-baseline takes them out.", "  ", width);
  yield "";
}

function* summaryLines(checked: Checked, { width, paint }: Style): Generator<string> {
  const { logs, failOn, fails, ignored } = checked;
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
  const came = fails
    ? `fails for ${failing.join(", ")}`
    : failOn === "never"
      ? "never fails, as asked"
      : "passes";
  const [first = "", ...rest] = wrapped(
    `${formatPlural(logs.length, "log")}: ${counts.join(", ")}; ${came}`,
    "",
    width,
  );
  yield paint(first, fails ? "error" : "good");
  for (const line of rest) yield paint(line, fails ? "error" : "good");
}

/** Words in lines that fit; a word that does not stands alone. Nothing in them is obeyed. */
export function* wrapped(text: string, indent: string, width: number): Generator<string> {
  const room = Math.max(NARROWEST, width) - indent.length;
  let line = "";
  for (const word of printable(text).split(/ +/)) {
    if (line !== "" && line.length + 1 + word.length > room) {
      yield indent + line;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") yield indent + line;
}
