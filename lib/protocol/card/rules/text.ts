/** Rules about the text of a card: valid JSON without duplicate members. */

import { getLineAndColumn, type JsonIssue, type JsonSource } from "../../../json/json-source.ts";
import type { CardRule, CardViolation } from "./card-rule.ts";

const EXCERPT = 30;

export const TEXT_RULES: readonly CardRule[] = [
  {
    id: "card/json",
    severity: "error",
    passed: "The card is JSON",
    spec: "RFC 8259",
    check: ({ source }) =>
      source.issues
        .filter(({ kind }) => kind !== "duplicate")
        .map((fault) => toJsonViolation(source, fault)),
  },
  {
    id: "card/duplicate-key",
    severity: "warning",
    passed: "No member appears twice",
    spec: "RFC 8259 §4",
    check: ({ source }) =>
      source.issues
        .filter(({ kind }) => kind === "duplicate")
        .map((fault) => ({
          path: fault.path,
          at: fault,
          title: `“${String(fault.path.at(-1))}” appears twice`,
          message: `Most parsers use the last one, some the first (${describeLocation(source, fault)}).`,
          remedy: "Keep one of them.",
        })),
  },
];

function toJsonViolation(source: JsonSource, fault: JsonIssue): CardViolation {
  const { path, message } = fault;
  return {
    path,
    at: fault,
    title: TITLES[fault.kind],
    message: `${message}: ${describeLocation(source, fault)}.`,
    remedy: REMEDIES[fault.kind],
  };
}

const TITLES: Readonly<Record<JsonIssue["kind"], string>> = {
  syntax: "Not JSON",
  depth: "Nested too deeply",
  comma: "Extra comma",
  comment: "Comment in JSON",
  duplicate: "",
};

const REMEDIES: Readonly<Record<JsonIssue["kind"], string>> = {
  depth:
    "Reduce the nesting: many JSON parsers, and all protocol buffer parsers, stop far earlier.",
  syntax: "Fix the JSON there; clients cannot read any of the card as it is.",
  comma: "Remove the comma; most clients reject the whole card because of it.",
  comment: "Remove the comment; most clients reject the whole card because of it.",
  duplicate: "",
};

/** "line 4, column 12, at `"tags": [],`". */
function describeLocation({ text }: JsonSource, { from }: JsonIssue): string {
  const { line, column } = getLineAndColumn(text, from);
  const start = Math.max(text.lastIndexOf("\n", from - 1) + 1, from - EXCERPT);
  const end = text.indexOf("\n", from);
  const excerpt = text.slice(start, Math.min(end < 0 ? text.length : end, from + EXCERPT)).trim();
  const where = `line ${line}, column ${column}`;
  return excerpt === "" ? `${where}, at the end of the line` : `${where}, at ${excerpt}`;
}
