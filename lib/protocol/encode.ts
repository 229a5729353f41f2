/** Requests as each version has them: method names, shapes and headers, over JSON-RPC. */

import type { HeaderList } from "../wire/record.ts";
import { extensionsHeader } from "./extensions.ts";
import type { Part } from "./model.ts";
import type { Version } from "./versions.ts";

export interface OutgoingMessage {
  readonly text: string;
  readonly messageId: string;
  readonly contextId: string | null;
  /** The task to continue; `null` begins a new one. */
  readonly taskId: string | null;
  /** What it is made of, where that is more than its text. */
  readonly content?: MessageContent;
}

export interface MessageContent {
  readonly parts: readonly Part[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that it uses: named in the message, and asked for with it. */
  readonly extensions: readonly string[];
  /** What of it must not be written down. */
  readonly secrets: readonly string[];
}

export type Call =
  | { readonly operation: "send" | "stream"; readonly message: OutgoingMessage }
  | { readonly operation: "get" | "cancel" | "subscribe"; readonly taskId: string };

export interface CallTarget {
  readonly url: string;
  readonly version: Version;
  /** JSON-RPC request id. */
  readonly id: string;
  /** An id for a task or session that the version lets the client make up. */
  readonly freshId: string;
  /** The URIs of the extensions to ask for. */
  readonly extensions?: readonly string[];
}

export interface OutgoingRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string;
  /** What of the body must be neither shown nor written down. */
  readonly secrets?: readonly string[];
}

type Generation = "0.1" | "0.3" | "1.0";

const METHOD_NAMES: Readonly<Record<Generation, Readonly<Record<Call["operation"], string>>>> = {
  "0.1": {
    send: "tasks/send",
    stream: "tasks/sendSubscribe",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
  },
  "0.3": {
    send: "message/send",
    stream: "message/stream",
    get: "tasks/get",
    cancel: "tasks/cancel",
    subscribe: "tasks/resubscribe",
  },
  "1.0": {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    get: "GetTask",
    cancel: "CancelTask",
    subscribe: "SubscribeToTask",
  },
};

/** Versions that are one on the wire share an encoding. */
export function generationOf(version: Version): Generation {
  if (version === "0.1" || version === "blog") return "0.1";
  return version === "0.2" || version === "0.3" ? "0.3" : "1.0";
}

export function methodName(operation: Call["operation"], version: Version): string {
  return METHOD_NAMES[generationOf(version)][operation];
}

export function encodeCall(call: Call, target: CallTarget): OutgoingRequest {
  const generation = generationOf(target.version);
  const secrets = contentOf(call)?.secrets ?? [];
  const body = {
    jsonrpc: "2.0",
    id: target.id,
    method: METHOD_NAMES[generation][call.operation],
    params: "message" in call ? sendParams(call, target, generation) : { id: call.taskId },
  };
  return {
    method: "POST",
    url: target.url,
    headers: headersFor(call, generation, target),
    body: JSON.stringify(body),
    ...(secrets.length > 0 && { secrets }),
  };
}

function contentOf(call: Call): MessageContent | undefined {
  return "message" in call ? call.message.content : undefined;
}

function headersFor(call: Call, generation: Generation, target: CallTarget): HeaderList {
  const { operation } = call;
  const used = contentOf(call)?.extensions ?? [];
  const extensions = [...new Set([...(target.extensions ?? []), ...used])];
  const streams = operation === "stream" || operation === "subscribe";
  return [
    ["content-type", "application/json"],
    ["accept", streams ? "text/event-stream" : "application/json"],
    ...(generation === "1.0" ? ([["A2A-Version", "1.0"]] as const) : []),
    ...(extensions.length > 0
      ? ([[extensionsHeader(generation), extensions.join(",")]] as const)
      : []),
  ];
}

function sendParams(
  { operation, message }: Extract<Call, { message: unknown }>,
  { freshId }: CallTarget,
  generation: Generation,
): object {
  const { messageId, contextId, taskId } = message;
  const ids = { ...(contextId && { contextId }), ...(taskId && { taskId }) };
  const said = sayings(message, generation);
  switch (generation) {
    case "0.1":
      // The client makes both ids up in 0.1.
      return {
        id: taskId ?? freshId,
        sessionId: contextId ?? freshId,
        message: { role: "user", ...said },
      };
    case "0.3":
      return {
        message: { kind: "message", role: "user", messageId, ...ids, ...said },
        ...(operation === "send" && { configuration: { blocking: true } }),
      };
    case "1.0":
      return { message: { messageId, role: "ROLE_USER", ...ids, ...said } };
  }
}

/** What a message says, in its own words or in what was put together for it. */
function sayings({ text, content }: OutgoingMessage, generation: Generation): object {
  if (!content) return { parts: [encodePart({ kind: "text", text }, generation)] };
  const { parts, metadata, extensions } = content;
  return {
    parts: parts.map((part) => encodePart(part, generation)),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(extensions.length > 0 && generation !== "0.1" && { extensions }),
  };
}

const KIND_MEMBER = { "0.1": "type", "0.3": "kind" } as const;

function encodePart(part: Part, generation: Generation): unknown {
  if (part.kind === "other") return part.raw;
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata };
  if (generation === "1.0") return { ...contentIn1(part), ...metadata };
  const kind = { [KIND_MEMBER[generation]]: part.kind };
  if (part.kind === "text") return { ...kind, text: part.text, ...metadata };
  if (part.kind === "data") return { ...kind, data: part.data, ...metadata };
  const { name, mediaType: mimeType, bytes, uri } = part;
  const file = { name, mimeType, ...(bytes === undefined ? { uri } : { bytes }) };
  return { ...kind, file, ...metadata };
}

function contentIn1(part: Exclude<Part, { kind: "other" }>): object {
  const { mediaType } = part;
  if (part.kind === "text") return { text: part.text, mediaType };
  if (part.kind === "data") return { data: part.data, mediaType };
  const { name: filename, bytes, uri } = part;
  return { ...(bytes === undefined ? { url: uri } : { raw: bytes }), filename, mediaType };
}
