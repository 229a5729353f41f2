/** Parses the arguments of the library commands; returns a one-line error message if they are wrong. */

import { MAX_TAGS, NAME_LIMIT, sanitizeTag, TAG_LIMIT } from "../lib/api/recording-metadata.ts";
import { isRecordingId } from "../lib/server/ids.ts";

export type LibraryRequest =
  | { readonly kind: "list"; readonly search: string; readonly json: boolean }
  | { readonly kind: "rename"; readonly id: string; readonly name: string }
  | {
      readonly kind: "tag";
      readonly id: string;
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  | { readonly kind: "delete"; readonly ids: readonly string[]; readonly isSure: boolean };

export const LIBRARY_COMMANDS = ["list", "rename", "tag", "delete"] as const;
type LibraryCommand = (typeof LIBRARY_COMMANDS)[number];

export function parseLibraryArguments(
  command: string,
  argv: readonly string[],
): LibraryRequest | string {
  return PARSERS[command as LibraryCommand](argv);
}

const PARSERS: Readonly<
  Record<LibraryCommand, (argv: readonly string[]) => LibraryRequest | string>
> = {
  list(argv) {
    const error = findUnknownOption(argv, ["--json"]);
    if (error) return error;
    const words = argv.filter((word) => word !== "--json");
    return { kind: "list", search: words.join(" "), json: argv.includes("--json") };
  },
  rename([id, name, ...rest]) {
    if (id === undefined || name === undefined) return "rename needs a recording ID and a name";
    if (rest.length > 0)
      return `rename takes one name; put it in quotes: "${name} ${rest.join(" ")}"`;
    if (name.length > NAME_LIMIT) return `a name can have at most ${NAME_LIMIT} characters`;
    return findIdError([id]) ?? { kind: "rename", id, name };
  },
  tag([id, ...words]) {
    if (id === undefined) return "tag needs a recording ID";
    const add: string[] = [];
    const remove: string[] = [];
    const rest = words.values();
    for (const word of rest) {
      const [option = "", inline] = word.startsWith("--") ? word.split("=", 2) : [];
      if (option === "--remove") remove.push(inline ?? rest.next().value ?? "");
      else if (word.startsWith("-")) return `unknown option "${word}"`;
      else add.push(word);
    }
    const tags = [...add, ...remove];
    if (tags.some((tag) => sanitizeTag(tag) === "")) return "a tag must not be empty";
    if (tags.length > MAX_TAGS || tags.some((tag) => tag.length > TAG_LIMIT)) {
      return `tag takes at most ${MAX_TAGS} tags of at most ${TAG_LIMIT} characters`;
    }
    return findIdError([id]) ?? { kind: "tag", id, add, remove };
  },
  delete(argv) {
    const error = findUnknownOption(argv, ["--yes"]);
    if (error) return error;
    const ids = [...new Set(argv.filter((word) => word !== "--yes"))];
    if (ids.length === 0) return "delete needs one or more recording IDs";
    return findIdError(ids) ?? { kind: "delete", ids, isSure: argv.includes("--yes") };
  },
};

function findUnknownOption(argv: readonly string[], known: readonly string[]): string | null {
  const unknown = argv.find((word) => word.startsWith("-") && !known.includes(word));
  return unknown === undefined ? null : `unknown option "${unknown}"`;
}

function findIdError(ids: readonly string[]): string | null {
  const invalid = ids.find((id) => !isRecordingId(id));
  return invalid === undefined ? null : `"${invalid}" is not a recording ID; see loupe list`;
}
