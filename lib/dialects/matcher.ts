/**
 * Finding signals: which of them a statement shows, best first. Explicit metadata comes before an
 * extension's URI, that before a name, that before the shape of data, that before a look of text.
 */

import { isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";
import type { Ground } from "./item.ts";
import { type ItemKind, KIND_OF, type Meaning } from "./kinds.ts";
import type { Family, Signal, Where } from "./signal.ts";
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
  mediaType: 3,
  data: 3,
  text: 4,
};

type MetadataPlace = Extract<Where, `${string}.metadata`>;

/** Text is looked at from its beginning only; nobody announces a tool after a page of prose. */
const TEXT_LOOKED_AT = 200;

export class Matcher {
  readonly #byKey = new Map<string, Known[]>();
  readonly #byName = new Map<string, Known[]>();
  readonly #uris: Known[] = [];
  readonly #shapes: Known[] = [];
  readonly #mediaTypes: Known[] = [];
  readonly #texts: Known[] = [];
  readonly #names: Known[] = [];
  readonly #patches: Known[] = [];

  /** Signals of families that stand earlier are stronger than others of their rank. */
  constructor(families: readonly Family[], hidden: ReadonlySet<ItemKind> = new Set()) {
    let count = 0;
    for (const family of families) {
      for (const signal of family.signals) {
        const kind = KIND_OF[signal.means];
        if (kind !== null && hidden.has(kind)) continue;
        this.#add({ family, signal, order: RANK[signal.where] * 10_000 + count++ });
      }
    }
  }

  #add(known: Known): void {
    const { where, key, match, means } = known.signal;
    if (means === "draft") this.#patches.push(known);
    else if (where === "text") this.#texts.push(known);
    else if (where === "data") this.#shapes.push(known);
    else if (where === "mediaType") this.#mediaTypes.push(known);
    else if (where === "extension") this.#uris.push(known);
    else if (where === "artifact.name") {
      const names = typeof match === "string" ? [match] : Array.isArray(match) ? match : null;
      if (names) for (const name of names) push(this.#byName, name, known);
      else this.#names.push(known);
    } else if (typeof key === "string") push(this.#byKey, `${where} ${firstStep(key)}`, known);
  }

  /** The patches of a message that an event's metadata holds. */
  patches(metadata: unknown): Match | null {
    if (!isObject(metadata) || this.#patches.length === 0) return null;
    for (const uri of Object.keys(metadata)) {
      const known = this.#patches.find(
        ({ signal: { key } }) => key instanceof RegExp && key.test(uri),
      );
      if (known) return hit(known, `extension ${uri}`, uri, metadata[uri], null).match;
    }
    return null;
  }

  /** What the statement as a whole shows. */
  whole(statement: Statement): Match[] {
    const found: Found[] = [];
    const own = statement.artifact ? "artifact.metadata" : "message.metadata";
    this.#metadata(found, "event.metadata", statement.event, null);
    this.#metadata(found, own, ownMetadata(statement), null);
    for (const uri of ownExtensions(statement)) this.#uri(found, uri, undefined, null);
    const name = statement.artifact?.names.at(statement.ordinal);
    if (name !== undefined) this.#name(found, name);
    if (statement.isFirst && this.#texts.length > 0) this.#text(found, statement);
    return sorted(found);
  }

  /** What one part of it shows. */
  part(part: Part): Match[] {
    const found: Found[] = [];
    if (part.kind === "other") return [];
    this.#metadata(found, "part.metadata", part.metadata, part);
    if (part.mediaType !== undefined) {
      for (const known of this.#mediaTypes) {
        if (fits(known.signal.match, part.mediaType)) {
          found.push(hit(known, `mediaType = ${part.mediaType}`, "mediaType", part, part));
        }
      }
    }
    if (part.kind === "data" && isObject(part.data)) {
      for (const known of this.#shapes) this.#shape(found, known, part.data, part);
    }
    return sorted(found);
  }

  #metadata(found: Found[], place: MetadataPlace, metadata: unknown, part: Part | null): void {
    if (!isObject(metadata)) return;
    for (const key of Object.keys(metadata)) {
      for (const known of this.#byKey.get(`${place} ${key}`) ?? []) {
        const path = typeof known.signal.key === "string" ? known.signal.key : key;
        const value = path === key ? metadata[key] : valueAt(metadata, path);
        if (fits(known.signal.match, value)) {
          found.push(hit(known, `${place}.${path} = ${shown(value)}`, path, value, part));
        }
      }
      if (key.includes("/")) this.#uri(found, key, metadata[key], part);
    }
  }

  #uri(found: Found[], uri: string, value: unknown, part: Part | null): void {
    for (const known of this.#uris) {
      const { key } = known.signal;
      const isIt = typeof key === "string" ? uri === key : key?.test(uri) === true;
      // A mention in `extensions` beside the value under the same URI says nothing more.
      if (isIt && !found.some((it) => it.known === known && it.match.key === uri)) {
        found.push(hit(known, `extension ${uri}`, uri, value, part));
      }
    }
  }

  #name(found: Found[], name: string): void {
    for (const known of this.#byName.get(name) ?? []) {
      found.push(hit(known, `artifact.name = ${name}`, "name", name, null));
    }
    for (const known of this.#names) {
      if (fits(known.signal.match, name)) {
        found.push(hit(known, `artifact.name = ${name}`, "name", name, null));
      }
    }
  }

  #shape(found: Found[], known: Known, data: object, part: Part): void {
    const { key, match } = known.signal;
    if (typeof key !== "string") {
      const name = Object.keys(data).find((own) => key?.test(own));
      if (name !== undefined) found.push(hit(known, `data has ${name}`, name, part, part));
      return;
    }
    const members = key.split(" ");
    if (!members.every((member) => valueAt(data, member) !== undefined)) return;
    const value = valueAt(data, members[0] ?? "");
    if (match !== undefined && !fits(match, value)) return;
    const why =
      match === undefined ? `data has ${members.join(", ")}` : `data.${key} = ${shown(value)}`;
    found.push(hit(known, why, key, value, part));
  }

  #text(found: Found[], statement: Statement): void {
    const text = statedText(statement);
    const start = text.slice(0, TEXT_LOOKED_AT);
    const isAgents = statement.message?.role === "agent";
    for (const known of this.#texts) {
      const { match, inMessage } = known.signal;
      if (inMessage && !isAgents) continue;
      const found1 = match instanceof RegExp ? match.exec(start)?.[0] : undefined;
      if (found1 !== undefined) {
        found.push(hit(known, `text ${shown(found1)}`, "text", text, null));
      }
    }
  }
}

interface Found {
  readonly known: Known;
  readonly match: Match;
}

function hit(known: Known, why: string, key: string, value: unknown, part: Part | null): Found {
  const { signal, family } = known;
  const { means, sure } = signal;
  return { known, match: { signal, means, dialect: family.id, why, sure, key, value, part } };
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
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
