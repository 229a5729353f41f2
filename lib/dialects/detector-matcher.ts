/**
 * Matcher that finds which detectors apply to an update, best first. Explicit metadata ranks above
 * an extension URI, then a name, then the shape of data, then a text pattern.
 */

import type { CloudEvent } from "../protocol/envelope.ts";
import { isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";
import { shorten } from "../text/graphemes.ts";
import type { Detector, DetectorContext, DetectorSource, Framework } from "./detector.ts";
import {
  type EntryUpdate,
  getOwnExtensions,
  getOwnMetadata,
  getUpdateText,
} from "./entry-update.ts";
import type { DialectReason } from "./item.ts";
import { type ItemKind, KIND_BY_MEANING, type Meaning } from "./kinds.ts";

export interface DetectorMatch extends DialectReason {
  readonly detector: Detector;
  readonly meaning: Meaning;
  /** The key or URI that matched. */
  readonly key: string;
  readonly value: unknown;
  /** The part that matched; `null` if the match is about the whole update. */
  readonly part: Part | null;
}

interface RankedDetector {
  readonly framework: Framework;
  readonly detector: Detector;
  /** A lower number is stronger. */
  readonly order: number;
}

const SOURCE_RANK: Readonly<Record<DetectorSource, number>> = {
  cloudEvent: 0,
  "part.metadata": 0,
  "event.metadata": 0,
  "artifact.metadata": 0,
  "message.metadata": 0,
  extension: 1,
  "artifact.name": 2,
  "artifact.id": 2,
  mediaType: 3,
  data: 3,
  text: 4,
};

type MetadataSource = Extract<DetectorSource, `${string}.metadata`>;

/** Only the beginning of a text is matched: tool notices do not follow a page of prose. */
const MAX_SEARCHED_TEXT = 200;

/** Limits the cache: agents use a handful of URIs, unless they generate new ones. */
const MAX_CACHED_URIS = 500;

export class DetectorMatcher {
  readonly #byKey = new Map<string, RankedDetector[]>();
  readonly #byName = new Map<string, RankedDetector[]>();
  readonly #uris: RankedDetector[] = [];
  readonly #byUri = new Map<string, readonly RankedDetector[]>();
  readonly #shapes: RankedDetector[] = [];
  readonly #mediaTypes: RankedDetector[] = [];
  readonly #texts: RankedDetector[] = [];
  readonly #cloudEvents: RankedDetector[] = [];
  readonly #names: RankedDetector[] = [];
  readonly #ids: RankedDetector[] = [];
  readonly #patches: RankedDetector[] = [];

  /** Within a rank, detectors of earlier frameworks are stronger. */
  constructor(frameworks: readonly Framework[], hidden: ReadonlySet<ItemKind> = new Set()) {
    let count = 0;
    for (const framework of frameworks) {
      for (const detector of framework.detectors) {
        const kind = KIND_BY_MEANING[detector.meaning];
        if (kind !== null && hidden.has(kind)) continue;
        const rank = framework.takesPrecedence ? 0 : 1 + SOURCE_RANK[detector.source];
        this.#add({ framework: framework, detector: detector, order: rank * 10_000 + count++ });
      }
    }
  }

  #add(known: RankedDetector): void {
    const { source, key, match, meaning } = known.detector;
    if (meaning === "draft") this.#patches.push(known);
    else if (source === "text") this.#texts.push(known);
    else if (source === "data") this.#shapes.push(known);
    else if (source === "cloudEvent") this.#cloudEvents.push(known);
    else if (source === "mediaType") this.#mediaTypes.push(known);
    else if (source === "artifact.id") this.#ids.push(known);
    else if (source === "extension") this.#uris.push(known);
    else if (source === "artifact.name") {
      const names = typeof match === "string" ? [match] : Array.isArray(match) ? match : null;
      if (names) for (const name of names) addToList(this.#byName, name, known);
      else this.#names.push(known);
    } else if (typeof key === "string") {
      // A dot may be part of a name or separate the members of a path.
      for (const name of new Set([key, getFirstSegment(key)]))
        addToList(this.#byKey, `${source} ${name}`, known);
    }
  }

  /** The patches of a draft in an event's metadata. */
  matchPatches(metadata: unknown): DetectorMatch | null {
    if (!isObject(metadata) || this.#patches.length === 0) return null;
    for (const uri of Object.keys(metadata)) {
      const known = this.#patches.find(
        ({ detector: { key } }) => key instanceof RegExp && key.test(uri),
      );
      if (!known) continue;
      const { detector, framework } = known;
      const { meaning, confidence } = detector;
      const why = `extension ${uri}`;
      const value = metadata[uri];
      return {
        detector,
        meaning,
        dialect: framework.id,
        why,
        confidence,
        key: uri,
        value,
        part: null,
      };
    }
    return null;
  }

  /** Matches on the update as a whole. */
  matchWhole(update: EntryUpdate): DetectorMatch[] {
    const search: MatchSearch = { update: update, part: null, found: [] };
    const own = update.artifact ? "artifact.metadata" : "message.metadata";
    if (update.cloudEvent) this.#matchCloudEvent(search, update.cloudEvent);
    this.#matchMetadata(search, "event.metadata", update.eventMetadata);
    this.#matchMetadata(search, own, getOwnMetadata(update));
    for (const uri of getOwnExtensions(update)) this.#matchUri(search, uri, undefined);
    const name = update.artifact?.names.at(update.ordinal);
    if (name !== undefined) this.#matchName(search, name);
    if (update.artifact && update.isFirst) this.#matchId(search, update.artifact.artifactId);
    if (update.isFirst && this.#texts.length > 0) this.#matchText(search, update);
    return sortMatches(search.found);
  }

  /** Matches on one part of the update. */
  part(part: Part, update: EntryUpdate): DetectorMatch[] {
    if (part.kind === "other") return [];
    const search: MatchSearch = { update: update, part, found: [] };
    this.#matchMetadata(search, "part.metadata", part.metadata);
    if (part.mediaType !== undefined) {
      for (const known of this.#mediaTypes) {
        if (!matchesPattern(known.detector.match, part.mediaType)) continue;
        addMatch(search, known, `mediaType = ${part.mediaType}`, "mediaType", part);
      }
    }
    if (part.kind === "data" && isObject(part.data)) {
      for (const known of this.#shapes) matchShape(search, known, part.data, part);
    }
    return sortMatches(search.found);
  }

  #matchCloudEvent(search: MatchSearch, { type, data }: CloudEvent): void {
    for (const known of this.#cloudEvents) {
      if (!matchesPattern(known.detector.match, type)) continue;
      addMatch(search, known, `CloudEvent ${formatValue(type)}`, type, data);
    }
  }

  #matchMetadata(search: MatchSearch, source: MetadataSource, metadata: unknown): void {
    if (!isObject(metadata)) return;
    for (const key of Object.keys(metadata)) {
      for (const known of this.#byKey.get(`${source} ${key}`) ?? []) {
        const path = typeof known.detector.key === "string" ? known.detector.key : key;
        const value = path === key ? metadata[key] : getValueAtPath(metadata, path);
        if (matchesPattern(known.detector.match, value)) {
          addMatch(search, known, `${source}.${path} = ${formatValue(value)}`, path, value);
        }
      }
      if (key.includes("/") || key.startsWith("urn:")) this.#matchUri(search, key, metadata[key]);
    }
  }

  #matchUri(search: MatchSearch, uri: string, value: unknown): void {
    for (const known of this.#findDetectors(uri)) {
      // An entry in `extensions` adds nothing to a value under the same URI.
      if (search.found.some((it) => it.detector === known && it.match.key === uri)) continue;
      if (known.detector.isFallback && value === undefined) continue;
      addMatch(search, known, `extension ${uri}`, uri, value);
    }
  }

  /** The detectors of a URI, cached. */
  #findDetectors(uri: string): readonly RankedDetector[] {
    const before = this.#byUri.get(uri);
    if (before) return before;
    const all = this.#uris.filter(({ detector: { key } }) =>
      typeof key === "string" ? uri === key : key?.test(uri) === true,
    );
    const own = all.filter(({ detector }) => !detector.isFallback);
    const found = own.length > 0 ? own : all;
    if (this.#byUri.size < MAX_CACHED_URIS) this.#byUri.set(uri, found);
    return found;
  }

  #matchName(search: MatchSearch, name: string): void {
    for (const known of this.#byName.get(name) ?? []) {
      addMatch(search, known, `artifact.name = ${name}`, "name", name);
    }
    for (const known of this.#names) {
      if (matchesPattern(known.detector.match, name)) {
        addMatch(search, known, `artifact.name = ${name}`, "name", name);
      }
    }
  }

  #matchId(search: MatchSearch, id: string): void {
    for (const known of this.#ids) {
      if (matchesPattern(known.detector.match, id))
        addMatch(search, known, `artifactId = ${formatValue(id)}`, "artifactId", id);
    }
  }

  #matchText(search: MatchSearch, update: EntryUpdate): void {
    const text = getUpdateText(update);
    const start = text.slice(0, MAX_SEARCHED_TEXT);
    const isAgents = update.message?.role === "agent";
    for (const known of this.#texts) {
      const { match, onlyInMessages } = known.detector;
      if (onlyInMessages && !isAgents) continue;
      const seen = match instanceof RegExp ? match.exec(start)?.[0] : undefined;
      if (seen !== undefined) addMatch(search, known, `text ${formatValue(seen)}`, "text", text);
    }
  }
}

