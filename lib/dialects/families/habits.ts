/** Habits that several frameworks share: names and shapes that usually mean what they say. */

import { isObject } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import { own, textIn } from "../said/json.ts";
import type { Family, Signal, ToolWords } from "../signal.ts";
import { ownMetadata, type Statement, statedText } from "../statement.ts";
import { readFunctionResponse } from "./adk.ts";

const named = (match: Signal["match"], means: Signal["means"], sure: Signal["sure"]): Signal => ({
  where: "artifact.name",
  ...(match !== undefined && { match }),
  means,
  sure,
});

/** The clients of a2anet show messages as calls by their metadata. */
export const A2ANET: Family = {
  id: "a2anet",
  label: "A2A Net",
  signals: [
    {
      where: "message.metadata",
      key: "type",
      match: "tool-call",
      means: "tool-call",
      sure: "certain",
      tool: (statement) => ({ ...idOf(statement), args: dataIn(statement) }),
      when: ({ statement }) => idOf(statement).callId !== undefined,
    },
    {
      where: "message.metadata",
      key: "type",
      match: "tool-call-result",
      means: "tool-result",
      sure: "certain",
      tool: (statement) => ({
        ...idOf(statement),
        result: dataIn(statement) ?? statedText(statement),
      }),
      when: ({ statement }) => idOf(statement).callId !== undefined,
    },
  ],
};

function idOf(statement: Statement): ToolWords {
  const metadata = ownMetadata(statement);
  return {
    callId: textIn(metadata, "toolCallId") ?? undefined,
    name: textIn(metadata, "toolCallName") ?? undefined,
  };
}

function dataIn({ pieces }: Statement): unknown {
  const part = pieces.find((piece): piece is Part => typeof piece !== "string");
  return part?.kind === "data" ? part.data : undefined;
}

export const STRANDS: Family = {
  id: "strands",
  label: "Strands",
  signals: [
    named("agent_response", "result", "likely"),
    {
      where: "text",
      match: /^Agent requires input:\s*\n- /,
      means: "form",
      sure: "guess",
      gives: ({ value }) => interruptsIn(value),
    },
  ],
};

/** `- name: reason`, one a line: a question each. */
function interruptsIn(text: unknown): unknown {
  const lines = typeof text === "string" ? text.split("\n").slice(1) : [];
  const fields = lines.flatMap((line) => {
    const [, name, label] = /^- ([^:]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ id: name, label: label || name, type: "text" }];
  });
  return { title: "Agent requires input", fields };
}

export const MASTRA: Family = {
  id: "mastra",
  label: "Mastra",
  signals: [
    {
      where: "data",
      key: "suspendPayload resumeSchema",
      means: "approval",
      sure: "likely",
      gives: ({ part }) => (part?.kind === "data" ? part.data : null),
      when: ({ part }) => part?.kind === "data" && isObject(own(part.data, "suspendPayload")),
    },
    { ...named(["response.txt", "response.json"], "result", "likely"), when: isMastras },
    { where: "event.metadata", key: "execution.usage", means: "usage", sure: "certain" },
    { where: "event.metadata", key: "usage", means: "usage", sure: "likely" },
  ],
};

/** `<task>:response:text` */
function isMastras({ statement }: { readonly statement: Statement }): boolean {
  return statement.artifact?.artifactId.includes(":response") === true;
}

/** The messages of Vercel's AI SDK, as BeeAI and others write them out. */
export const AI_SDK: Family = {
  id: "ai-sdk",
  label: "AI SDK, BeeAI",
  signals: [
    {
      where: "data",
      key: "type toolCallId toolName",
      match: "tool-call",
      means: "tool-call",
      sure: "likely",
      tool: (_statement, part) => sdkWords(part),
    },
    {
      where: "data",
      key: "type toolCallId toolName",
      match: "tool-result",
      means: "tool-result",
      sure: "likely",
      tool: (_statement, part) => sdkWords(part),
    },
  ],
};

function sdkWords(part: Part | null): ToolWords {
  const data = part?.kind === "data" ? part.data : null;
  const output = own(data, "output", "result");
  const type = textIn(output, "type");
  const isTyped = type !== null && isObject(output) && Object.hasOwn(output, "value");
  return {
    callId: textIn(data, "toolCallId") ?? undefined,
    name: textIn(data, "toolName") ?? undefined,
    args: own(data, "input", "args"),
    result: isTyped ? own(output, "value") : output,
    failed: type?.startsWith("error") || own(data, "isError") === true,
  };
}

/** Read by what follows what, so it has no signals. */
export const TOKEN_MESSAGES: Family = {
  id: "token-messages",
  label: "A message for each token",
  signals: [],
  how: "short working messages that follow one another",
};

export const HABITS: Family = {
  id: "habits",
  label: "Habits of many agents",
  signals: [
    named(["conversion_result", "result"], "result", "guess"),
    named(["reasoning", "thinking"], "thought", "guess"),
    { where: "part.metadata", key: "kind", match: "reasoning", means: "thought", sure: "guess" },
    {
      where: "data",
      key: "name args",
      means: "tool-call",
      sure: "guess",
      tool: (_statement, part) => callIn(part),
      when: ({ part, statement }) =>
        statement.message?.role !== "user" &&
        part?.kind === "data" &&
        part.metadata === undefined &&
        isObject(own(part.data, "args")),
    },
    {
      // The ProtoJSON of 0.3 has no metadata on parts, so nothing else says that it is an answer.
      where: "data",
      key: "name response",
      means: "tool-result",
      sure: "guess",
      tool: readFunctionResponse,
      when: ({ part }) =>
        part?.kind === "data" && part.metadata === undefined && textIn(part.data, "id") !== null,
    },
  ],
};

function callIn(part: Part | null): ToolWords {
  const data = part?.kind === "data" ? part.data : null;
  const callId = textIn(data, "id", "callId", "toolCallId") ?? undefined;
  return { callId, name: textIn(data, "name") ?? undefined, args: own(data, "args") };
}
