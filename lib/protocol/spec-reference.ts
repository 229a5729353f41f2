/**
 * References to the specification. A reference lists one clause for each version, newest first,
 * separated by commas: `1.0 §4.1.4, 0.3 §6.4`. A clause without an A2A version applies to all.
 */

import type { Version } from "./versions.ts";

const VERSIONED = /^(?:A2A )?(\d\.\d)\b/;

/**
 * The clauses that apply to one version. If the version is unknown or has none, all clauses are
 * returned, which shows the versions that have one. The 1.1 draft includes the clauses of 1.0.
 */
export function selectClauses(reference: string, version: Version): string {
  const clauses = splitReference(reference);
  const isOf = (one: string) => (clause: string) => VERSIONED.exec(clause)?.[1] === one;
  const wanted = version === "1.1" && !clauses.some(isOf("1.1")) ? "1.0" : version;
  const selected = clauses.filter(isOf(wanted));
  if (selected.length === 0) return reference;
  return [...selected, ...clauses.filter((clause) => !VERSIONED.test(clause))].join(", ");
}

/** `A2A 1.0 §8.4.2, RFC 7515` has two clauses, `0.3 §5.6.4, §5.6.2` one with two numbers. */
function splitReference(reference: string): string[] {
  const clauses: string[] = [];
  for (const part of reference.split(", ")) {
    const last = clauses.length - 1;
    if (part.startsWith("§") && last >= 0) clauses[last] += `, ${part}`;
    else clauses.push(part);
  }
  return clauses;
}
