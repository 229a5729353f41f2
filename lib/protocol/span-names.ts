/**
 * Names of what Loupe writes into spans: the one table to change when the conventions move.
 *
 * The A2A and GenAI names are those of the OpenTelemetry semantic conventions for generative AI
 * (`docs/gen-ai/a2a.md`, and `gen-ai-spans.md` and `gen-ai-agent-spans.md` for tools and plans; status
 * Development). Names that the conventions lack begin with `loupe.`.
 */

import type { TaskState } from "./model.ts";

/** Attribute names. */
export const ATTRIBUTE = {
  method: "a2a.method.name",
  messageId: "a2a.message.id",
  referenceTaskIds: "a2a.message.reference_task_ids",
  protocolVersion: "a2a.protocol.version",
  taskId: "a2a.task.id",
  taskState: "a2a.task.state",
  tenant: "a2a.tenant",
  conversationId: "gen_ai.conversation.id",
  agentName: "gen_ai.agent.name",
  agentDescription: "gen_ai.agent.description",
  agentVersion: "gen_ai.agent.version",
  genAiOperation: "gen_ai.operation.name",
  toolName: "gen_ai.tool.name",
  toolCallId: "gen_ai.tool.call.id",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  errorType: "error.type",
  serverAddress: "server.address",
  serverPort: "server.port",
  httpStatus: "http.response.status_code",
  rpcRequestId: "jsonrpc.request.id",
  serviceName: "service.name",
  sdkLanguage: "telemetry.sdk.language",
  sdkName: "telemetry.sdk.name",
  sdkVersion: "telemetry.sdk.version",
  recording: "loupe.recording",
  recordingName: "loupe.recording.name",
  exchange: "loupe.exchange",
  firstEvent: "loupe.event.first",
  lastEvent: "loupe.event.last",
  event: "loupe.event",
  link: "loupe.link",
  times: "loupe.times",
  inferred: "loupe.inferred",
  end: "loupe.end",
  dialect: "loupe.dialect",
  confidence: "loupe.confidence",
  reason: "loupe.reason",
  toolState: "loupe.tool.state",
  planSteps: "loupe.plan.steps",
  planStepsDone: "loupe.plan.steps.completed",
  planText: "loupe.plan.text",
  truncated: "loupe.content.truncated",
  rawState: "loupe.task.state.raw",
  legal: "loupe.task.state.allowed",
  duration: "loupe.duration_ms",
  keepAlives: "loupe.keep_alives",
  rule: "loupe.rule",
  severity: "loupe.severity",
  message: "loupe.message",
  count: "loupe.count",
  edge: "loupe.edge",
  edgeRule: "loupe.edge.rule",
  edgeCertainty: "loupe.edge.certainty",
  edgeReason: "loupe.edge.reason",
} as const;

/** Names of span events. */
export const SPAN_EVENT = {
  taskState: "loupe.task.state",
  firstByte: "loupe.first_byte",
  firstToken: "loupe.first_token",
  stall: "loupe.stall",
  finding: "loupe.finding",
} as const;

/** The span name of a call whose method the log does not have. */
export const UNKNOWN_METHOD = "A2A call";

export const TASK_STATE_NAMES: Readonly<Record<TaskState, string>> = {
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  canceled: "TASK_STATE_CANCELED",
  rejected: "TASK_STATE_REJECTED",
  unknown: "TASK_STATE_UNSPECIFIED",
};

/**
 * Values of `gen_ai.operation.name`, and the beginnings of span names, followed by the tool or the
 * agent. Calls have neither: what invokes an agent is reported by who invokes it, not by who sees A2A.
 */
export const TOOL_OPERATION = "execute_tool";
export const PLAN_OPERATION = "plan";

/** States of a task that are an error of the call which saw them. Canceling one is none. */
export const ERROR_STATES: ReadonlySet<TaskState> = new Set(["failed", "rejected"]);

/** `error.type` where nothing more is known. */
export const OTHER_ERROR = "_OTHER";
