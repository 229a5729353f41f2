/** The command lines of `loupe list`, `rename`, `tag` and `delete`. */

import { MAX_TAGS, NAME_LIMIT, sanitizeTag, TAG_LIMIT } from "../lib/api/recording-metadata.ts";
import { isRecordingId } from "../lib/server/ids.ts";
import { createFlag, createOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { PAGE_OPTIONS } from "./page-options.ts";

export type LibraryRequest =
  | {
      readonly kind: "list";
      readonly search: string;
      readonly limit: number | null;
      readonly cursor: string | null;
      readonly json: boolean;
    }
  | {
      readonly kind: "rename";
      readonly id: string;
      readonly name: string;
      readonly json: boolean;
    }
  | {
      readonly kind: "tag";
      readonly id: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
      readonly json: boolean;
    }
  | {
      readonly kind: "delete";
      readonly ids: readonly string[];
      readonly isSure: boolean;
      readonly json: boolean;
    };

const LIST = defineCommand({
  name: "list",
  operands: "[SEARCH]",
  summary:
    'lists the recordings that the app made or imported, in LOUPE_DATA (default ~/.loupe). SEARCH: words that must all occur in a recording: in its name, tags, agent or verdict, or in anything that was said, answered, called or failed; and filters: verdict:, agent:, tag:, dialect:, version: and time: with a value, such as verdict:failed, agent:"Weather 1.0" or time:24h. The lines that match are printed below each recording.',
  options: { ...PAGE_OPTIONS, json: JSON_OPTION },
  createRequest: ({ limit, cursor, json }, words): LibraryRequest => ({
    kind: "list",
    search: words.map(quoteFilterValue).join(" "),
    limit,
    cursor,
    json,
  }),
});

/** The shell has taken the quotes of `agent:"Weather 1.0"`. */
const quoteFilterValue = (word: string) =>
  word.replace(/^(\w+):([^"]*\s[^"]*)$/, (_, name, value) => `${name}:"${value}"`);

const RENAME = defineCommand({
  name: "rename",
  operands: "ID NAME",
  summary: "names a recording.",
  options: { json: JSON_OPTION },
  takesAnyWord: true,
  createRequest({ json }, [id, name, ...rest]): LibraryRequest {
    if (id === undefined || name === undefined) {
      throw new UsageError("rename needs a recording ID and a name");
    }
    if (rest.length > 0) {
      throw new UsageError(`rename takes one name; put it in quotes: "${name} ${rest.join(" ")}"`);
    }
    if (name.length > NAME_LIMIT) {
      throw new UsageError(`a name can have at most ${NAME_LIMIT} characters`);
    }
    requireIds([id]);
    return { kind: "rename", id, name, json };
  },
});

/** A missing tag is reported with the empty ones. */
const REMOVE = createOption<readonly string[]>(
  "--remove TAG",
  "remove a tag; can be repeated",
  [],
  (before, tag) => [...before, tag],
);

const TAG = defineCommand({
  name: "tag",
  operands: "ID [TAG...]",
  summary: "adds tags to a recording, or lists its tags.",
  options: { remove: REMOVE, json: JSON_OPTION },
  createRequest({ remove, json }, [id, ...add]): LibraryRequest {
    if (id === undefined) throw new UsageError("tag needs a recording ID");
    const tags = [...add, ...remove];
    if (tags.some((tag) => sanitizeTag(tag) === "")) {
      throw new UsageError("a tag must not be empty");
    }
    if (tags.length > MAX_TAGS || tags.some((tag) => tag.length > TAG_LIMIT)) {
      throw new UsageError(`tag takes at most ${MAX_TAGS} tags of at most ${TAG_LIMIT} characters`);
    }
    requireIds([id]);
    return { kind: "tag", id, add, remove, json };
  },
});

const DELETE = defineCommand({
  name: "delete",
  operands: "ID...",
  summary: "deletes recordings.",
  options: { isSure: createFlag("--yes", "delete without asking"), json: JSON_OPTION },
  createRequest({ isSure, json }, operands): LibraryRequest {
    const ids = [...new Set(operands)];
    if (ids.length === 0) throw new UsageError("delete needs one or more recording IDs");
    requireIds(ids);
    if (json && !isSure) throw new UsageError("delete --json cannot ask; add --yes");
    return { kind: "delete", ids, isSure, json };
  },
});

export const LIBRARY_COMMANDS = { list: LIST, rename: RENAME, tag: TAG, delete: DELETE };
export type LibraryCommand = keyof typeof LIBRARY_COMMANDS;

function requireIds(ids: readonly string[]): void {
  const invalid = ids.find((id) => !isRecordingId(id));
  if (invalid !== undefined) {
    throw new UsageError(`"${invalid}" is not a recording ID; see loupe list`);
  }
}
