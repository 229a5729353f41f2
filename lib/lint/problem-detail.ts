/**
 * What exactly is wrong where a rule is broken, for people: the member that is missing, the value
 * that is odd, and the clause of the version that is spoken. Looked for again in the frame, like the
 * places, so nothing of it is kept.
 */

import { isArray, isObject } from "../protocol/json.ts";
import { selectClauses } from "../protocol/spec-reference.ts";
import type { JsonPath } from "../timeline/string-ranges.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion, parseFrameValue } from "../timeline/timeline-queries.ts";
import { getExactDigits } from "../wire/exact-json.ts";
import { getHeaderValue } from "../wire/headers.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import type { ProblemEvidence } from "./problem-history.ts";
import { DECODING_RULES } from "./rules/frame-decoding.ts";
import type { Rule } from "./rules/rule.ts";
import { findViolationLocations, type ViolationLocation } from "./violation-locations.ts";

/** One event may break a rule in every part of it. */
const MAX_LOCATIONS = 3;
/** Longer values are cut off. */
const MAX_VALUE_LENGTH = 60;

/** The clauses of the specification that an exchange is held against. */
export function getSpecClauses(
  timeline: Timeline,
  { spec }: Rule,
  { exchange: id }: ProblemEvidence,
  n = timeline.lastEvent,
): string {
  const exchange = timeline.exchangeById.get(id);
  return exchange ? selectClauses(spec, getExchangeVersion(timeline, exchange, n).version) : spec;
}

/** `kind` is missing from `result.status.message`; `null` where the rule says all there is to say. */
export function findProblemDetail(
  timeline: Timeline,
  rule: Rule,
  { event, exchange, happening }: ProblemEvidence,
): string | null {
  if (happening !== undefined) return describeHeader(timeline, rule, exchange, happening);
  const frame = parseFrameValue(timeline, event);
  const places = findViolationLocations(timeline, rule.rule, event).slice(0, MAX_LOCATIONS);
  const details = places.map((place) => describeLocation(frame, place, canShowValues(rule)));
  return details.filter((detail) => detail !== null).join(", ") || null;
}

/** What the decoder notices are names and forms; the values beside them may be secrets. */
function canShowValues({ rule }: Rule): boolean {
  return !DECODING_RULES.some((one) => one.rule === rule);
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
  // Of an object there is nothing to quote.
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
  happening: NonNullable<ProblemEvidence["happening"]>,
): string | null {
  const exchange = timeline.exchangeById.get(id);
  if (header === undefined || !exchange || happening === "end") return null;
  const record = happening === "open" ? exchange.open.record : exchange.head?.record;
  const value = getHeaderValue(record?.headers ?? [], header.toLowerCase());
  // A request may say it elsewhere, as in its query.
  if (value === null) return happening === "head" ? `\`${header}\` is missing` : null;
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

/** `skills[2].tags`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (/^\d+$/.test(`${step}`) ? `[${step}]` : i === 0 ? `${step}` : `.${step}`))
    .join("");
}
