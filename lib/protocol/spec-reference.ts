/**
 * References to the specification. One names a clause for each version that has it, newest first,
 * with commas between: `1.0 §4.1.4, 0.3 §6.4`. What names no version of A2A holds in all of them.
 */

import type { Version } from "./versions.ts";

const VERSIONED = /^(?:A2A )?(\d\.\d)\b/;

/**
 * The clauses that hold in one version. All of them where the version is not known or has none: the
 * reader then sees which versions do. The draft of 1.1 has the clauses of 1.0 and its own.
 */
export function selectClauses(reference: string, version: Version): string {
  const clauses = splitReference(reference);
  const isOf = (one: string) => (clause: string) => VERSIONED.exec(clause)?.[1] === one;
  const wanted = version === "1.1" && !clauses.some(isOf("1.1")) ? "1.0" : version;
  const selected = clauses.filter(isOf(wanted));
  if (selected.length === 0) return reference;
  return [...selected, ...clauses.filter((clause) => !VERSIONED.test(clause))].join(", ");
}

/** Does a reference name a clause that holds in this version? */
export function hasClause(reference: string, version: Version): boolean {
  const clauses = splitReference(reference);
  const isGeneral = clauses.every((clause) => !VERSIONED.test(clause));
  return isGeneral || clauses.some((clause) => holdsIn(clause, version));
}

function holdsIn(clause: string, version: Version): boolean {
  const named = VERSIONED.exec(clause)?.[1];
  return named === version || (version === "1.1" && named === "1.0");
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
