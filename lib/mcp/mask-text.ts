/**
 * Masks what looks like a credential in a text that leaves, besides what was replaced in the run
 * itself: in the text of errors, in names of recordings.
 */

import { findUrlCredentials, isSecret, replaceCredentials } from "../secrets/credentials.ts";
import { findSecretPatterns } from "../secrets/secret-patterns.ts";

const MASK = "‹masked›";

export function maskText(text: string): string {
  const shapes = [...findSecretPatterns(text)].filter(({ rule }) => rule !== "email");
  const inUrls = findUrlCredentials(text, { isInText: true }).filter(({ from, to }) =>
    isSecret(text.slice(from, to)),
  );
  const ranges = [
    ...shapes.map(({ from, to }) => ({ kind: "header" as const, from, to })),
    ...inUrls,
  ];
  return ranges.length === 0 ? text : replaceCredentials(text, ranges, () => MASK);
}

/** Masks every text in a JSON value. */
export function maskValue(value: unknown): unknown {
  if (typeof value === "string") return maskText(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskValue(item)]));
}
