/** Detects and describes values in a frame that were read differently from how they are written. */

import { DecodeIssue } from "./decode-flags.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import { describeForeignState, isStateName, readRole, readState } from "./state-names.ts";

export type AnnotationKind = "inferred" | "mapped" | "irregular";

/** A value somewhere in a frame. */
export interface FrameValue {
  readonly path: readonly (string | number)[];
  readonly key: string | number;
  readonly value: unknown;
  readonly owner: unknown;
}

/** Returns a note for a value, or nothing. */
export interface Annotator {
  readonly kind: AnnotationKind;
  /** The note for the root if no value can be located. */
  readonly note: string;
  readonly annotate: (frameValue: FrameValue) => string | undefined;
}

const IDS = /^(?:task|context|message|artifact)_?[iI]d$|^(?:name|timestamp)$/;
const LISTS = ["parts", "artifacts", "history"];

/** Whether the value is a state: under `state`, or a bare status. */
function isStateValue({ key, value }: FrameValue): boolean {
  return key === "state" || (key === "status" && !isObject(value));
}

export function describeStateSpelling(frameValue: FrameValue): string | undefined {
  const { key, value, owner } = frameValue;
  if (key === "input_required" && isObject(owner)) return "Read as the state input-required.";
  if (!isStateValue(frameValue) || typeof value !== "string") return undefined;
  const flags = { evidence: 0, decodeIssues: 0 };
  const { state } = readState(value, flags);
  return flags.decodeIssues & DecodeIssue.StateSpelling
    ? `Not the spelling of any version: read as ${state}.`
    : undefined;
}

export function describeUnknownState(frameValue: FrameValue): string | undefined {
  const { value } = frameValue;
  if (!isStateValue(frameValue) || isStateName(value)) return undefined;
  return typeof value === "string"
    ? `This is ${describeForeignState(value)}.`
    : "No version has this state: shown as unknown.";
}

export function describeEnumNumber(frameValue: FrameValue): string | undefined {
  const { key, value } = frameValue;
  if (typeof value !== "number") return undefined;
  const flags = { evidence: 0, decodeIssues: 0 };
  if (isStateValue(frameValue)) return `A number: read as ${readState(value, flags).state}.`;
  return key === "role" ? `A number: read as ${readRole(value, "agent", flags).role}.` : undefined;
}

export function describeOddRole({ key, value, owner }: FrameValue): string | undefined {
  if (key === "role") {
    const flags = { evidence: 0, decodeIssues: 0 };
    const { role } = readRole(value, "agent", flags);
    return flags.decodeIssues & DecodeIssue.Role
      ? `No version has this role: read as ${role}.`
      : undefined;
  }
  // A missing role is marked on the parts, which every message has.
  const lacks = key === "parts" && isObject(owner) && isMessage(owner) && owner.role === undefined;
  return lacks ? "The message has no role: read as the agent's." : undefined;
}

function isMessage(o: JsonObject): boolean {
  return (
    (o.messageId !== undefined || o.message_id !== undefined || o.kind === "message") &&
    o.artifactId === undefined
  );
}

export function describeOddPart({ path, value }: FrameValue): string | undefined {
  const list = path[path.length - 2];
  const isPart =
    typeof path[path.length - 1] === "number" && (list === "parts" || list === "content");
  if (!isPart) return undefined;
  if (!isObject(value)) return "Not a part, although in a list of parts.";
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
    : "A part of a kind that no version defines.";
}

export function describeWrongType({ key, value }: FrameValue): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (LISTS.includes(String(key)))
    return isArray(value) && value.every(isObjectItem) ? undefined : "Not a list of objects.";
  if (IDS.test(String(key)) && typeof value !== "string")
    return `Not a string: read as ${formatReadValue(value)}.`;
  const isObjectPlace = key === "status" || key === "artifact";
  return isObjectPlace && !isObject(value) && typeof value !== "string"
    ? "Not an object."
    : undefined;
}

const isObjectItem = (item: unknown) => isObject(item);

function formatReadValue(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean" ? `"${value}"` : "missing";
}
