/**
 * Finding signals: which of them a statement shows, best first. Explicit metadata comes before an
 * extension's URI, that before a name, that before the shape of data, that before a look of text.
 */

import { isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";
import { shorten } from "../wire/graphemes.ts";
import type { Ground } from "./item.ts";
import { type ItemKind, KIND_OF, type Meaning } from "./kinds.ts";
import type { Family, Signal, Spot, Where } from "./signal.ts";
import { ownExtensions, ownMetadata, type Statement, statedText } from "./statement.ts";

export interface Match extends Ground {
  readonly signal: Signal;
  readonly means: Meaning;
  /** The key or URI under which it was found. */
  readonly key: string;
  readonly value: unknown;
  /** The part it was found on; `null` where it speaks of the whole. */
  readonly part: Part | null;
}

interface Known {
  readonly family: Family;
  readonly signal: Signal;
  /** Earlier is stronger. */
  readonly order: number;
}

const RANK: Readonly<Record<Where, number>> = {
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

type MetadataPlace = Extract<Where, `${string}.metadata`>;

/** Text is looked at from its beginning only; nobody announces a tool after a page of prose. */
const TEXT_LOOKED_AT = 200;

/** Agents use a handful of URIs; one that makes up new ones is not remembered for it. */
const URIS_KEPT = 500;

export class Matcher {
  readonly #byKey = new Map<string, Known[]>();
  readonly #byName = new Map<string, Known[]>();
  readonly #uris: Known[] = [];
  readonly #ofUri = new Map<string, readonly Known[]>();
  readonly #shapes: Known[] = [];
  readonly #mediaTypes: Known[] = [];
  readonly #texts: Known[] = [];
  readonly #names: Known[] = [];
  readonly #ids: Known[] = [];
  readonly #patches: Known[] = [];

  /** Signals of families that stand earlier are stronger than others of their rank. */
  constructor(families: readonly Family[], hidden: ReadonlySet<ItemKind> = new Set()) {
    let count = 0;
    for (const family of families) {
      for (const signal of family.signals) {
        const kind = KIND_OF[signal.means];
        if (kind !== null && hidden.has(kind)) continue;
        const rank = family.first ? 0 : 1 + RANK[signal.where];
        this.#add({ family, signal, order: rank * 10_000 + count++ });
      }
    }
  }

  #add(known: Known): void {
    const { where, key, match, means } = known.signal;
    if (means === "draft") this.#patches.push(known);
    else if (where === "text") this.#texts.push(known);
    else if (where === "data") this.#shapes.push(known);
    else if (where === "mediaType") this.#mediaTypes.push(known);
    else if (where === "artifact.id") this.#ids.push(known);
    else if (where === "extension") this.#uris.push(known);
    else if (where === "artifact.name") {
      const names = typeof match === "string" ? [match] : Array.isArray(match) ? match : null;
      if (names) for (const name of names) push(this.#byName, name, known);
      else this.#names.push(known);
    } else if (typeof key === "string") {
      // A dot may be part of a name, or lead from one member to the next.
      for (const name of new Set([key, firstStep(key)]))
        push(this.#byKey, `${where} ${name}`, known);
    }
  }

  /** The patches of a message that an event's metadata holds. */
  patches(metadata: unknown): Match | null {
    if (!isObject(metadata) || this.#patches.length === 0) return null;
    for (const uri of Object.keys(metadata)) {
      const known = this.#patches.find(
        ({ signal: { key } }) => key instanceof RegExp && key.test(uri),
      );
      if (!known) continue;
      const { signal, family } = known;
      const { means, sure } = signal;
      const why = `extension ${uri}`;
      const value = metadata[uri];
      return { signal, means, dialect: family.id, why, sure, key: uri, value, part: null };
    }
    return null;
  }

  /** What the statement as a whole shows. */
  whole(statement: Statement): Match[] {
    const hunt: Hunt = { statement, part: null, found: [] };
    const own = statement.artifact ? "artifact.metadata" : "message.metadata";
    this.#metadata(hunt, "event.metadata", statement.event);
    this.#metadata(hunt, own, ownMetadata(statement));
    for (const uri of ownExtensions(statement)) this.#uri(hunt, uri, undefined);
    const name = statement.artifact?.names.at(statement.ordinal);
    if (name !== undefined) this.#name(hunt, name);
    if (statement.artifact && statement.isFirst) this.#id(hunt, statement.artifact.artifactId);
    if (statement.isFirst && this.#texts.length > 0) this.#text(hunt, statement);
    return sorted(hunt.found);
  }

  /** What one part of it shows. */
  part(part: Part, statement: Statement): Match[] {
    if (part.kind === "other") return [];
    const hunt: Hunt = { statement, part, found: [] };
    this.#metadata(hunt, "part.metadata", part.metadata);
    if (part.mediaType !== undefined) {
      for (const known of this.#mediaTypes) {
        if (!fits(known.signal.match, part.mediaType)) continue;
        hit(hunt, known, `mediaType = ${part.mediaType}`, "mediaType", part);
      }
    }
    if (part.kind === "data" && isObject(part.data)) {
      for (const known of this.#shapes) shape(hunt, known, part.data, part);
    }
    return sorted(hunt.found);
  }

  #metadata(hunt: Hunt, place: MetadataPlace, metadata: unknown): void {
    if (!isObject(metadata)) return;
    for (const key of Object.keys(metadata)) {
      for (const known of this.#byKey.get(`${place} ${key}`) ?? []) {
        const path = typeof known.signal.key === "string" ? known.signal.key : key;
        const value = path === key ? metadata[key] : valueAt(metadata, path);
        if (fits(known.signal.match, value)) {
          hit(hunt, known, `${place}.${path} = ${shown(value)}`, path, value);
        }
      }
      if (key.includes("/") || key.startsWith("urn:")) this.#uri(hunt, key, metadata[key]);
    }
  }

  #uri(hunt: Hunt, uri: string, value: unknown): void {
    for (const known of this.#knowers(uri)) {
      // A mention in `extensions` beside the value under the same URI says nothing more.
      if (hunt.found.some((it) => it.known === known && it.match.key === uri)) continue;
      if (known.signal.rest && value === undefined) continue;
      hit(hunt, known, `extension ${uri}`, uri, value);
    }
  }

  /** The signals of a URI, looked for once. */
  #knowers(uri: string): readonly Known[] {
    const before = this.#ofUri.get(uri);
    if (before) return before;
    const all = this.#uris.filter(({ signal: { key } }) =>
      typeof key === "string" ? uri === key : key?.test(uri) === true,
    );
    const own = all.filter(({ signal }) => !signal.rest);
    const found = own.length > 0 ? own : all;
    if (this.#ofUri.size < URIS_KEPT) this.#ofUri.set(uri, found);
    return found;
  }

  #name(hunt: Hunt, name: string): void {
    for (const known of this.#byName.get(name) ?? []) {
      hit(hunt, known, `artifact.name = ${name}`, "name", name);
    }
    for (const known of this.#names) {
      if (fits(known.signal.match, name)) {
        hit(hunt, known, `artifact.name = ${name}`, "name", name);
      }
    }
  }

  #id(hunt: Hunt, id: string): void {
    for (const known of this.#ids) {
      if (fits(known.signal.match, id))
        hit(hunt, known, `artifactId = ${shown(id)}`, "artifactId", id);
    }
  }

  #text(hunt: Hunt, statement: Statement): void {
    const text = statedText(statement);
    const start = text.slice(0, TEXT_LOOKED_AT);
    const isAgents = statement.message?.role === "agent";
    for (const known of this.#texts) {
      const { match, inMessage } = known.signal;
      if (inMessage && !isAgents) continue;
      const seen = match instanceof RegExp ? match.exec(start)?.[0] : undefined;
      if (seen !== undefined) hit(hunt, known, `text ${shown(seen)}`, "text", text);
    }
  }
}

