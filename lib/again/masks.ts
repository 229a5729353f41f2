/** Secrets were masked when a request was recorded: where, and putting given ones in their places. */

import type { Sending } from "./steps.ts";

const MASK = /‹masked [0-9a-f]+›/g;

/** The marks in a value, each once. */
export function masksIn(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value)?.match(MASK))];
}

/**
 * What is sent, with what was given in the places of the marks; marks without one stay. Whatever is
 * put in is named as a secret, so that it is masked again.
 */
export function withSecrets(sending: Sending, given: ReadonlyMap<string, string>): Sending {
  const marks = masksIn(sending);
  const secrets = marks.map((mark) => given.get(mark) ?? "").filter((secret) => secret !== "");
  if (secrets.length === 0) return sending;
  const fill = <T>(value: T): T => mapStrings(value, (text) => filled(text, given)) as T;
  if (sending.kind === "raw") {
    return { ...sending, body: JSON.stringify(fill(JSON.parse(sending.body))), secrets };
  }
  const { call } = sending;
  // Only what a message says can be named as a secret.
  if (!("message" in call) || !call.message.content) return sending;
  const message = fill(call.message);
  const content = { ...fill(call.message.content), secrets };
  return { ...sending, call: { ...call, message: { ...message, content } } };
}

function filled(text: string, given: ReadonlyMap<string, string>): string {
  return text.replace(MASK, (mark) => given.get(mark) || mark);
}

/** The same JSON with every text in it changed. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapStrings(one, change)]),
  );
}
