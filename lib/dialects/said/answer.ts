/** Answers to what an agent asks for: what goes into the user's next message. */

import type { Part } from "../../protocol/model.ts";

export interface Answer {
  /** Never empty: agents refuse messages without parts. */
  readonly parts: readonly Part[];
  /** The message's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that the message names. */
  readonly extensions: readonly string[];
  /** What of it must be neither shown nor written down. */
  readonly secrets: readonly string[];
}

const NOTHING = { metadata: {}, extensions: [], secrets: [] };

/** An answer in words. */
export function inWords(text: string): Answer {
  return { ...NOTHING, parts: [{ kind: "text", text }] };
}

/** An answer as a part. */
export function asData(data: unknown, metadata?: unknown): Answer {
  const part: Part = { kind: "data", data, ...(metadata !== undefined && { metadata }) };
  return { ...NOTHING, parts: [part] };
}

/** An answer under an extension's URI, and in words for who does not look there. */
export function under(uri: string, value: unknown, text: string): Answer {
  return {
    ...NOTHING,
    parts: [{ kind: "text", text }],
    metadata: Object.fromEntries([[uri, value]]),
    extensions: [uri],
  };
}

export function withSecrets(answer: Answer, secrets: Iterable<string>): Answer {
  return { ...answer, secrets: [...secrets].filter((secret) => secret !== "") };
}
