/** Answers to what an agent asks for: what goes into the user's next message. */

import type { Part } from "../../protocol/model.ts";

export interface Answer {
  /** Never empty: agents refuse messages without parts. */
  readonly parts: readonly Part[];
  /** The message's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that the message names. */
  readonly extensions: readonly string[];
}

/** An answer in words. */
export function inWords(text: string): Answer {
  return { parts: [{ kind: "text", text }], metadata: {}, extensions: [] };
}

/** An answer as a part. */
export function asData(data: unknown, metadata?: unknown): Answer {
  const part: Part = { kind: "data", data, ...(metadata !== undefined && { metadata }) };
  return { parts: [part], metadata: {}, extensions: [] };
}

/** An answer under an extension's URI, and in words for who does not look there. */
export function under(uri: string, value: unknown, text: string): Answer {
  return {
    parts: [{ kind: "text", text }],
    metadata: Object.fromEntries([[uri, value]]),
    extensions: [uri],
  };
}
