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
/** Failed checks in a sentence; a reader finds the others in the table. */
const MAX_NAMED = 5;

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
  yield `${formatScore(grade)} ${formatRequests(grade)}`;
  yield* listRemarks(grade);
}

/** The same where the counts stand beside it: whether anything failed, and what. */
export function* formatGradeVerdict(grade: Grade): Generator<string> {
  const failed = grade.results.filter(({ status }) => status === "fail");
  const ids = [...new Set(failed.map(({ id }) => id))];
  const more = ids.length - MAX_NAMED;
  const named = ids.slice(0, MAX_NAMED).map((id) => toPrintableLine(id, MESSAGE_LENGTH));
  const what = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const text = `A2A ${toPrintableLine(grade.text, MESSAGE_LENGTH)}`;
  const verdict = ids.length === 0 ? `Nothing failed against ${text}` : `Failed ${text}: ${what}`;
  yield `${verdict}. ${formatRequests(grade)}`;
  yield* listRemarks(grade);
}

function formatScore(grade: Grade): string {
  const { passed, all } = getScore(grade);
  const counts = countStatuses(grade);
  const words = (["fail", "warning", "not-measured", "not-applicable", "error"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${STATUS_WORDS[status]}`);
  const rest = words.length === 0 ? "" : `: ${words.join(", ")}`;
  const text = toPrintableLine(grade.text, MESSAGE_LENGTH);
  return `${passed} of ${all} passed against A2A ${text}${rest}.`;
}

function formatRequests({ requests, by }: Grade): string {
  return requests === null
    ? `Reported by ${toPrintableLine(by, MESSAGE_LENGTH)}.`
    : `${formatPlural(requests, "request")} sent.`;
}

/** What a reader of the counts must know. */
function* listRemarks(grade: Grade): Generator<string> {
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
