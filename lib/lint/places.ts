/**
 * Where in its frame an event shows a rule broken: looked for again when somebody wants to see it,
 * so that a run in which a rule is broken a million times costs no more than a count of it.
 */

import { findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { EventKind } from "../protocol/model.ts";
import { readAgain } from "../timeline/answers.ts";
import { placeOfDisorder } from "../timeline/event-marks.ts";
import type { Path } from "../timeline/frame-strings.ts";
import { frameValue, versionOf } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { CATALOGUE } from "./catalogue.ts";
import { DECODING } from "./rules/decoding.ts";
import { ORDER } from "./rules/order.ts";
import type { Rule } from "./rules/rule.ts";
import { SHAPES } from "./rules/shapes.ts";
import { judgeShape } from "./shapes/shapes.ts";
import { standardOf } from "./shapes/wording.ts";

/** A place in a frame's value. */
export interface Place {
  readonly path: Path;
  /** The member that is not there, where that is what is wrong with the place. */
  readonly missing?: string;
}

/** What a frame shows of rules, each place once. */
export interface ShownRule extends Place {
  readonly rule: Rule;
}

/** What an agent sends is not looked through any further. */
const OBJECTS_LIMIT = 20_000;

const SHAPE_RULES: ReadonlySet<string> = new Set(SHAPES.map(({ rule }) => rule));

const WHOLE: readonly Place[] = [{ path: [] }];

/** The places of all rules that watches found the event to break. */
export function placesBroken(timeline: Timeline, ordinal: number, value: unknown): ShownRule[] {
  return [...timeline.breaches].flatMap(([name, broken]) => {
    const rule = CATALOGUE.get(name);
    if (!rule || !broken.hasEvent(ordinal)) return [];
    return placesOf(timeline, name, ordinal, value).map((place) => ({ ...place, rule }));
  });
}

/**
 * The places in the frame's value, the first of them to be shown first; the frame itself where
 * it shows it as a whole, and none where the event does not break the rule.
 */
export function placesOf(
  timeline: Timeline,
  rule: string,
  ordinal: number,
  value = frameValue(timeline, ordinal),
): readonly Place[] {
  const known = CATALOGUE.get(rule);
  if (!known || !isBroken(timeline, rule, ordinal)) return [];
  if (!isObject(value) && !isArray(value)) return WHOLE;
  const places = known.at
    ? [{ path: memberPlace(timeline, known.at, ordinal, value) }]
    : SHAPE_RULES.has(rule)
      ? shapePlaces(timeline, rule, ordinal, value)
      : notedPlaces(rule, value).map((path) => ({ path }));
  return places.length > 0 ? places : WHOLE;
}

function isBroken({ events, breaches }: Timeline, rule: string, ordinal: number): boolean {
  const irregular = DECODING.find((one) => one.rule === rule);
  if (irregular) return (events.irregular.at(ordinal) & irregular.bit) !== 0;
  const disorder = ORDER.find((one) => one.rule === rule);
  if (disorder) return (events.disorder.at(ordinal) & disorder.bit) !== 0;
  return breaches.get(rule)?.hasEvent(ordinal) ?? false;
}

/** What is broken in a shape says so itself, when its payload is judged once more. */
function shapePlaces(timeline: Timeline, rule: string, ordinal: number, value: object): Place[] {
  const said = readAgain(timeline, ordinal, value);
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  if (!said?.raw || !exchange) return [];
  const verdict = versionOf(timeline, exchange, ordinal);
  const evidence = timeline.events.evidence.at(ordinal);
  const standard = standardOf(exchange, verdict, evidence, said.raw);
  if (!standard) return [];
  const owners: { owner: object; key: string | number | undefined }[] = [];
  const kind: EventKind = said.event.kind;
  judgeShape(kind, said.raw, standard, (accused, owner, key) => {
    if (accused === rule) owners.push({ owner, key });
  });
  const pathOf = pathsIn(value);
  return owners.flatMap(({ owner, key }) => {
    const path = pathOf(owner);
    if (!path) return [];
    if (key === undefined) return [{ path }];
    // What is absent has no place but its owner's.
    return Object.hasOwn(owner, key) ? [{ path: [...path, key] }] : [{ path, missing: `${key}` }];
  });
}

/** The member that the rule names: in the payload, or in what is around it; else the payload. */
function memberPlace(
  timeline: Timeline,
  at: NonNullable<Rule["at"]>,
  ordinal: number,
  value: object,
): Path {
  const raw = readAgain(timeline, ordinal, value)?.raw ?? value;
  const payload = pathsIn(value)(raw) ?? [];
  for (let depth = payload.length; depth >= 0; depth--) {
    for (const member of at) {
      const path = followed(value, [...payload.slice(0, depth), ...member]);
      if (path) return path;
    }
  }
  return payload;
}

/** A path as it is in a value, the numbers of its lists as numbers; `null` where it leads nowhere. */
function followed(value: unknown, steps: Path): Path | null {
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
function notedPlaces(rule: string, value: object): Path[] {
  const irregular = DECODING.find((one) => one.rule === rule)?.bit ?? 0;
  if (irregular !== 0)
    return findDecodeAnnotations(value, { evidence: 0, irregular }).map(({ path }) => path);
  const disorder = ORDER.find((one) => one.rule === rule)?.bit ?? 0;
  const place = disorder === 0 ? null : placeOfDisorder(value, disorder);
  return place ? [place] : [];
}

interface Found {
  readonly owner: object;
  /** Where it stands: as which member of what. */
  readonly key: string | number;
  readonly inside: Found | null;
}

/** Finds the path of an object in a value by what it is, not by what it says. */
function pathsIn(value: object): (owner: object) => Path | null {
  const found = new Map<object, Found>();
  const queue: Found[] = [{ owner: value, key: "", inside: null }];
  for (let i = 0; i < queue.length; i++) {
    const inside = queue[i];
    if (!inside) break;
    found.set(inside.owner, inside);
    for (const [key, inner] of Object.entries(inside.owner)) {
      if (queue.length >= OBJECTS_LIMIT) break;
      if (typeof inner !== "object" || inner === null) continue;
      queue.push({ owner: inner, key: isArray(inside.owner) ? Number(key) : key, inside });
    }
  }
  return (owner) => pathTo(found.get(owner));
}

function pathTo(found: Found | undefined): Path | null {
  if (!found) return null;
  const path: (string | number)[] = [];
  for (let at = found; at.inside; at = at.inside) path.push(at.key);
  return path.reverse();
}

/** A path as a JSON pointer, RFC 6901. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${`${step}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
