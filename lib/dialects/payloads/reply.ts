/** Replies to requests of an agent: the content of the user's next message. */

import type { Part } from "../../protocol/model.ts";

export interface ReplyContent {
  /** Never empty: agents refuse messages without parts. */
  readonly parts: readonly Part[];
  /** The message's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that the message lists. */
  readonly extensions: readonly string[];
  /** Values that must be neither shown nor recorded. */
  readonly secrets: readonly string[];
}

const EMPTY_REPLY = { metadata: {}, extensions: [], secrets: [] };

/** A reply as plain text. */
export function createTextReply(text: string): ReplyContent {
  return { ...EMPTY_REPLY, parts: [{ kind: "text", text }] };
}

/** A reply as a data part. */
export function createDataReply(data: unknown, metadata?: unknown): ReplyContent {
  const part: Part = { kind: "data", data, ...(metadata !== undefined && { metadata }) };
  return { ...EMPTY_REPLY, parts: [part] };
}

/** A reply under an extension URI, and as text for agents that do not read the extension. */
export function createExtensionReply(uri: string, value: unknown, text: string): ReplyContent {
  return {
    ...EMPTY_REPLY,
    parts: [{ kind: "text", text }],
    metadata: Object.fromEntries([[uri, value]]),
    extensions: [uri],
  };
}

export function addReplySecrets(answer: ReplyContent, secrets: Iterable<string>): ReplyContent {
  return { ...answer, secrets: [...secrets].filter((secret) => secret !== "") };
}
