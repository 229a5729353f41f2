/**
 * The agent development kits of Inference Gateway: each step of an agent is a CloudEvent, whose type
 * says what it is. Their results follow the end of the call in an event of their own.
 */

import type { Detector, Framework, ToolFields } from "../detector.ts";
import type { EntryUpdate } from "../entry-update.ts";
import { getOwnMember, getOwnText, parseJsonText } from "../payloads/json-access.ts";

const createToolDetector = (
  type: string,
  read: (data: unknown) => Partial<ToolFields>,
): Detector => ({
  source: "cloudEvent",
  match: `adk.agent.tool.${type}`,
  meaning: "tool-update",
  confidence: "certain",
  tool: ({ cloudEvent }: EntryUpdate) => ({
    callId: getOwnText(cloudEvent?.data, "toolCallId") ?? undefined,
    name: getOwnText(cloudEvent?.data, "toolName") ?? undefined,
    ...read(cloudEvent?.data),
  }),
});

export const INFERENCE_GATEWAY: Framework = {
  id: "inference-gateway",
  label: "Inference Gateway",
  detectors: [
    {
      source: "cloudEvent",
      match: "adk.agent.delta",
      meaning: "fragment",
      confidence: "certain",
    },
    createToolDetector("started", (data) => ({
      args: parseJsonText(getOwnMember(data, "arguments")),
    })),
    createToolDetector("completed", () => ({ failed: false, over: true })),
    createToolDetector("failed", (data) => ({
      failed: true,
      over: true,
      result: { error: getOwnMember(data, "error") },
    })),
    createToolDetector("result", (data) => {
      const failed = getOwnMember(data, "isError") === true;
      const result = parseJsonText(getOwnMember(data, "result"));
      return { failed, over: true, result: failed ? { error: result } : result };
    }),
    {
      source: "cloudEvent",
      match: "adk.agent.stream.failed",
      meaning: "failure",
      confidence: "certain",
    },
  ],
};
