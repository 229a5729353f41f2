/** Conventions that several frameworks share: names and shapes with a usual meaning. */

import { isObject } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type { Detector, DetectorContext, Framework, ToolFields } from "../detector.ts";
import { type EntryUpdate, getOwnMetadata, getUpdateText } from "../entry-update.ts";
import { getOwnMember, getOwnText } from "../payloads/json-access.ts";
import { readFunctionResponse } from "./adk.ts";

const createNameDetector = (
  match: Detector["match"],
  meaning: Detector["meaning"],
  confidence: Detector["confidence"],
): Detector => ({
  source: "artifact.name",
  ...(match !== undefined && { match }),
  meaning,
  confidence,
});

/** The clients of a2anet show messages as tool calls based on their metadata. */
export const A2ANET: Framework = {
  id: "a2anet",
  label: "A2A Net",
  detectors: [
    {
      source: "message.metadata",
      key: "type",
      match: "tool-call",
      meaning: "tool-call",
      confidence: "certain",
      tool: (update) => ({ ...readCallId(update), args: getUpdateData(update) }),
      when: ({ update }) => readCallId(update).callId !== undefined,
    },
    {
      source: "message.metadata",
      key: "type",
      match: "tool-call-result",
      meaning: "tool-result",
      confidence: "certain",
      tool: (update) => ({
        ...readCallId(update),
        result: getUpdateData(update) ?? getUpdateText(update),
      }),
      when: ({ update }) => readCallId(update).callId !== undefined,
    },
  ],
};

function readCallId(update: EntryUpdate): ToolFields {
  const metadata = getOwnMetadata(update);
  return {
    callId: getOwnText(metadata, "toolCallId") ?? undefined,
    name: getOwnText(metadata, "toolCallName") ?? undefined,
  };
}

function getUpdateData({ parts }: EntryUpdate): unknown {
  const part = parts.find((piece): piece is Part => typeof piece !== "string");
  return part?.kind === "data" ? part.data : undefined;
}

export const STRANDS: Framework = {
  id: "strands",
  label: "Strands",
  detectors: [
    createNameDetector("agent_response", "result", "likely"),
    {
      source: "text",
      match: /^Agent requires input:\s*\n- /,
      meaning: "form",
      confidence: "guess",
      getValue: ({ value }) => parseInterrupts(value),
    },
  ],
};

/** Parses lines of `- name: reason`; each is one question. */
function parseInterrupts(text: unknown): unknown {
  const lines = typeof text === "string" ? text.split("\n").slice(1) : [];
  const fields = lines.flatMap((line) => {
    const [, name, label] = /^- ([^:]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ id: name, label: label || name, type: "text" }];
  });
  return { title: "Agent requires input", fields };
}

export const MASTRA: Framework = {
  id: "mastra",
  label: "Mastra",
  detectors: [
    {
      source: "data",
      key: "suspendPayload resumeSchema",
      meaning: "approval",
      confidence: "likely",
      getValue: ({ part }) => (part?.kind === "data" ? part.data : null),
      when: ({ part }) =>
        part?.kind === "data" && isObject(getOwnMember(part.data, "suspendPayload")),
    },
    {
      ...createNameDetector(["response.txt", "response.json"], "result", "likely"),
      when: isMastraResponse,
    },
    { source: "event.metadata", key: "execution.usage", meaning: "usage", confidence: "certain" },
    { source: "event.metadata", key: "usage", meaning: "usage", confidence: "likely" },
  ],
};

/** `<task>:response:text` */
function isMastraResponse({ update }: DetectorContext): boolean {
  return update.artifact?.artifactId.includes(":response") === true;
}

/** The messages of Vercel's AI SDK, as BeeAI and others serialize them. */
export const AI_SDK: Framework = {
  id: "ai-sdk",
  label: "AI SDK, BeeAI",
  detectors: [
    {
      source: "data",
      key: "type toolCallId toolName",
      match: "tool-call",
      meaning: "tool-call",
      confidence: "likely",
      tool: (_update, part) => readSdkCall(part),
    },
    {
      source: "data",
      key: "type toolCallId toolName",
      match: "tool-result",
      meaning: "tool-result",
      confidence: "likely",
      tool: (_update, part) => readSdkCall(part),
    },
  ],
};

function readSdkCall(part: Part | null): ToolFields {
  const data = part?.kind === "data" ? part.data : null;
  const output = getOwnMember(data, "output", "result");
  const type = getOwnText(output, "type");
  const isTyped = type !== null && isObject(output) && Object.hasOwn(output, "value");
  return {
    callId: getOwnText(data, "toolCallId") ?? undefined,
    name: getOwnText(data, "toolName") ?? undefined,
    args: getOwnMember(data, "input", "args"),
    result: isTyped ? getOwnMember(output, "value") : output,
    failed: type?.startsWith("error") || getOwnMember(data, "isError") === true,
  };
}

/** Recognized by the sequence of messages, so it has no detectors. */
export const TOKEN_MESSAGES: Framework = {
  id: "token-messages",
  label: "A message for each token",
  detectors: [],
  description: "consecutive short working messages",
};

export const COMMON_CONVENTIONS: Framework = {
  id: "habits",
  label: "Common conventions",
  detectors: [
    createNameDetector(["conversion_result", "result"], "result", "guess"),
    createNameDetector(["reasoning", "thinking"], "thought", "guess"),
    {
      source: "part.metadata",
      key: "kind",
      match: "reasoning",
      meaning: "thought",
      confidence: "guess",
    },
    {
      source: "data",
      key: "name args",
      meaning: "tool-call",
      confidence: "guess",
      tool: (_update, part) => readPlainCall(part),
      when: ({ part, update }) =>
        update.message?.role !== "user" &&
        part?.kind === "data" &&
        part.metadata === undefined &&
        isObject(getOwnMember(part.data, "args")),
    },
    {
      // Parts have no metadata in the ProtoJSON of 0.3, so nothing else marks it as a response.
      source: "data",
      key: "name response",
      meaning: "tool-result",
      confidence: "guess",
      tool: readFunctionResponse,
      when: ({ part }) =>
        part?.kind === "data" &&
        part.metadata === undefined &&
        getOwnText(part.data, "id") !== null,
    },
  ],
};

function readPlainCall(part: Part | null): ToolFields {
  const data = part?.kind === "data" ? part.data : null;
  const callId = getOwnText(data, "id", "callId", "toolCallId") ?? undefined;
  return { callId, name: getOwnText(data, "name") ?? undefined, args: getOwnMember(data, "args") };
}
