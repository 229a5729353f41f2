/** Framework metadata on messages and artifacts, and framework-specific names. */

import type { RandomSource } from "../random-source.ts";

export type JsonMembers = Readonly<Record<string, unknown>>;

const TOOL_DATA: readonly [JsonMembers, ...JsonMembers[]] = [
  { name: "read_tide", args: { port: "Kiel" }, id: "call-1" },
  { name: "read_tide", response: { result: 4 }, id: "call-1" },
  { name: "read_tide", response: { error: "no tide" }, id: "__proto__" },
  { type: "tool-call", toolCallId: "call-1", toolName: "read_tide", input: {} },
  {
    type: "tool-result",
    toolCallId: "call-1",
    toolName: "read_tide",
    output: { type: "text", value: "4" },
  },
  {
    steps: [
      { step_id: "s1", title: "look", status: "in_progress" },
      { step_id: "s1", title: "tell" },
    ],
  },
  {
    steps: [{ step_id: "__proto__", title: "x", status: "constructor", order: -1 }],
    trace_id: "t",
  },
  { input_fields: [{ name: "a", type: "select", options: ["x", {}] }] },
  {
    suspendPayload: { a: 1 },
    resumeSchema: { type: "object", properties: { yes: { type: "boolean" } } },
  },
  {
    request: { callId: "c", name: "write_file", args: {} },
    status: "executing",
    confirmationDetails: { type: "edit" },
  },
  {
    originalFunctionCall: { name: "book", args: {} },
    toolConfirmation: { hint: "sure?" },
    id: "call-2",
  },
  {
    surfaceUpdate: { surfaceId: "s", components: [{ id: "a", component: { Text: { text: 1 } } }] },
  },
  { beginRendering: { surfaceId: "s", root: "a" } },
  { a: { b: { c: [1, 2, 3] } } },
];

const PART_METADATA: readonly [JsonMembers, ...JsonMembers[]] = [
  { adk_type: "function_call" },
  { adk_type: "function_response" },
  { adk_type: "function_call", adk_is_long_running: true },
  { adk_thought: true },
  { kagent_thought: "true" },
  { adk_type: "executable_code" },
  { adk_type: "code_execution_result" },
  { kind: "reasoning" },
  { mimeType: "application/a2ui+json" },
  { type: "function_call" },
];

const METADATA: readonly [JsonMembers, ...JsonMembers[]] = [
  { adk_partial: true, adk_author: "agent", adk_invocation_id: "i" },
  { kagent_usage_metadata: { totalTokenCount: 1e21, promptTokenCount: -1 } },
  { adk_error_code: "X", adk_error_message: "broke" },
  {
    adk_grounding_metadata: {
      groundingChunks: [{ web: { uri: "javascript:alert(1)", title: "x" } }],
    },
  },
  { coderAgent: { kind: "tool-call-update" } },
  { coderAgent: { kind: "text-content" } },
  { coderAgent: { kind: "thought" } },
  { coderAgent: { kind: "tool-call-confirmation" } },
  { type: "tool-call", toolCallId: "c", toolCallName: "look" },
  { type: "tool-call-result", toolCallId: "c", toolCallName: "look" },
  { trace_id: "t", is_final_answer: true, sourceAgent: "argo", plan_step_id: "s1" },
  { usage: { inputTokens: 3, outputTokens: "many" } },
  { execution: { usage: { totalTokens: 5 } } },
  { "https://a2a-extensions.adk.kagenti.dev/ui/trajectory/v1": { title: "t", content: "c" } },
  {
    "https://a2a-extensions.adk.kagenti.dev/ui/citation/v1": {
      citations: [{ start_index: -1, end_index: 1e9 }],
    },
  },
  {
    "https://a2a-extensions.adk.kagenti.dev/ui/error/v1": { error: { title: "x" }, stack_trace: 5 },
  },
  {
    "https://a2a-extensions.adk.kagenti.dev/ui/form_request/v1": {
      fields: [{ type: "text", id: "__proto__" }],
    },
  },
  {
    "https://a2a-extensions.adk.kagenti.dev/interactions/approval/v1": {
      action: "generic",
      title: "ok?",
    },
  },
  {
    "https://a2a-extensions.adk.kagenti.dev/auth/secrets/v1": {
      secret_demands: { a: { name: 1 } },
    },
  },
  { "https://github.com/a2aproject/a2a-samples/extensions/timestamp/v1/timestamp": "2026" },
  { "https://agent.example/unknown/v3": [[[]]] },
];

