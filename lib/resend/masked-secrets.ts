/** Secrets were masked when a request was recorded: where, and putting given ones in their places. */

import type { ResendContent } from "./resend-steps.ts";

const MASK_PATTERN = /‹masked [0-9a-f]+›/g;

/** The marks in a value, each once. */
export function findSecretMasks(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value)?.match(MASK_PATTERN))];
}

/**
 * What is sent, with what was given in the places of the marks; marks without one stay. Whatever is
 * put in is named as a secret, so that it is masked again.
 */
export function fillMaskedSecrets(
  sending: ResendContent,
  given: ReadonlyMap<string, string>,
): ResendContent {
  const marks = findSecretMasks(sending);
  const secrets = marks.map((mark) => given.get(mark) ?? "").filter((secret) => secret !== "");
  if (secrets.length === 0) return sending;
  const fill = <T>(value: T): T => mapStrings(value, (text) => fillMasks(text, given)) as T;
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

function fillMasks(text: string, given: ReadonlyMap<string, string>): string {
  return text.replace(MASK_PATTERN, (mark) => given.get(mark) || mark);
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
