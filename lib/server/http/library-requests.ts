/**
 * Parsers for API requests that change a recording's metadata or the library's limits.
 *
 * Guarantees: as in `api-requests.ts`; and a body that is too long is not read to its end.
 */

import type { EdgeChange, NoteChange, VerdictUpdate } from "../../api/api-types.ts";
import { isLimitName, LIMIT_NAMES, type LimitChange } from "../../api/limits.ts";
import {
  MAX_EDGES,
  MAX_NOTES,
  MAX_TAGS,
  type MetadataChange,
  NAME_LIMIT,
  NOTE_LIMIT,
  sanitizeLine,
  sanitizeTag,
  TAG_LIMIT,
} from "../../api/recording-metadata.ts";
import { type LinkRequest, MAX_LINK_SECONDS } from "../../api/shared-store.ts";
import type { TelemetryChange } from "../../api/telemetry.ts";
import { createNoteId, isNoteId } from "../ids.ts";
import { OTLP_PROTOCOLS } from "../telemetry/otlp-environment.ts";
import { ApiError } from "./api-error.ts";
import {
  createFieldError,
  getBoolean,
  getHeaderList,
  getOptional,
  getText,
  getTexts,
  getWholeNumber,
  isObject,
  type JsonFields,
} from "./api-requests.ts";

const MAX_BYTES = 1 << 20;

/** Turns an `AboutChange` into metadata changes. */
export async function readMetadataChanges(request: Request, now: Date): Promise<MetadataChange[]> {
  const fields = await readSmallObject(request);
  const at = now.toISOString();
  const { name } = getOptional(fields, "name", getText);
  const add = getOptional(fields, "addTags", getTags).addTags ?? [];
  const remove = getOptional(fields, "removeTags", getTags).removeTags ?? [];
  const notes = getOptional(fields, "notes", getNoteChanges).notes ?? [];
  const edges = getOptional(fields, "edges", getEdgeChanges).edges ?? [];
  if (name !== undefined && name.length > NAME_LIMIT) {
    throw createFieldError("name", `a string of at most ${NAME_LIMIT} characters`);
  }
  return [
    ...(name === undefined
      ? []
      : [{ a: "name", at, name: sanitizeLine(name, NAME_LIMIT) } as const]),
    ...(add.length + remove.length === 0 ? [] : [{ a: "tags", at, add, remove } as const]),
    ...notes.map(
      ({ id, ...note }) => ({ a: "note", id: id ?? createNoteId(), ...note, at }) as const,
    ),
    ...edges.map((edge) => ({ a: "edge", at, ...edge }) as const),
  ];
}

export async function readVerdictUpdate(request: Request): Promise<VerdictUpdate> {
  const fields = await readSmallObject(request);
  // `null` if it is unknown who ended the run.
  const endedBy =
    fields.endedBy == null ? null : sanitizeLine(getText(fields, "endedBy"), TAG_LIMIT);
  return {
    kind: sanitizeLine(getText(fields, "kind"), TAG_LIMIT),
    clean: getBoolean(fields, "clean"),
    because: sanitizeLine(getText(fields, "because"), NAME_LIMIT),
    endedBy,
    bytes: getWholeNumber(fields, "bytes"),
  };
}

export async function readCopyName(request: Request): Promise<string> {
  return sanitizeLine(getText(await readSmallObject(request), "name"), NAME_LIMIT);
}

export async function readLimitChange(request: Request): Promise<LimitChange> {
  const fields = await readSmallObject(request);
  const unknown = Object.keys(fields).find((name) => !isLimitName(name));
  if (unknown !== undefined) throw new ApiError("bad-request", `Unknown limit "${unknown}".`);
  const named = LIMIT_NAMES.filter((name) => Object.hasOwn(fields, name));
  const change = named.map((name) => [
    name,
    fields[name] === null ? null : getWholeNumber(fields, name),
  ]);
  return Object.fromEntries(change);
}

