/**
 * Describes what exactly breaks a rule: the missing member, the wrong value, and the clause of the
 * exchange's version. It is computed from the frame on demand, like the locations, so it uses no memory.
 */

import { getExactDigits } from "../json/exact-json.ts";
import type { JsonPath } from "../json/json-source.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { selectClauses } from "../protocol/spec-reference.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion, parseFrameValue } from "../timeline/timeline-queries.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { ProblemEvidence } from "./problem-history.ts";
import type { Rule } from "./rules/rule.ts";
import { findViolationLocations, type ViolationLocation } from "./violation-locations.ts";

/** An event may break a rule in each of its parts. */
const MAX_LOCATIONS = 3;
/** Longer values are truncated. */
const MAX_VALUE_LENGTH = 60;

/** The clauses of the specification version that an exchange uses. */
export function getSpecClauses(
  timeline: Timeline,
  { spec }: Rule,
  { exchange: id }: ProblemEvidence,
  n = timeline.lastEvent,
): string {
  const exchange = timeline.exchangeById.get(id);
  return exchange ? selectClauses(spec, getExchangeVersion(timeline, exchange, n).version) : spec;
}

/** Such as “`kind` is missing from `result.status.message`”; `null` if there is nothing to add to the rule. */
export function findProblemDetail(
  timeline: Timeline,
  rule: Rule,
  { event, exchange, phase }: ProblemEvidence,
): string | null {
  if (phase !== undefined) return describeHeader(timeline, rule, exchange, phase);
  const frame = parseFrameValue(timeline, event);
  const locations = findViolationLocations(timeline, rule.id, event).slice(0, MAX_LOCATIONS);
  const details = locations.map((location) =>
    describeLocation(frame, location, canShowValues(rule)),
  );
  return details.filter((detail) => detail !== null).join(", ") || null;
}

/** Decode issues are about names and formats; the values beside them may be secrets. */
function canShowValues({ check }: Rule): boolean {
  return !(typeof check === "object" && "decodeIssue" in check);
}

function describeLocation(
  frame: unknown,
  { path, missing }: ViolationLocation,
  hasValue: boolean,
): string | null {
  const where = formatPath(path);
  if (missing !== undefined) {
    return where === ""
      ? `\`${missing}\` is missing`
      : `\`${missing}\` is missing from \`${where}\``;
  }
  if (where === "") return null;
  const value = getValueAt(frame, path);
  // Objects are not quoted.
  if (!hasValue || isObject(value)) return `found at \`${where}\``;
  if (value === undefined) return null;
  return `\`${where}\` is ${findDigits(frame, path) ?? describeValue(value)}`;
}

function describeValue(value: unknown): string {
  if (isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  const text = stringifyJson(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function describeHeader(
  timeline: Timeline,
  { header }: Rule,
  id: string,
  phase: NonNullable<ProblemEvidence["phase"]>,
): string | null {
  const exchange = timeline.exchangeById.get(id);
  if (header === undefined || !exchange || phase === "end") return null;
  const record = phase === "open" ? exchange.open.record : exchange.head?.record;
  const value = getHeaderValue(record?.headers ?? [], header.toLowerCase());
  // A request may have the value elsewhere, such as in its query.
  if (value === null) return phase === "head" ? `\`${header}\` is missing` : null;
  return `\`${header}\` is ${describeValue(value)}`;
}

/** The digits of a number that JavaScript rounds; `undefined` for any other value. */
function findDigits(frame: unknown, path: JsonPath): string | undefined {
  const holder = getValueAt(frame, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof holder !== "object" || holder === null || key === undefined) return undefined;
  return getExactDigits(holder, key);
}

function getValueAt(frame: unknown, path: JsonPath): unknown {
  let value = frame;
  for (const step of path) {
    if (isArray(value)) value = value[Number(step)];
    else if (isObject(value)) value = value[step];
    else return undefined;
  }
  return value;
}

/** Formats a path, such as `skills[2].tags`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (/^\d+$/.test(`${step}`) ? `[${step}]` : i === 0 ? `${step}` : `.${step}`))
    .join("");
}
