/** Values in a frame that were read otherwise than they are written: how to know one. */

import { isArray, isObject, type JsonObject } from "./json.ts";
import { Irregular } from "./notes.ts";
import { describeForeignState, isState, readRole, readState } from "./vocabulary.ts";

export type MarkKind = "inferred" | "mapped" | "irregular";

/** A value somewhere in a frame. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly key: string | number;
  readonly value: unknown;
  readonly owner: unknown;
}

/** What says so of a place: a note, or nothing. */
export interface Reader {
  readonly kind: MarkKind;
  /** Said at the root where no place shows it. */
  readonly note: string;
  readonly at: (place: Place) => string | undefined;
}

const IDS = /^(?:task|context|message|artifact)_?[iI]d$|^(?:name|timestamp)$/;
const LISTS = ["parts", "artifacts", "history"];

/** Does a state stand here: under `state`, or as a bare status? */
function isStatePlace({ key, value }: Place): boolean {
  return key === "state" || (key === "status" && !isObject(value));
}

export function spelledState(place: Place): string | undefined {
  const { key, value, owner } = place;
  if (key === "input_required" && isObject(owner)) return "Read as the state input-required.";
  if (!isStatePlace(place) || typeof value !== "string") return undefined;
  const reading = { evidence: 0, irregular: 0 };
  const { state } = readState(value, reading);
  return reading.irregular & Irregular.StateSpelling
    ? `No version spells it so: read as ${state}.`
    : undefined;
}

export function unknownState(place: Place): string | undefined {
  const { value } = place;
  if (!isStatePlace(place) || isState(value)) return undefined;
  return typeof value === "string"
    ? `This is ${describeForeignState(value)}.`
    : "No version has this state: shown as unknown.";
}

export function enumNumber(place: Place): string | undefined {
  const { key, value } = place;
  if (typeof value !== "number") return undefined;
  const reading = { evidence: 0, irregular: 0 };
  if (isStatePlace(place)) return `A number: read as ${readState(value, reading).state}.`;
  return key === "role"
    ? `A number: read as ${readRole(value, "agent", reading).role}.`
    : undefined;
}

export function oddRole({ key, value, owner }: Place): string | undefined {
  if (key === "role") {
    const reading = { evidence: 0, irregular: 0 };
    const { role } = readRole(value, "agent", reading);
    return reading.irregular & Irregular.Role
      ? `No version has this role: read as ${role}.`
      : undefined;
  }
  // A message without a role is marked on its parts, the one member it has for sure.
  const lacks = key === "parts" && isObject(owner) && isMessage(owner) && owner.role === undefined;
  return lacks ? "The message has no role: it is taken for the agent's." : undefined;
}

function isMessage(o: JsonObject): boolean {
  return (
    (o.messageId !== undefined || o.message_id !== undefined || o.kind === "message") &&
    o.artifactId === undefined
  );
}

export function oddPart({ path, value }: Place): string | undefined {
  const list = path[path.length - 2];
  const isPart =
    typeof path[path.length - 1] === "number" && (list === "parts" || list === "content");
  if (!isPart) return undefined;
  if (!isObject(value)) return "In the place of a part, but none.";
  const contents = [value.text, value.data, value.file ?? value.raw ?? value.url].filter(
    (it) => it !== undefined,
  );
  const named = value.kind ?? value.type;
  const isNamed =
    named === undefined ||
    ["text", "data", "file"].includes(String(named)) ||
    String(named).includes("/");
  if (
    contents.length === 1 &&
    isNamed &&
    (value.text === undefined || typeof value.text === "string")
  ) {
    return undefined;
  }
  if (contents.length > 1) return "A part with several contents: the first is shown.";
  return contents.length === 0
    ? "A part without content."
    : "A part of a kind that no version has.";
}

export function wrongType({ key, value }: Place): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (LISTS.includes(String(key)))
    return isArray(value) && value.every(isMember) ? undefined : "Not a list of objects.";
  if (IDS.test(String(key)) && typeof value !== "string")
    return `Not a string: read as ${readable(value)}.`;
  const isObjectPlace = key === "status" || key === "artifact";
  return isObjectPlace && !isObject(value) && typeof value !== "string"
    ? "Not an object."
    : undefined;
}

const isMember = (item: unknown) => isObject(item);

function readable(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean" ? `"${value}"` : "missing";
}
