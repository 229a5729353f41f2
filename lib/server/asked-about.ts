/**
 * Reads what a client wants to say about a recording, or of the library.
 *
 * Guarantees: as in `asked.ts`; and no more of a body is read than such a thing can take.
 */

import type { NoteChange, VerdictUpdate } from "../wire/api-types.ts";
import { isLimitName, LIMIT_NAMES, type LimitChange } from "../wire/limits.ts";
import {
  MAX_NOTES,
  MAX_TAGS,
  type MetadataChange,
  NAME_LIMIT,
  NOTE_LIMIT,
  sanitizeLine,
  sanitizeTag,
  TAG_LIMIT,
} from "../wire/recording-metadata.ts";
import { bad, type Fields, flag, isObject, optional, text, texts, whole } from "./asked.ts";
import { Problem } from "./problem.ts";
import { isNoteId, newNoteId } from "./recording-id.ts";

const MOST_BYTES = 1 << 20;

/** What `AboutChange` comes to. */
export async function readSayings(request: Request, now: Date): Promise<MetadataChange[]> {
  const fields = await readSmallObject(request);
  const at = now.toISOString();
  const { name } = optional(fields, "name", text);
  const add = optional(fields, "addTags", tags).addTags ?? [];
  const remove = optional(fields, "removeTags", tags).removeTags ?? [];
  const notes = optional(fields, "notes", noteChanges).notes ?? [];
  if (name !== undefined && name.length > NAME_LIMIT) {
    throw bad("name", `a text of at most ${NAME_LIMIT} characters`);
  }
  return [
    ...(name === undefined
      ? []
      : [{ a: "name", at, name: sanitizeLine(name, NAME_LIMIT) } as const]),
    ...(add.length + remove.length === 0 ? [] : [{ a: "tags", at, add, remove } as const]),
    ...notes.map(({ id, ...note }) => ({ a: "note", id: id ?? newNoteId(), ...note, at }) as const),
  ];
}

export async function readVerdict(request: Request): Promise<VerdictUpdate> {
  const fields = await readSmallObject(request);
  // Null where nobody knows how it ended.
  const endedBy = fields.endedBy == null ? null : sanitizeLine(text(fields, "endedBy"), TAG_LIMIT);
  return {
    kind: sanitizeLine(text(fields, "kind"), TAG_LIMIT),
    clean: flag(fields, "clean"),
    because: sanitizeLine(text(fields, "because"), NAME_LIMIT),
    endedBy,
    bytes: whole(fields, "bytes"),
  };
}

export async function readCopyName(request: Request): Promise<string> {
  return sanitizeLine(text(await readSmallObject(request), "name"), NAME_LIMIT);
}

export async function readLimitChange(request: Request): Promise<LimitChange> {
  const fields = await readSmallObject(request);
  const strange = Object.keys(fields).find((name) => !isLimitName(name));
  if (strange !== undefined) throw new Problem("bad-request", `There is no limit "${strange}".`);
  const named = LIMIT_NAMES.filter((name) => Object.hasOwn(fields, name));
  const change = named.map((name) => [name, fields[name] === null ? null : whole(fields, name)]);
  return Object.fromEntries(change);
}

function tags(fields: Fields, name: string): string[] {
  const given = texts(fields, name);
  const isFit = given.length <= MAX_TAGS && given.every((tag) => tag.length <= TAG_LIMIT);
  if (!isFit) throw bad(name, `at most ${MAX_TAGS} texts of at most ${TAG_LIMIT} characters`);
  return given.map(sanitizeTag).filter((tag) => tag !== "");
}

function noteChanges(fields: Fields, name: string): NoteChange[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > MAX_NOTES) {
    throw bad(name, `a list of at most ${MAX_NOTES}`);
  }
  return value.map((item: unknown) => {
    if (!isObject(item)) throw bad(name, "a list of objects");
    const change: NoteChange = {
      ...optional(item, "id", text),
      x: text(item, "x"),
      event: whole(item, "event"),
      text: text(item, "text"),
    };
    if (change.id !== undefined && !isNoteId(change.id)) throw bad("id", "that of a note");
    if (change.x.length > NAME_LIMIT) throw bad("x", "the id of an exchange");
    if (change.text.length > NOTE_LIMIT) {
      throw bad("text", `a text of at most ${NOTE_LIMIT} characters`);
    }
    return change;
  });
}

async function readSmallObject(request: Request): Promise<Fields> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let body = "";
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Problem("bad-request", "The request is too long.");
    body += decoder.decode(chunk, { stream: true });
  }
  try {
    const value: unknown = JSON.parse(body + decoder.decode());
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new Problem("bad-request", "The request is not a JSON object.");
}
