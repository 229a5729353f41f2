/**
 * The file of known failures. Every entry has a reason. An entry whose check no longer fails makes
 * the grade fail until it is removed, because it would hide the check's next failure.
 */

import { RULES_BY_ID } from "../lint/all-rules.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { getErrorMessage } from "../text/error-message.ts";
import type { ConformResult, Grade, KnownFailure } from "./grade.ts";
import type { ConformStatus } from "./judgement.ts";
import { CHECKS_BY_ID } from "./profiles.ts";

/**
 * Returns the entries, or the reason why the file cannot be read. `hasCheck`: whether there is a check
 * with an id.
 */
export function parseKnownFailures(
  text: string,
  hasCheck: (id: string) => boolean = isAgentCheck,
): readonly KnownFailure[] | string {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return getErrorMessage(error);
  }
  if (!isArray(file)) return "it is no list";
  const known: KnownFailure[] = [];
  for (const [i, item] of file.entries()) {
    if (!isObject(item) || typeof item.id !== "string") return `[${i}] has no "id"`;
    const { id, interface: where = null, reason } = item;
    if (!hasCheck(id)) return `[${i}]: there is no check ${id}`;
    if (where !== null && typeof where !== "string") return `[${i}]: "interface" is no text`;
    if (typeof reason !== "string" || reason.trim() === "") return `[${i}] has no "reason"`;
    known.push({ id, interface: where, reason });
  }
  return known;
}

const isAgentCheck = (id: string) => CHECKS_BY_ID.has(id) || RULES_BY_ID.has(id);

const CAN_BE_KNOWN: ReadonlySet<ConformStatus> = new Set(["fail", "warning", "not-measured"]);

/** The grade with its known failures marked. */
export function applyKnownFailures(grade: Grade, known: readonly KnownFailure[]): Grade {
  const used = new Set<KnownFailure>();
  const results = grade.results.map((result) => {
    const entry = known.find((one) => isOf(result, one));
    if (!entry || !CAN_BE_KNOWN.has(result.status)) return result;
    used.add(entry);
    return { ...result, known: entry.reason };
  });
  return { ...grade, results, stale: known.filter((one) => !used.has(one)) };
}

/** `JSON-RPC` names the interface `JSON-RPC http://…`. */
const isOf = (result: ConformResult, { id, interface: where }: KnownFailure): boolean =>
  result.id === id &&
  (where === null || result.interface === where || result.interface?.split(" ")[0] === where);
