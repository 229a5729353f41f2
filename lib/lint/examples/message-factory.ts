/**
 * Creates messages in the format of each version, so that one example works in all of them. `over`
 * overrides members of the payload to make it invalid.
 */

import type { HeaderList } from "../../wire/record.ts";
import { type ExampleJson, RecordingBuilder } from "./recording-builder.ts";

/** The versions that examples are created in. */
export const EXAMPLE_VERSIONS = ["0.1", "0.2", "0.3", "1.0", "1.1"] as const;
export type ExampleVersion = (typeof EXAMPLE_VERSIONS)[number];

export interface ChunkFlags {
  readonly append?: boolean;
  readonly last?: boolean;
  readonly name?: string;
}

export interface MessageFactory {
  readonly version: ExampleVersion;
  /** The spelling of a state or a role in this version. */
  state(state: string): string;
  role(role: "user" | "agent"): string;
  /** Payloads without a wrapper. */
  part(text: string, over?: ExampleJson): ExampleJson;
  message(text: string, over?: ExampleJson): ExampleJson;
  artifactPayload(id: string, text: string, over?: ExampleJson): ExampleJson;
  /** Events as in a frame. */
  task(state: string, over?: ExampleJson): ExampleJson;
  status(state: string, message?: ExampleJson, over?: ExampleJson): ExampleJson;
  artifact(id: string, text: string, flags?: ChunkFlags, over?: ExampleJson): ExampleJson;
  messageEvent(text: string, over?: ExampleJson): ExampleJson;
  /** A payload as in a frame: in an envelope, and under a wrapper key in versions that have one. */
  event(kind: EventKey, payload: ExampleJson): ExampleJson;
  /** The response to a request without streaming. */
  response(result: unknown): ExampleJson;
  error(code: number, message: string, data?: unknown): ExampleJson;
  /** A recording of one request, up to the response head. */
  stream(over?: ExampleJson): RecordingBuilder;
  call(method: ExampleOperation, params: ExampleJson): RecordingBuilder;
  /** The name of the method in this version. */
  method(call: ExampleOperation): string;
  /** The version header that clients send; none before 1.0. */
  readonly versionHeaders: HeaderList;
  /** Adds another request to a recording. */
  addCall(
    recording: RecordingBuilder,
    method: ExampleOperation,
    params: ExampleJson,
    x: string,
  ): RecordingBuilder;
}

type EventKey = "task" | "statusUpdate" | "artifactUpdate" | "message";
export type ExampleOperation = "send" | "stream" | "get" | "list" | "cancel" | "subscribe";

const METHODS: Readonly<
  Record<ExampleOperation, readonly [of01: string, of03: string, of1: string]>
> = {
  send: ["tasks/send", "message/send", "SendMessage"],
  stream: ["tasks/sendSubscribe", "message/stream", "SendStreamingMessage"],
  get: ["tasks/get", "tasks/get", "GetTask"],
  list: ["tasks/list", "tasks/list", "ListTasks"],
  cancel: ["tasks/cancel", "tasks/cancel", "CancelTask"],
  subscribe: ["tasks/resubscribe", "tasks/resubscribe", "SubscribeToTask"],
};

const KINDS: Readonly<Record<EventKey, string>> = {
  task: "task",
  statusUpdate: "status-update",
  artifactUpdate: "artifact-update",
  message: "message",
};

const TERMINAL_STATE_NAMES: ReadonlySet<string> = new Set([
  "completed",
  "failed",
  "canceled",
  "rejected",
]);