/** The state of one search: its input and the matches so far. */
interface MatchSearch {
  readonly update: EntryUpdate;
  readonly part: Part | null;
  readonly found: RankedMatch[];
}

interface RankedMatch {
  readonly detector: RankedDetector;
  readonly match: DetectorMatch;
}

function addMatch(
  search: MatchSearch,
  known: RankedDetector,
  why: string,
  key: string,
  found: unknown,
): void {
  const { update, part } = search;
  const { detector, framework } = known;
  const { meaning, confidence } = detector;
  const context: DetectorContext = { update, part, value: found };
  if (detector.when && !detector.when(context)) return;
  const value = detector.getValue ? detector.getValue(context) : found;
  const match = { detector, meaning, dialect: framework.id, why, confidence, key, value, part };
  search.found.push({ detector: known, match });
}

function matchShape(search: MatchSearch, known: RankedDetector, data: object, part: Part): void {
  const { key, match } = known.detector;
  if (typeof key !== "string") {
    const name = Object.keys(data).find((own) => key?.test(own));
    if (name !== undefined) addMatch(search, known, `data has ${name}`, name, part);
    return;
  }
  const members = key.split(" ");
  if (!members.every((member) => getValueAtPath(data, member) !== undefined)) return;
  const value = getValueAtPath(data, members[0] ?? "");
  if (match !== undefined && !matchesPattern(match, value)) return;
  const why =
    match === undefined
      ? `data has ${members.join(", ")}`
      : `data.${members[0]} = ${formatValue(value)}`;
  addMatch(search, known, why, key, part);
}

