/**
 * Where in its frame an event shows a rule broken: looked for again when somebody wants to see it,
 * so that a run in which a rule is broken a million times costs no more than a count of it.
 */

import { findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { EventKind } from "../protocol/model.ts";
import { findOrderIssuePath } from "../timeline/event-annotations.ts";
import { decodeEventAgain } from "../timeline/lookup-responses.ts";
import type { JsonPath } from "../timeline/string-ranges.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion, parseFrameValue } from "../timeline/timeline-queries.ts";
import { RULES_BY_NAME } from "./all-rules.ts";
import { ORDER_RULES } from "./rules/event-order.ts";
import { DECODING_RULES } from "./rules/frame-decoding.ts";
import type { Rule } from "./rules/rule.ts";
import { SCHEMA_RULES } from "./rules/schema.ts";
import { checkSchema } from "./schema/event-schema.ts";
import { createSchemaContext } from "./schema/wire-spelling.ts";

/** A place in a frame's value. */
export interface ViolationLocation {
  readonly path: JsonPath;
  /** The member that is not there, where that is what is wrong with the place. */
  readonly missing?: string;
}

/** What a frame shows of rules, each place once. */
export interface RuleLocation extends ViolationLocation {
  readonly rule: Rule;
}

/** What an agent sends is not looked through any further. */
const MAX_OBJECTS = 20_000;

const SCHEMA_RULE_NAMES: ReadonlySet<string> = new Set(SCHEMA_RULES.map(({ rule }) => rule));

const WHOLE_FRAME: readonly ViolationLocation[] = [{ path: [] }];

/** The places of all rules that watches found the event to break. */
export function findBrokenRuleLocations(
  timeline: Timeline,
  ordinal: number,
  value: unknown,
): RuleLocation[] {
  return [...timeline.violations].flatMap(([name, broken]) => {
    const rule = RULES_BY_NAME.get(name);
    if (!rule || !broken.hasEvent(ordinal)) return [];
    return findViolationLocations(timeline, name, ordinal, value).map((place) => ({
      ...place,
      rule,
    }));
  });
}

/**
 * The places in the frame's value, the first of them to be shown first; the frame itself where
 * it shows it as a whole, and none where the event does not break the rule.
 */
export function findViolationLocations(
  timeline: Timeline,
  rule: string,
  ordinal: number,
  value = parseFrameValue(timeline, ordinal),
): readonly ViolationLocation[] {
  const known = RULES_BY_NAME.get(rule);
  if (!known || !isBroken(timeline, rule, ordinal)) return [];
  if (!isObject(value) && !isArray(value)) return WHOLE_FRAME;
  const places = known.at
    ? [{ path: findMemberPath(timeline, known.at, ordinal, value) }]
    : SCHEMA_RULE_NAMES.has(rule)
      ? findSchemaLocations(timeline, rule, ordinal, value)
      : findFlagPaths(rule, value).map((path) => ({ path }));
  return places.length > 0 ? places : WHOLE_FRAME;
}

function isBroken({ events, violations }: Timeline, rule: string, ordinal: number): boolean {
  const irregular = DECODING_RULES.find((one) => one.rule === rule);
  if (irregular) return (events.decodeIssues.at(ordinal) & irregular.bit) !== 0;
  const disorder = ORDER_RULES.find((one) => one.rule === rule);
  if (disorder) return (events.orderIssues.at(ordinal) & disorder.bit) !== 0;
  return violations.get(rule)?.hasEvent(ordinal) ?? false;
}

/** What is broken in a shape says so itself, when its payload is judged once more. */
function findSchemaLocations(
  timeline: Timeline,
  rule: string,
  ordinal: number,
  value: object,
): ViolationLocation[] {
  const said = decodeEventAgain(timeline, ordinal, value);
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  if (!said?.raw || !exchange) return [];
  const verdict = getExchangeVersion(timeline, exchange, ordinal);
  const evidence = timeline.events.evidence.at(ordinal);
  const standard = createSchemaContext(exchange, verdict, evidence, said.raw);
  if (!standard) return [];
  const owners: { owner: object; key: string | number | undefined }[] = [];
  const kind: EventKind = said.event.kind;
  checkSchema(kind, said.raw, standard, (accused, owner, key) => {
    if (accused === rule) owners.push({ owner, key });
  });
  const pathOf = createPathFinder(value);
  return owners.flatMap(({ owner, key }) => {
    const path = pathOf(owner);
    if (!path) return [];
    if (key === undefined) return [{ path }];
    // What is absent has no place but its owner's.
    return Object.hasOwn(owner, key) ? [{ path: [...path, key] }] : [{ path, missing: `${key}` }];
  });
}

/** The member that the rule names: in the payload, or in what is around it; else the payload. */
function findMemberPath(
  timeline: Timeline,
  at: NonNullable<Rule["at"]>,
  ordinal: number,
  value: object,
): JsonPath {
  const raw = decodeEventAgain(timeline, ordinal, value)?.raw ?? value;
  const payload = createPathFinder(value)(raw) ?? [];
  for (let depth = payload.length; depth >= 0; depth--) {
    for (const member of at) {
      const path = resolvePath(value, [...payload.slice(0, depth), ...member]);
      if (path) return path;
    }
  }
  return payload;
}

/** A path as it is in a value, the numbers of its lists as numbers; `null` where it leads nowhere. */
function resolvePath(value: unknown, steps: JsonPath): JsonPath | null {
  const path: (string | number)[] = [];
  let at = value;
  for (const step of steps) {
    const key = isArray(at) ? Number(step) : step;
    const isThere = (isArray(at) || isObject(at)) && Object.hasOwn(at, key);
    if (!isThere) return null;
    at = (at as Record<string | number, unknown>)[key];
    path.push(key);
  }
  return path;
}

/** Where the inspector marks what the decoder or the fold noticed in passing. */
function findFlagPaths(rule: string, value: object): JsonPath[] {
  const decodeIssues = DECODING_RULES.find((one) => one.rule === rule)?.bit ?? 0;
  if (decodeIssues !== 0)
    return findDecodeAnnotations(value, { evidence: 0, decodeIssues }).map(({ path }) => path);
  const disorder = ORDER_RULES.find((one) => one.rule === rule)?.bit ?? 0;
  const place = disorder === 0 ? null : findOrderIssuePath(value, disorder);
  return place ? [place] : [];
}

interface ObjectNode {
  readonly owner: object;
  /** Where it stands: as which member of what. */
  readonly key: string | number;
  readonly parent: ObjectNode | null;
}

/** Finds the path of an object in a value by what it is, not by what it says. */
function createPathFinder(value: object): (owner: object) => JsonPath | null {
  const found = new Map<object, ObjectNode>();
  const queue: ObjectNode[] = [{ owner: value, key: "", parent: null }];
  for (let i = 0; i < queue.length; i++) {
    const inside = queue[i];
    if (!inside) break;
    found.set(inside.owner, inside);
    for (const [key, inner] of Object.entries(inside.owner)) {
      if (queue.length >= MAX_OBJECTS) break;
      if (typeof inner !== "object" || inner === null) continue;
      queue.push({ owner: inner, key: isArray(inside.owner) ? Number(key) : key, parent: inside });
    }
  }
  return (owner) => getNodePath(found.get(owner));
}

function getNodePath(found: ObjectNode | undefined): JsonPath | null {
  if (!found) return null;
  const path: (string | number)[] = [];
  for (let at = found; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** A path as a JSON pointer, RFC 6901. */
export function formatJsonPointer(path: JsonPath): string {
  return path.map((step) => `/${`${step}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