export async function readTelemetryChange(request: Request): Promise<TelemetryChange> {
  const fields = await readSmallObject(request);
  const protocol = OTLP_PROTOCOLS.find((one) => one === fields.protocol);
  if (!protocol) throw createFieldError("protocol", OTLP_PROTOCOLS.join(" or "));
  return {
    url: fields.url === null ? null : getText(fields, "url"),
    protocol,
    isCompressed: getBoolean(fields, "isCompressed"),
    hasContent: getBoolean(fields, "hasContent"),
    ...getOptional(fields, "headers", getHeaderList),
  };
}

/** The address of traces; `null` removes it. */
export async function readTraceUrlChange(request: Request): Promise<string | null> {
  const fields = await readSmallObject(request);
  return fields.traceUrl === null ? null : getText(fields, "traceUrl");
}

export async function readLinkRequest(request: Request): Promise<LinkRequest> {
  const seconds = getWholeNumber(await readSmallObject(request), "seconds");
  if (seconds >= 1 && seconds <= MAX_LINK_SECONDS) return { seconds };
  throw createFieldError("seconds", `a number from 1 to ${MAX_LINK_SECONDS}`);
}

/** The URL of a log to open. */
export async function readLogAddress(request: Request): Promise<string> {
  return getText(await readSmallObject(request), "url");
}

/** The changes to the saved requests, which `RequestStore` checks. */
export async function readRequestChanges(request: Request): Promise<unknown> {
  return (await readSmallObject(request, MAX_CHANGES_BYTES)).changes;
}

const MAX_CHANGES_BYTES = 24 << 20;

function getTags(fields: JsonFields, name: string): string[] {
  const given = getTexts(fields, name);
  const isValid = given.length <= MAX_TAGS && given.every((tag) => tag.length <= TAG_LIMIT);
  if (!isValid)
    throw createFieldError(
      name,
      `a list of at most ${MAX_TAGS} strings of at most ${TAG_LIMIT} characters`,
    );
  return given.map(sanitizeTag).filter((tag) => tag !== "");
}

function getNoteChanges(fields: JsonFields, name: string): NoteChange[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > MAX_NOTES) {
    throw createFieldError(name, `a list of at most ${MAX_NOTES} notes`);
  }
  return value.map((item: unknown) => {
    if (!isObject(item)) throw createFieldError(name, "a list of objects");
    const change: NoteChange = {
      ...getOptional(item, "id", getText),
      x: getText(item, "x"),
      event: getWholeNumber(item, "event"),
      text: getText(item, "text"),
    };
    if (change.id !== undefined && !isNoteId(change.id))
      throw createFieldError("id", "the id of a note");
    if (change.x.length > NAME_LIMIT) throw createFieldError("x", "the id of an exchange");
    if (change.text.length > NOTE_LIMIT) {
      throw createFieldError("text", `a string of at most ${NOTE_LIMIT} characters`);
    }
    return change;
  });
}

function getEdgeChanges(fields: JsonFields, name: string): EdgeChange[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > MAX_EDGES) {
    throw createFieldError(name, `a list of at most ${MAX_EDGES} calls`);
  }
  return value.map((item: unknown) => {
    if (!isObject(item)) throw createFieldError(name, "a list of objects");
    const x = getText(item, "x");
    const change: EdgeChange =
      item.parent === null ? { x, parent: null } : { x, ...getOptional(item, "parent", getText) };
    if (x.length > NAME_LIMIT) throw createFieldError("x", "the id of an exchange");
    if ((change.parent?.length ?? 0) > NAME_LIMIT) {
      throw createFieldError("parent", "the id of an exchange");
    }
    return change;
  });
}

async function readSmallObject(request: Request, maxBytes = MAX_BYTES): Promise<JsonFields> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let body = "";
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ApiError("bad-request", "The request is too long.");
    body += decoder.decode(chunk, { stream: true });
  }
  try {
    const value: unknown = JSON.parse(body + decoder.decode());
    if (isObject(value)) return value;
  } catch {
    // The error is thrown below.
  }
  throw new ApiError("bad-request", "The request is not a JSON object.");
}
