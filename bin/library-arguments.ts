/** What is to be done with the library; a string is the one line that says why it cannot be. */

import { isRecordingId } from "../lib/server/ids.ts";
import { MAX_TAGS, NAME_LIMIT, sanitizeTag, TAG_LIMIT } from "../lib/wire/recording-metadata.ts";

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
    const wrong = findUnknownOption(argv, ["--json"]);
    if (wrong) return wrong;
    const words = argv.filter((word) => word !== "--json");
    return { kind: "list", search: words.join(" "), json: argv.includes("--json") };
  },
  rename([id, name, ...rest]) {
    if (id === undefined || name === undefined) return "rename needs the id of a recording, a name";
    if (rest.length > 0) return `one name at a time: put it in quotes, "${name} ${rest.join(" ")}"`;
    if (name.length > NAME_LIMIT) return `a name has at most ${NAME_LIMIT} characters`;
    return findIdError([id]) ?? { kind: "rename", id, name };
  },
  tag([id, ...words]) {
    if (id === undefined) return "tag needs the id of a recording";
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
      return `at most ${MAX_TAGS} tags of at most ${TAG_LIMIT} characters`;
    }
    return findIdError([id]) ?? { kind: "tag", id, add, remove };
  },
  delete(argv) {
    const wrong = findUnknownOption(argv, ["--yes"]);
    if (wrong) return wrong;
    const ids = [...new Set(argv.filter((word) => word !== "--yes"))];
    if (ids.length === 0) return "delete needs the ids of recordings";
    return findIdError(ids) ?? { kind: "delete", ids, isSure: argv.includes("--yes") };
  },
};

function findUnknownOption(argv: readonly string[], known: readonly string[]): string | null {
  const unknown = argv.find((word) => word.startsWith("-") && !known.includes(word));
  return unknown === undefined ? null : `unknown option "${unknown}"`;
}

function findIdError(ids: readonly string[]): string | null {
  const wrong = ids.find((id) => !isRecordingId(id));
  return wrong === undefined ? null : `"${wrong}" is no id of a recording; see loupe list`;
}
