/** Rules about the text of a card: valid JSON without duplicate members. */

import { getLineAndColumn, type JsonIssue, type JsonSource } from "../../../json/json-source.ts";
import type { CardViolation } from "../../cards/card-rule.ts";
import type { MessageFactory } from "../../examples/message-factory.ts";
import { createExampleCard, recordCardLookup } from "../../examples/shared-examples.ts";
import { defineRule, type Rule } from "../rule.ts";

export const TEXT_RULES: readonly Rule[] = [
  defineRule({
    id: "card/json",
    severity: "error",
    title: "invalid JSON",
    message: "The card is not valid JSON.",
    clients: "Clients reject the whole card: the agent cannot be found.",
    remedy:
      "Write JSON without comments and without a comma before a closing bracket. The problem shows where.",
    spec: "RFC 8259",
    breaks: (factory) => recordCardLookup(formatCard(factory).replace(/\n\}$/, ",\n}")),
    nearly: (factory) => recordCardLookup(formatCard(factory)),
    check: {
      passed: "The card is JSON",
      find: ({ source }) =>
        source.issues
          .filter(({ kind }) => kind !== "duplicate")
          .map((fault) => toJsonViolation(source, fault)),
    },
  }),
  defineRule({
    id: "card/duplicate-key",
    severity: "warning",
    title: "duplicate member",
    message: "A member appears twice in one object of the card.",
    clients: "Most readers use the last one, some the first: clients see different cards.",
    remedy: "Keep one of them.",
    spec: "RFC 8259 §4",
    breaks: (factory) =>
      recordCardLookup(formatCard(factory).replace("{", '{\n  "name": "Another",')),
    nearly: (factory) => recordCardLookup(formatCard(factory)),
    check: {
      passed: "No member appears twice",
      find: ({ source }) =>
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
  }),
];

const EXCERPT = 30;

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

function formatCard(factory: MessageFactory): string {
  return JSON.stringify(createExampleCard(factory), null, 2);
}
