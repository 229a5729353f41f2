/**
 * Finds the members of a frame that break a rule. They are computed on demand, so that a rule that is
 * broken a million times costs only its count.
 */

import type { JsonPath } from "../json/json-source.ts";
import { findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { EventKind } from "../protocol/model.ts";
import { findOrderIssuePath } from "../timeline/event-annotations.ts";
import { decodeEventAgain } from "../timeline/lookup-responses.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion, parseFrameValue } from "../timeline/timeline-queries.ts";
import { RULES_BY_ID } from "./all-rules.ts";
import type { Rule } from "./rules/rule.ts";
import { checkSchema, createSchemaChecker } from "./schema/event-schema.ts";
import { createSchemaContext } from "./schema/schema-context.ts";

/** A location in a frame's value. */
export interface ViolationLocation {
  readonly path: JsonPath;
  /** The missing member, if that is what breaks the rule. */
  readonly missing?: string;
}

/** A location and the rule that it breaks. */
interface RuleLocation extends ViolationLocation {
  readonly rule: Rule;
}

/** Bound of the search in what an agent sends. */
const MAX_OBJECTS = 20_000;

const WHOLE_FRAME: readonly ViolationLocation[] = [{ path: [] }];

/** The locations of all rules that checkers reported for the event. */
export function findBrokenRuleLocations(
  timeline: Timeline,
  ordinal: number,
  value: unknown,
): RuleLocation[] {
  return [...timeline.violations].flatMap(([name, broken]) => {
    const rule = RULES_BY_ID.get(name);
    if (!rule || !broken.hasEvent(ordinal)) return [];
    return findViolationLocations(timeline, name, ordinal, value).map((location) => ({
      ...location,
      rule,
    }));
  });
}

/**
 * The locations in the frame's value in display order: the whole frame if no member can be named,
 * and none if the event does not break the rule.
 */
export function findViolationLocations(
  timeline: Timeline,
  rule: string,
  ordinal: number,
  value = parseFrameValue(timeline, ordinal),
): readonly ViolationLocation[] {
  const known = RULES_BY_ID.get(rule);
  if (!known || !isBroken(timeline, known, ordinal)) return [];
  if (!isObject(value) && !isArray(value)) return WHOLE_FRAME;
  const locations = known.at
    ? [{ path: findMemberPath(timeline, known.at, ordinal, value) }]
    : known.check === createSchemaChecker
      ? findSchemaLocations(timeline, rule, ordinal, value)
      : findFlagPaths(known, value).map((path) => ({ path }));
  return locations.length > 0 ? locations : WHOLE_FRAME;
}

function isBroken({ events, violations }: Timeline, { id, check }: Rule, ordinal: number): boolean {
  if (typeof check === "object" && "decodeIssue" in check)
    return (events.decodeIssues.at(ordinal) & check.decodeIssue) !== 0;
  if (typeof check === "object" && "orderIssue" in check)
    return (events.orderIssues.at(ordinal) & check.orderIssue) !== 0;
  return violations.get(id)?.hasEvent(ordinal) ?? false;
}

/** Checks the payload against the schema again to find the locations. */
function findSchemaLocations(
  timeline: Timeline,
  rule: string,
  ordinal: number,
  value: object,
): ViolationLocation[] {
  const decoded = decodeEventAgain(timeline, ordinal, value);
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  if (!decoded?.raw || !exchange) return [];
  const detected = getExchangeVersion(timeline, exchange, ordinal);
  const evidence = timeline.events.evidence.at(ordinal);
  const context = createSchemaContext(exchange, detected, evidence, decoded.raw);
  if (!context) return [];
  const owners: { owner: object; key: string | number | undefined }[] = [];
  const kind: EventKind = decoded.event.kind;
  checkSchema(kind, decoded.raw, context, (broken, owner, key) => {
    if (broken === rule) owners.push({ owner, key });
  });
  const pathOf = createPathFinder(value);
  return owners.flatMap(({ owner, key }) => {
    const path = pathOf(owner);
    if (!path) return [];
    if (key === undefined) return [{ path }];
    // A missing member has only the location of its owner.
    return Object.hasOwn(owner, key) ? [{ path: [...path, key] }] : [{ path, missing: `${key}` }];
  });
}

/** The member that the rule names, in the payload or around it; otherwise the payload. */
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

/** Resolves a path in a value, with list indexes as numbers; `null` if it does not exist. */
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

/** The locations where the inspector marks decode and order issues. */
function findFlagPaths({ check }: Rule, value: object): JsonPath[] {
  if (typeof check !== "object") return [];
  if ("decodeIssue" in check) {
    const { decodeIssue: decodeIssues } = check;
    return findDecodeAnnotations(value, { evidence: 0, decodeIssues }).map(({ path }) => path);
  }
  const path = "orderIssue" in check ? findOrderIssuePath(value, check.orderIssue) : null;
  return path ? [path] : [];
}

interface ObjectNode {
  readonly owner: object;
  /** The member of the parent that holds it. */
  readonly key: string | number;
  readonly parent: ObjectNode | null;
}

/** Finds the path of an object in a value by identity, not by content. */
function createPathFinder(value: object): (owner: object) => JsonPath | null {
  const found = new Map<object, ObjectNode>();
  const queue: ObjectNode[] = [{ owner: value, key: "", parent: null }];
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i];
    if (!node) break;
    found.set(node.owner, node);
    for (const [key, inner] of Object.entries(node.owner)) {
      if (queue.length >= MAX_OBJECTS) break;
      if (typeof inner !== "object" || inner === null) continue;
      queue.push({ owner: inner, key: isArray(node.owner) ? Number(key) : key, parent: node });
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
