/**
 * The words of each version, so that one example is told in all of them. What is to be wrong is
 * said by `over`, which goes over the members of the payload.
 */

import type { HeaderList } from "../../wire/record.ts";
import { type ExampleJson, RecordingBuilder } from "./recording-builder.ts";

/** The versions in which examples are told. */
export const EXAMPLE_VERSIONS = ["0.1", "0.2", "0.3", "1.0", "1.1"] as const;
export type ExampleVersion = (typeof EXAMPLE_VERSIONS)[number];

export interface ChunkFlags {
  readonly append?: boolean;
  readonly last?: boolean;
  readonly name?: string;
}

export interface MessageFactory {
  readonly version: ExampleVersion;
  /** As this version spells a state or a role. */
  state(state: string): string;
  role(role: "user" | "agent"): string;
  /** Payloads, without what is wrapped around them. */
  part(text: string, over?: ExampleJson): ExampleJson;
  message(text: string, over?: ExampleJson): ExampleJson;
  artifactPayload(id: string, text: string, over?: ExampleJson): ExampleJson;
  /** Events, as they stand in a frame. */
  task(state: string, over?: ExampleJson): ExampleJson;
  status(state: string, message?: ExampleJson, over?: ExampleJson): ExampleJson;
  artifact(id: string, text: string, flags?: ChunkFlags, over?: ExampleJson): ExampleJson;
  messageEvent(text: string, over?: ExampleJson): ExampleJson;
  /** A payload of any kind as a frame holds it: in an envelope, and under a key where it has one. */
  event(kind: EventKey, payload: ExampleJson): ExampleJson;
  /** The answer to a call that is no stream. */
  response(result: unknown): ExampleJson;
  error(code: number, message: string, data?: unknown): ExampleJson;
  /** A recording of one call, up to the head of its answer. */
  stream(over?: ExampleJson): RecordingBuilder;
  call(method: ExampleOperation, params: ExampleJson): RecordingBuilder;
  /** What this version calls a method. */
  method(call: ExampleOperation): string;
  /** The header by which a client says it speaks this version; none before 1.0. */
  readonly versionHeaders: HeaderList;
  /** Another call in a scene. */
  addCall(
    scene: RecordingBuilder,
    method: ExampleOperation,
    params: ExampleJson,
    x: string,
  ): RecordingBuilder;
}

export type EventKey = "task" | "statusUpdate" | "artifactUpdate" | "message";
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
  const kind = (word: EventKey): ExampleJson => (is01 || is1 ? {} : { kind: KINDS[word] });
  const ids: ExampleJson = is01 ? { id: "t1" } : { taskId: "t1", contextId: "c1" };
  let generation = 0;
  /** 1.1 counts every change of a task. */
  const counted = (): ExampleJson =>
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
  const artifactOf = (id: string, text: string, over: ExampleJson = {}): ExampleJson => ({
    ...(is01 ? { index: toArtifactIndex(id) } : { artifactId: id }),
    parts: [part(text)],
    ...over,
  });
  const answer = (result: unknown): ExampleJson => ({ jsonrpc: "2.0", id: 1, result });
  const event = (word: EventKey, payload: ExampleJson): ExampleJson =>
    answer(is1 ? { [word]: payload } : payload);
  const method = (call: ExampleOperation) => METHODS[call][is01 ? 0 : is1 ? 2 : 1];
  const stated: HeaderList = is1 ? [["A2A-Version", version]] : [];
  const calls = (scene: RecordingBuilder, call: ExampleOperation, params: ExampleJson, x: string) =>
    scene
      .addRequest(method(call), params, x, stated)
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
    artifactPayload: artifactOf,
    event,
    response: answer,
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
        ...counted(),
        ...over,
      }),
    status: (name, said, over = {}) =>
      event("statusUpdate", {
        ...kind("statusUpdate"),
        ...ids,
        status: { state: state(name), ...(said && { message: said }) },
        ...(!is1 && { final: TERMINAL_STATE_NAMES.has(name) }),
        ...counted(),
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
        artifact: artifactOf(id, text, { ...named, ...(is01 && marks) }),
        ...(!is01 && marks),
        ...counted(),
        ...over,
      });
    },
    messageEvent: (text, over = {}) =>
      event("message", message(text, { contextId: "c1", ...over })),
    stream: (over = {}) =>
      calls(
        new RecordingBuilder(),
        "stream",
        { message: message("go", { role: role("user"), messageId: "u1", ...over }) },
        "x1",
      ),
    method,
    versionHeaders: stated,
    call: (call, params) => calls(new RecordingBuilder(), call, params, "x1"),
    addCall: calls,
  };
}

/** 0.1 tells artifacts apart by number. */
function toArtifactIndex(id: string): number {
  return [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 97;
}
