/** Google's Agent Development Kit, and kagent and others that took over its metadata. */

import { isObject } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type { Family, Signal, ToolWords } from "../signal.ts";
import type { Statement } from "../statement.ts";

const PREFIXES = ["adk_", "kagent_", "kagent_adk_", ""] as const;

const TYPE_KEYS = PREFIXES.map((prefix) => `${prefix}type`);
const THOUGHT_KEYS = [...PREFIXES, "jiuwen_"].map((prefix) => `${prefix}thought`);

const typed = (match: string, means: Signal["means"], tool: Signal["tool"]): Signal[] =>
  TYPE_KEYS.map((key) => ({
    where: "part.metadata",
    key,
    match,
    means,
    sure: key === "type" ? "likely" : "certain",
    ...(tool && { tool }),
  }));

export const ADK: Family = {
  id: "adk",
  label: "Google ADK",
  signals: [
    ...typed("function_call", "tool-call", called),
    ...typed("function_response", "tool-result", answered),
    ...THOUGHT_KEYS.map(
      (key): Signal => ({ where: "part.metadata", key, means: "thought", sure: "certain" }),
    ),
  ],
};

function called(_statement: Statement, part: Part | null): ToolWords {
  const { id, name, args } = dataOf(part);
  return { callId: textual(id), name: textual(name), args };
}

function answered(_statement: Statement, part: Part | null): ToolWords {
  const { id, name, response } = dataOf(part);
  const failed = isObject(response) && response.error !== undefined && response.error !== null;
  return { callId: textual(id), name: textual(name), result: response, failed };
}

function dataOf(part: Part | null): { readonly [name: string]: unknown } {
  return part?.kind === "data" && isObject(part.data) ? part.data : {};
}

function textual(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