const NAMES: readonly [string, ...string[]] = [
  "execution_plan_streaming",
  "execution_plan_update",
  "execution_plan_status_update",
  "tool_notification_start",
  "tool_notification_end",
  "tool_output",
  "streaming_result",
  "partial_result",
  "final_result",
  "complete_result",
  "error_result",
  "agent_response",
  "response.txt",
  "reasoning",
  "result",
];

const TEXTS: readonly [string, ...string[]] = [
  "⟦",
  "⟧",
  "⟦**🎯 Plan**\n1. look\n2. tell⟧",
  "📋 Execution Plan\n- ✅ look\n- 🔄 tell\n- ⏸️ [Agent] ",
  "- [ ] look\n- [x] tell\n",
  "🔧 Calling tool: **look**\n",
  "✅ look completed\n",
  "❌ tell failed: no\n",
  'UserInputMetaData: {"metadata":{"input_fields":[{"name":"a"}]}}',
  "<thinking>hm",
  "</thinking>",
  '{"thought":"x","tool_calls":[{"name":"look","args":{}}]}',
  "Agent requires input:\n- a: b",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "Grüße, ",
  "🌍 ",
  "word ",
  "a text that is long enough to be counted as one",
];

const STREAMING_URIS: readonly [string, ...string[]] = [
  "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1",
  "https://extensions.example/ui/streaming/v1",
];

const PATHS: readonly [string, ...string[]] = [
  "",
  "/",
  "/parts",
  "/parts/-",
  "/parts/0",
  "/parts/0/text",
  "/parts/1/text",
  "/parts/-1/text",
  "/parts/99999999999/text",
  "/parts/01/text",
  "/parts/1e3",
  "/parts/0/data/a/b",
  "/metadata",
  "/metadata/n",
  "/metadata/__proto__",
  "/metadata/__proto__/polluted",
  "/metadata/constructor/prototype/polluted",
  "/__proto__/polluted",
  "/message_id",
  "/~0~1~2",
  "parts",
];

const OPERATIONS: readonly [string, ...string[]] = [
  "add",
  "replace",
  "remove",
  "move",
  "str_ins",
  "test",
];

export const drawArtifactName = (draw: RandomSource): string => draw.pickOne(NAMES);
export const drawText = (draw: RandomSource): string => draw.pickOne(TEXTS);
export const drawToolData = (draw: RandomSource): JsonMembers => draw.pickOne(TOOL_DATA);
export const drawPartMetadata = (draw: RandomSource): JsonMembers => draw.pickOne(PART_METADATA);

export function drawMetadata(draw: RandomSource): JsonMembers {
  return draw.isLucky(0.4) ? drawPatches(draw) : draw.pickOne(METADATA);
}

/** Messages that are streamed in the metadata of states. */
function drawPatches(draw: RandomSource): JsonMembers {
  const operations = draw.many(4, () => drawOperation(draw));
  return {
    [draw.pickOne(STREAMING_URIS)]: {
      message_update: draw.isLucky(0.1) ? operations[0] : operations,
      ...(draw.isLucky(0.6) && { message_id: draw.pickOne(["m1", "m2", "__proto__"]) }),
    },
  };
}

function drawOperation(draw: RandomSource): unknown {
  if (draw.isLucky(0.25)) {
    const parts = draw.many(2, () => ({ text: drawText(draw) }));
    return { op: "replace", path: "", value: { message_id: "m1", parts, metadata: { n: [1] } } };
  }
  if (draw.isLucky(0.4)) {
    const pos = draw.pickOne([0, 1, 5, -1, 1e9, 0.5, null, undefined]);
    return { op: "str_ins", path: `/parts/${draw.below(2)}/text`, pos, value: drawText(draw) };
  }
  return {
    op: draw.pickOne(OPERATIONS),
    path: draw.pickOne(PATHS),
    from: draw.pickOne(PATHS),
    pos: draw.between(-2, 6),
    value: draw.pickOne<unknown>([
      "x",
      { text: "y" },
      [],
      null,
      5,
      { __proto__: null, a: { b: [] } },
    ]),
  };
}
