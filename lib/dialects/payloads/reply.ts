/** Answers to what an agent asks for: what goes into the user's next message. */

import type { Part } from "../../protocol/model.ts";

export interface ReplyContent {
  /** Never empty: agents refuse messages without parts. */
  readonly parts: readonly Part[];
  /** The message's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that the message names. */
  readonly extensions: readonly string[];
  /** What of it must be neither shown nor written down. */
  readonly secrets: readonly string[];
}

const EMPTY_REPLY = { metadata: {}, extensions: [], secrets: [] };

/** An answer in words. */
export function createTextReply(text: string): ReplyContent {
  return { ...EMPTY_REPLY, parts: [{ kind: "text", text }] };
}

/** An answer as a part. */
export function createDataReply(data: unknown, metadata?: unknown): ReplyContent {
  const part: Part = { kind: "data", data, ...(metadata !== undefined && { metadata }) };
  return { ...EMPTY_REPLY, parts: [part] };
}

/** An answer under an extension's URI, and in words for who does not look there. */
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
