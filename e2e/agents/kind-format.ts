// The encoding of A2A 0.2 and 0.3, which distinguish events by a `kind`.
import { randomUUID } from "node:crypto";
import { isTurnOver, type ScriptState, type ScriptStep } from "../../lib/server/demo/script.ts";
import type { AgentTurn, MessageFormat } from "./executor.ts";

interface TextPart {
  kind: "text";
  text: string;
}

interface Message {
  kind: "message";
  role: "agent" | "user";
  messageId: string;
  parts: (TextPart | { kind: "file" | "data" })[];
}

interface AgentMessage {
  kind: "message";
  role: "agent";
  messageId: string;
  taskId?: string;
  contextId: string;
  parts: TextPart[];
}

interface Status {
  state: ScriptState;
  timestamp: string;
  message?: AgentMessage;
}

interface Ids {
  taskId: string;
  contextId: string;
}

export type KindEvent<M> =
  | AgentMessage
  | { kind: "task"; id: string; contextId: string; status: Status; history: M[] }
  | ({ kind: "status-update"; status: Status; final: boolean } & Ids)
  | ({
      kind: "artifact-update";
      artifact: { artifactId: string; name: string; parts: TextPart[] };
      append: boolean;
      lastChunk: boolean;
    } & Ids);

export function createKindFormat<M extends Message>(): MessageFormat<M, object, KindEvent<M>> {
  return {
    getText: ({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : "")).join(""),
    createEvent: event,
  };
}

function event<M>(step: ScriptStep, turn: AgentTurn<M, object>): KindEvent<M> | undefined {
  const { taskId, contextId, userMessage } = turn;
  const ids = { taskId, contextId };
  switch (step.kind) {
    case "task":
      return {
        kind: "task",
        id: taskId,
        contextId,
        status: createKindStatus("submitted", ids),
        history: [userMessage],
      };
    case "state": {
      const final = isTurnOver(step.state);
      return {
        kind: "status-update",
        ...ids,
        status: createKindStatus(step.state, ids, step.text),
        final,
      };
    }
    case "chunk": {
      const { artifact, text, append, last } = step;
      const content = { artifactId: artifact, name: artifact, parts: [part(text)] };
      return { kind: "artifact-update", ...ids, artifact: content, append, lastChunk: last };
    }
    case "reply":
      return message(step.text, { contextId });
    default:
      return undefined;
  }
}

const part = (text: string): TextPart => ({ kind: "text", text });

const message = (text: string, ids: { taskId?: string; contextId: string }): AgentMessage => ({
  kind: "message",
  role: "agent",
  messageId: randomUUID(),
  parts: [part(text)],
  ...ids,
});

function createKindStatus(state: ScriptState, ids: Ids, text?: string): Status {
  const bare = { state, timestamp: new Date().toISOString() };
  return text === undefined ? bare : { ...bare, message: message(text, ids) };
}