export function createMessageFactory(version: ExampleVersion): MessageFactory {
  const is01 = version === "0.1";
  const is1 = version === "1.0" || version === "1.1";
  const kind = (key: EventKey): ExampleJson => (is01 || is1 ? {} : { kind: KINDS[key] });
  const ids: ExampleJson = is01 ? { id: "t1" } : { taskId: "t1", contextId: "c1" };
  let generation = 0;
  /** 1.1 counts every change of a task. */
  const nextGeneration = (): ExampleJson =>
    version === "1.1" ? { generation: String(++generation) } : {};
  const state = (name: string) =>
    is1 ? `TASK_STATE_${name.toUpperCase().replaceAll("-", "_")}` : name;
  const role = (name: "user" | "agent") => (is1 ? `ROLE_${name.toUpperCase()}` : name);
  const part = (text: string, over: ExampleJson = {}): ExampleJson => {
    if (is1) return { text, ...over };
    return { [is01 ? "type" : "kind"]: "text", text, ...over };
  };
  const message = (text: string, over: ExampleJson = {}): ExampleJson => ({
    ...kind("message"),
    role: role("agent"),
    ...(!is01 && { messageId: `m-${text.slice(0, 12)}` }),
    parts: [part(text)],
    ...over,
  });
  const artifactPayload = (id: string, text: string, over: ExampleJson = {}): ExampleJson => ({
    ...(is01 ? { index: toArtifactIndex(id) } : { artifactId: id }),
    parts: [part(text)],
    ...over,
  });
  const createResponse = (result: unknown): ExampleJson => ({ jsonrpc: "2.0", id: 1, result });
  const event = (key: EventKey, payload: ExampleJson): ExampleJson =>
    createResponse(is1 ? { [key]: payload } : payload);
  const method = (call: ExampleOperation) => METHODS[call][is01 ? 0 : is1 ? 2 : 1];
  const versionHeaders: HeaderList = is1 ? [["A2A-Version", version]] : [];
  const addCall = (
    recording: RecordingBuilder,
    call: ExampleOperation,
    params: ExampleJson,
    x: string,
  ) =>
    recording
      .addRequest(method(call), params, x, versionHeaders)
      .addHead(
        200,
        call === "stream" || call === "subscribe" ? "text/event-stream" : "application/json",
        x,
      );
  return {
    version,
    state,
    role,
    part,
    message,
    artifactPayload: artifactPayload,
    event,
    response: createResponse,
    error: (code, text, data) => ({
      jsonrpc: "2.0",
      id: 1,
      error: { code, message: text, ...(data !== undefined && { data }) },
    }),
    task: (name, over = {}) =>
      event("task", {
        ...kind("task"),
        id: "t1",
        ...(is01 ? { sessionId: "c1" } : { contextId: "c1" }),
        status: { state: state(name) },
        ...nextGeneration(),
        ...over,
      }),
    status: (name, statusMessage, over = {}) =>
      event("statusUpdate", {
        ...kind("statusUpdate"),
        ...ids,
        status: { state: state(name), ...(statusMessage && { message: statusMessage }) },
        ...(!is1 && { final: TERMINAL_STATE_NAMES.has(name) }),
        ...nextGeneration(),
        ...over,
      }),
    artifact: (id, text, flags = {}, over = {}) => {
      const { append = false, last = false, name } = flags;
      const marks = is1
        ? { ...(append && { append }), ...(last && { lastChunk: true }) }
        : { append, lastChunk: last };
      const named = name === undefined ? {} : { name };
      return event("artifactUpdate", {
        ...kind("artifactUpdate"),
        ...ids,
        artifact: artifactPayload(id, text, { ...named, ...(is01 && marks) }),
        ...(!is01 && marks),
        ...nextGeneration(),
        ...over,
      });
    },
    messageEvent: (text, over = {}) =>
      event("message", message(text, { contextId: "c1", ...over })),
    stream: (over = {}) =>
      addCall(
        new RecordingBuilder(),
        "stream",
        { message: message("go", { role: role("user"), messageId: "u1", ...over }) },
        "x1",
      ),
    method,
    versionHeaders: versionHeaders,
    call: (call, params) => addCall(new RecordingBuilder(), call, params, "x1"),
    addCall: addCall,
  };
}

/** 0.1 identifies artifacts by number. */
function toArtifactIndex(id: string): number {
  return [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 97;
}
