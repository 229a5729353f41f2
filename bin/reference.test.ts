// The reference of the command line names every command, and every option of each.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getNames } from "./command-line.ts";
import { COMMANDS } from "./help.ts";

const FOLDERS = ["../docs/reference/", "../docs/guide/"].map(
  (path) => new URL(path, import.meta.url),
);
const read = (url: URL) => readFileSync(url, "utf8");
const page = read(new URL("command-line.md", FOLDERS[0]));
const all = FOLDERS.flatMap((folder) =>
  readdirSync(folder).map((name) => read(new URL(name, folder))),
).join("\n");

const isNamed = (text: string, option: string) =>
  new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(text);

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  "of %s: its exit codes, and its options on one page or another",
  (name, { options }) => {
    const missing = Object.values(options).flatMap(({ rows }) =>
      rows
        .map(({ syntax }) => getNames(syntax))
        .filter((names) => !names.some((one) => isNamed(all, one))),
    );
    expect(missing.map((names) => names.join(", "))).toEqual([]);
    expect(page).toContain(`\`${name}\``);
  },
);
