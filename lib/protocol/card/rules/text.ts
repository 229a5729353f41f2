/** Rules about the text of a card: whether it is JSON, and says each thing once. */

import { type JsonFault, type JsonSource, lineAndColumn } from "../../../wire/json-source.ts";
import type { Breach, CardRule } from "./rule.ts";

const EXCERPT = 30;

export const TEXT_RULES: readonly CardRule[] = [
  {
    id: "card/json",
    severity: "error",
    passed: "The card is JSON",
    spec: "RFC 8259",
    check: ({ source }) =>
      source.faults
        .filter(({ kind }) => kind !== "duplicate")
        .map((fault) => notJson(source, fault)),
  },
  {
    id: "card/duplicate-key",
    severity: "warning",
    passed: "No member stands twice",
    spec: "RFC 8259 §4",
    check: ({ source }) =>
      source.faults
        .filter(({ kind }) => kind === "duplicate")
        .map((fault) => ({
          path: fault.path,
          at: fault,
          title: `“${String(fault.path.at(-1))}” stands twice`,
          message: `Most readers take the last, some the first (${placeOfFault(source, fault)}).`,
          remedy: "Keep one of them.",
        })),
  },
];

function notJson(source: JsonSource, fault: JsonFault): Breach {
  const { path, message } = fault;
  return {
    path,
    at: fault,
    title: TITLES[fault.kind],
    message: `${message}: ${placeOfFault(source, fault)}.`,
    remedy: REMEDIES[fault.kind],
  };
}

const TITLES: Readonly<Record<JsonFault["kind"], string>> = {
  syntax: "Not JSON",
  depth: "Nested too deeply",
  comma: "A comma too many",
  comment: "A comment in JSON",
  duplicate: "",
};

const REMEDIES: Readonly<Record<JsonFault["kind"], string>> = {
  depth: "Nest less deeply: many readers of JSON, and all of protocol buffers, stop far earlier.",
  syntax: "Correct the text there; clients read none of the card as it is.",
  comma: "Remove the comma; most clients refuse the whole card because of it.",
  comment: "Remove the comment; most clients refuse the whole card because of it.",
  duplicate: "",
};

/** "line 4, column 12, at `"tags": [],`". */
function placeOfFault({ text }: JsonSource, { from }: JsonFault): string {
  const { line, column } = lineAndColumn(text, from);
  const start = Math.max(text.lastIndexOf("\n", from - 1) + 1, from - EXCERPT);
  const end = text.indexOf("\n", from);
  const excerpt = text.slice(start, Math.min(end < 0 ? text.length : end, from + EXCERPT)).trim();
  const where = `line ${line}, column ${column}`;
  return excerpt === "" ? `${where}, at the end of it` : `${where}, at ${excerpt}`;
}