/** What is looked at, and what was found so far. */
interface Hunt {
  readonly statement: Statement;
  readonly part: Part | null;
  readonly found: Found[];
}

interface Found {
  readonly known: Known;
  readonly match: Match;
}

function hit(hunt: Hunt, known: Known, why: string, key: string, found: unknown): void {
  const { statement, part } = hunt;
  const { signal, family } = known;
  const { means, sure } = signal;
  const spot: Spot = { statement, part, value: found };
  if (signal.when && !signal.when(spot)) return;
  const value = signal.gives ? signal.gives(spot) : found;
  const match = { signal, means, dialect: family.id, why, sure, key, value, part };
  hunt.found.push({ known, match });
}

function shape(hunt: Hunt, known: Known, data: object, part: Part): void {
  const { key, match } = known.signal;
  if (typeof key !== "string") {
    const name = Object.keys(data).find((own) => key?.test(own));
    if (name !== undefined) hit(hunt, known, `data has ${name}`, name, part);
    return;
  }
  const members = key.split(" ");
  if (!members.every((member) => valueAt(data, member) !== undefined)) return;
  const value = valueAt(data, members[0] ?? "");
  if (match !== undefined && !fits(match, value)) return;
  const why =
    match === undefined ? `data has ${members.join(", ")}` : `data.${members[0]} = ${shown(value)}`;
  hit(hunt, known, why, key, part);
}

function sorted(found: Found[]): Match[] {
  if (found.length > 1) found.sort((a, b) => a.known.order - b.known.order);
  return found.map(({ match }) => match);
}

function push(map: Map<string, Known[]>, key: string, known: Known): void {
  const list = map.get(key);
  if (list) list.push(known);
  else map.set(key, [known]);
}

/** The member a key or a path begins with; a URI is one member, dots and all. */
function firstStep(key: string): string {
  const dot = key.indexOf(".");
  return dot < 0 || key.includes("/") ? key : key.slice(0, dot);
}

/** The value under a key or a path of own members. */
export function valueAt(from: object, path: string): unknown {
  if (Object.hasOwn(from, path)) return (from as Record<string, unknown>)[path];
  let value: unknown = from;
  for (const step of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Some write `true` as a text. */
function fits(match: Signal["match"], value: unknown): boolean {
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

const SHOWN = 60;

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  const text = String(value);
  return shorten(text, SHOWN);
}
