/** Finds secrets that were masked in a recorded request, and fills in replacements. */

import type { Call } from "../protocol/call.ts";

/** What to send: a call, encoded for the agent, or the recorded body. */
export type ResendContent =
  | { readonly kind: "call"; readonly call: Call; readonly hasClientIds: boolean }
  | { readonly kind: "raw"; readonly body: string; readonly secrets: readonly string[] };

const MASK_PATTERN = /‹masked [0-9a-f]+›/g;

/** The distinct masks in a value. */
export function findSecretMasks(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value)?.match(MASK_PATTERN))];
}

/**
 * Replaces masks by the given secrets; masks without one stay. The secrets are declared as
 * such, so that they are masked again when the request is recorded.
 */
export function fillMaskedSecrets(
  content: ResendContent,
  secretByMask: ReadonlyMap<string, string>,
): ResendContent {
  const masks = findSecretMasks(content);
  const secrets = masks
    .map((mask) => secretByMask.get(mask) ?? "")
    .filter((secret) => secret !== "");
  if (secrets.length === 0) return content;
  const fill = <T>(value: T): T => mapStrings(value, (text) => fillMasks(text, secretByMask)) as T;
  if (content.kind === "raw") {
    return { ...content, body: JSON.stringify(fill(JSON.parse(content.body))), secrets };
  }
  const { call } = content;
  // Only message content can declare secrets.
  if (!("message" in call) || !call.message.content) return content;
  const message = fill(call.message);
  const filled = { ...fill(call.message.content), secrets };
  return { ...content, call: { ...call, message: { ...message, content: filled } } };
}

function fillMasks(text: string, secretByMask: ReadonlyMap<string, string>): string {
  return text.replace(MASK_PATTERN, (mask) => secretByMask.get(mask) || mask);
}

/** A copy of a JSON value with every string mapped by `change`. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapStrings(member, change)]),
  );
}
