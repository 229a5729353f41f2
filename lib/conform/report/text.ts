/** Prints a grade for a terminal. */

import { toPrintableLine } from "../../report/printable.ts";
import { formatPlural } from "../../text/plural.ts";
import {
  type ConformResult,
  countStatuses,
  type Grade,
  getScore,
  groupResultsByUrgency,
} from "../grade.ts";
import type { ConformStatus } from "../judgement.ts";

const MESSAGE_LENGTH = 300;

export const STATUS_SIGNS: Readonly<Record<ConformStatus, string>> = {
  pass: "✓",
  fail: "✗",
  warning: "!",
  "not-measured": "?",
  "not-applicable": "–",
  error: "E",
};

/** A result in one line: `✗ JSON-MALFORMED Malformed JSON is a parse error · JSON-RPC`. */
export function formatResultLine({ status, id, title, interface: where }: ConformResult): string {
  const place = where === null ? "" : ` · ${toPrintableLine(where, MESSAGE_LENGTH)}`;
  return `${STATUS_SIGNS[status]} ${id}  ${title}${place}`;
}

export function* formatGradeText(grade: Grade): Generator<string> {
  for (const { name, results } of groupResultsByUrgency(grade.results)) {
    const shown = results.filter(({ status }) => status !== "not-applicable");
    if (shown.length === 0) continue;
    yield toPrintableLine(name, MESSAGE_LENGTH);
    for (const result of shown) {
      yield `  ${formatResultLine(result)}`;
      if (result.status !== "pass") {
        const clause = result.clause === null ? "" : ` (${result.clause})`;
        yield `      ${toPrintableLine(result.message, MESSAGE_LENGTH)}${clause}`;
        if (result.recording !== null) yield `      recording ${result.recording}`;
      }
    }
  }
  yield* formatGradeSummary(grade);
}

/** What the grade says in a few lines. */
export function* formatGradeSummary(grade: Grade): Generator<string> {
  const { passed, all } = getScore(grade);
  const counts = countStatuses(grade);
  const words = (["fail", "warning", "not-measured", "not-applicable", "error"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${STATUS_WORDS[status]}`);
  const rest = words.length === 0 ? "" : `: ${words.join(", ")}`;
  const sent =
    grade.requests === null
      ? `Reported by ${toPrintableLine(grade.by, MESSAGE_LENGTH)}.`
      : `${formatPlural(grade.requests, "request")} sent.`;
  const text = toPrintableLine(grade.text, MESSAGE_LENGTH);
  yield `${passed} of ${all} passed against A2A ${text}${rest}. ${sent}`;
  const unstable = grade.results.filter((one) => one.unstable).map(({ id }) => id);
  if (unstable.length > 0) yield `Unstable, because repetitions differ: ${unstable.join(", ")}.`;
  for (const one of grade.notGraded) yield `Not graded: ${toPrintableLine(one, MESSAGE_LENGTH)}`;
  for (const left of grade.leftBehind)
    yield `Left behind: ${toPrintableLine(left, MESSAGE_LENGTH)}.`;
}

export const STATUS_WORDS: Readonly<Record<ConformStatus, string>> = {
  pass: "passed",
  fail: "failed",
  warning: "warned",
  "not-measured": "not measured",
  "not-applicable": "not applicable",
  error: "could not be judged",
};
