/** Google's Agent Development Kit, and kagent and others that took over its metadata. */

import { isObject, toPlainText } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type { Meaning } from "../kinds.ts";
import type { Family, Signal, Spot, ToolWords, Where } from "../signal.ts";
import { authorOf, type Statement } from "../statement.ts";

const FRAMEWORK_PREFIXES = ["adk_", "kagent_", "kagent_adk_"] as const;
const PREFIXES = [...FRAMEWORK_PREFIXES, ""] as const;

const TYPE_KEYS = PREFIXES.map((prefix) => `${prefix}type`);
const THOUGHT_KEYS = [...PREFIXES, "jiuwen_"].map((prefix) => `${prefix}thought`);
const LONG_KEYS = PREFIXES.map((prefix) => `${prefix}is_long_running`);

/** Calls that are questions to whoever is outside. */
const QUESTIONS: ReadonlySet<unknown> = new Set([
  "adk_request_confirmation",
  "adk_request_credential",
  "adk_request_input",
]);

const typed = (match: string, means: Meaning, tool: Signal["tool"], when?: Signal["when"]) =>
  TYPE_KEYS.map(
    (key): Signal => ({
      where: "part.metadata",
      key,
      match,
      means,
      sure: key === "type" ? "likely" : "certain",
      ...(tool && { tool }),
      ...(when && { when }),
    }),
  );

const asked = (name: string, means: Meaning): Signal => ({
  where: "data",
  key: "name args",
  match: name,
  means,
  sure: "certain",
  gives: ({ part }) => dataOf(part),
});

const PLACES = ["event.metadata", "artifact.metadata", "message.metadata"] as const;

/** What frameworks say beside a message, in any of the places they put it. */
const said = (name: string, means: Meaning, places: readonly Where[] = PLACES): Signal[] =>
  FRAMEWORK_PREFIXES.flatMap((prefix) =>
    places.map((where): Signal => ({ where, key: `${prefix}${name}`, means, sure: "certain" })),
  );

export const ADK: Family = {
  id: "adk",
  label: "Google ADK, kagent",
  signals: [
    ...typed("function_call", "tool-call", called, isNoQuestion),
    ...typed("function_response", "tool-result", readFunctionResponse, isNoQuestion),
    ...typed("executable_code", "tool-call", wrote),
    ...typed("code_execution_result", "tool-result", ran),
    ...THOUGHT_KEYS.map(
      (key): Signal => ({ where: "part.metadata", key, means: "thought", sure: "certain" }),
    ),
    ...said("partial", "fragment", ["event.metadata", "message.metadata"]).map(ofMessages),
    asked("adk_request_confirmation", "approval"),
    asked("adk_request_credential", "sign-in"),
    asked("adk_request_input", "form"),
    ...said("author", "author"),
    ...said("branch", "author"),
    ...said("usage_metadata", "usage"),
    ...said("error_code", "failure"),
    ...said("error_message", "failure"),
    ...said("grounding_metadata", "citations"),
    ...said("citation_metadata", "citations"),
    ...said("custom_metadata", "details"),
    ...said("transfer_to_agent", "details"),
    ...said("escalate", "details"),
    ...said("invocation_id", "details"),
  ],
};

/** Chunks of an artifact are put together already, and the whole replaces them. */
function ofMessages(signal: Signal): Signal {
  return { ...signal, when: ({ statement }) => statement.message !== null };
}

const EXECUTOR = /^https:\/\/google\.github\.io\/adk-docs\/a2a\/a2a-extension\/?$/;
const HITL = /^https:\/\/kagent\.dev\/extensions\/hitl\/v\d+$/;

/** Extensions of the same makers. */
export const ADK_EXTENSIONS: Family = {
  id: "adk-extensions",
  label: "Extensions of ADK and kagent",
  signals: [
    { where: "extension", key: EXECUTOR, means: "details", sure: "certain" },
    {
      where: "extension",
      key: HITL,
      means: "approval",
      sure: "certain",
      when: ({ value }) => isObject(value) && toPlainText(value.type).startsWith("tool_approval"),
    },
    {
      where: "extension",
      key: HITL,
      means: "form",
      sure: "certain",
      when: ({ value }) => isObject(value) && toPlainText(value.type).startsWith("ask_user"),
    },
  ],
};

function isNoQuestion({ part }: Spot): boolean {
  return !QUESTIONS.has(dataOf(part).name);
}

function called(statement: Statement, part: Part | null): ToolWords {
  const { id, name, args } = dataOf(part);
  const metadata = part && "metadata" in part && isObject(part.metadata) ? part.metadata : {};
  const waits = LONG_KEYS.some((key) => metadata[key] === true || metadata[key] === "true");
  const agent = authorOf(statement);
  return { callId: textual(id), name: textual(name), args, agent, ...(waits && { waits }) };
}

export function readFunctionResponse(_statement: Statement, part: Part | null): ToolWords {
  const { id, name, response } = dataOf(part);
  const callId = textual(id);
  // Some know but the id of what they answer, and say it twice.
  const told = textual(name);
  return {
    callId,
    name: told === callId ? undefined : told,
    result: response,
    failed: isFailure(response),
  };
}

/** No framework has a state for it: tools that fail say so in what they return. */
function isFailure(response: unknown): boolean {
  if (!isObject(response)) return false;
  return (response.error !== undefined && response.error !== null) || response.status === "error";
}

const CODE = "code_execution";

function wrote(statement: Statement, part: Part | null): ToolWords {
  const { code, language } = dataOf(part);
  return { name: CODE, args: { code, language }, agent: authorOf(statement) };
}

function ran(_statement: Statement, part: Part | null): ToolWords {
  const { outcome, output } = dataOf(part);
  const failed = typeof outcome === "string" && !/OUTCOME_OK$|^ok$/i.test(outcome);
  return { name: CODE, result: { outcome, output }, failed };
}

function dataOf(part: Part | null): { readonly [name: string]: unknown } {
  return part?.kind === "data" && isObject(part.data) ? part.data : {};
}

function textual(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
