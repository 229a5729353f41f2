/**
 * The words of each version, so that one example is told in all of them. What is to be wrong is
 * said by `over`, which goes over the members of the payload.
 */

import type { HeaderList } from "../../wire/record.ts";
import { type Json, Scene } from "./scene.ts";

/** The versions in which examples are told. */
export const TOLD_IN = ["0.1", "0.2", "0.3", "1.0", "1.1"] as const;
export type Told = (typeof TOLD_IN)[number];

export interface Flags {
  readonly append?: boolean;
  readonly last?: boolean;
  readonly name?: string;
}

export interface Speaker {
  readonly version: Told;
  /** As this version spells a state or a role. */
  state(state: string): string;
  role(role: "user" | "agent"): string;
  /** Payloads, without what is wrapped around them. */
  part(text: string, over?: Json): Json;
  message(text: string, over?: Json): Json;
  artifactOf(id: string, text: string, over?: Json): Json;
  /** Events, as they stand in a frame. */
  task(state: string, over?: Json): Json;
  status(state: string, message?: Json, over?: Json): Json;
  artifact(id: string, text: string, flags?: Flags, over?: Json): Json;
  says(text: string, over?: Json): Json;
  /** A payload of any kind as a frame holds it: in an envelope, and under a key where it has one. */
  event(kind: EventWord, payload: Json): Json;
  /** The answer to a call that is no stream. */
  answer(result: unknown): Json;
  error(code: number, message: string, data?: unknown): Json;
  /** A recording of one call, up to the head of its answer. */
  stream(over?: Json): Scene;
  call(method: Call, params: Json): Scene;
  /** What this version calls a method. */
  method(call: Call): string;
  /** The header by which a client says it speaks this version; none before 1.0. */
  readonly stated: HeaderList;
  /** Another call in a scene. */
  calls(scene: Scene, method: Call, params: Json, x: string): Scene;
}

export type EventWord = "task" | "statusUpdate" | "artifactUpdate" | "message";
export type Call = "send" | "stream" | "get" | "list" | "cancel" | "subscribe";

const METHODS: Readonly<Record<Call, readonly [of01: string, of03: string, of1: string]>> = {
  send: ["tasks/send", "message/send", "SendMessage"],
  stream: ["tasks/sendSubscribe", "message/stream", "SendStreamingMessage"],
  get: ["tasks/get", "tasks/get", "GetTask"],
  list: ["tasks/list", "tasks/list", "ListTasks"],
  cancel: ["tasks/cancel", "tasks/cancel", "CancelTask"],
  subscribe: ["tasks/resubscribe", "tasks/resubscribe", "SubscribeToTask"],
};

const KINDS: Readonly<Record<EventWord, string>> = {
  task: "task",
  statusUpdate: "status-update",
  artifactUpdate: "artifact-update",
  message: "message",
};

const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "canceled", "rejected"]);

export function speaker(version: Told): Speaker {
  const is01 = version === "0.1";
  const is1 = version === "1.0" || version === "1.1";
  const kind = (word: EventWord): Json => (is01 || is1 ? {} : { kind: KINDS[word] });
  const ids: Json = is01 ? { id: "t1" } : { taskId: "t1", contextId: "c1" };
  let generation = 0;
  /** 1.1 counts every change of a task. */
  const counted = (): Json => (version === "1.1" ? { generation: String(++generation) } : {});
  const state = (name: string) =>
    is1 ? `TASK_STATE_${name.toUpperCase().replaceAll("-", "_")}` : name;
  const role = (name: "user" | "agent") => (is1 ? `ROLE_${name.toUpperCase()}` : name);
  const part = (text: string, over: Json = {}): Json => {
    if (is1) return { text, ...over };
    return { [is01 ? "type" : "kind"]: "text", text, ...over };
  };
  const message = (text: string, over: Json = {}): Json => ({
    ...kind("message"),
    role: role("agent"),
    ...(!is01 && { messageId: `m-${text.slice(0, 12)}` }),
    parts: [part(text)],
    ...over,
  });
  const artifactOf = (id: string, text: string, over: Json = {}): Json => ({
    ...(is01 ? { index: indexOf(id) } : { artifactId: id }),
    parts: [part(text)],
    ...over,
  });
  const answer = (result: unknown): Json => ({ jsonrpc: "2.0", id: 1, result });
  const event = (word: EventWord, payload: Json): Json =>
    answer(is1 ? { [word]: payload } : payload);
  const method = (call: Call) => METHODS[call][is01 ? 0 : is1 ? 2 : 1];
  const stated: HeaderList = is1 ? [["A2A-Version", version]] : [];
  const calls = (scene: Scene, call: Call, params: Json, x: string) =>
    scene
      .ask(method(call), params, x, stated)
      .head(
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
    artifactOf,
    event,
    answer,
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
        ...(!is1 && { final: ENDED.has(name) }),
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
    says: (text, over = {}) => event("message", message(text, { contextId: "c1", ...over })),
    stream: (over = {}) =>
      calls(
        new Scene(),
        "stream",
        { message: message("go", { role: role("user"), messageId: "u1", ...over }) },
        "x1",
      ),
    method,
    stated,
    call: (call, params) => calls(new Scene(), call, params, "x1"),
    calls,
  };
}

/** 0.1 tells artifacts apart by number. */
function indexOf(id: string): number {
  return [...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 97;
}