function sortMatches(found: RankedMatch[]): DetectorMatch[] {
  if (found.length > 1) found.sort((a, b) => a.detector.order - b.detector.order);
  return found.map(({ match }) => match);
}

function addToList(map: Map<string, RankedDetector[]>, key: string, known: RankedDetector): void {
  const list = map.get(key);
  if (list) list.push(known);
  else map.set(key, [known]);
}

/** The first member of a key or path; a URI is one member, including its dots. */
function getFirstSegment(key: string): string {
  const dot = key.indexOf(".");
  return dot < 0 || key.includes("/") ? key : key.slice(0, dot);
}

/** The value under a key or a path; own members only. */
function getValueAtPath(from: object, path: string): unknown {
  if (Object.hasOwn(from, path)) return (from as Record<string, unknown>)[path];
  let value: unknown = from;
  for (const step of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Accepts `true` as a string, because some agents send it so. */
function matchesPattern(match: Detector["match"], value: unknown): boolean {
  if (match === undefined) return isTruthy(value);
  const isScalar = typeof value === "string" || typeof value === "number";
  const text = isScalar || typeof value === "boolean" ? String(value) : null;
  if (text === null) return false;
  if (match instanceof RegExp) return match.test(text);
  return typeof match === "string" ? match === text : match.includes(text);
}

function isTruthy(value: unknown): boolean {
  return Boolean(value) && value !== "false";
}

const MAX_SHOWN_LENGTH = 60;

function formatValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  const text = String(value);
  return shorten(text, MAX_SHOWN_LENGTH);
}
