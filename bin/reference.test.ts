// The table of exit codes names every command, and the docs every option of each.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getNames, type OptionTable } from "./command-line.ts";
import { COMMANDS } from "./help.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const exitCodes = read("../docs/reference/command-output.md");
const pages = ["../docs/reference/", "../docs/guide/"].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((name) => read(`${folder}${name}`)),
);

const isNamed = (option: string) => {
  const name = new RegExp(`(?<![\\w-])${option}(?![\\w-])`);
  return pages.some((text) => name.test(text));
};

/** `-H, --header` is named by either. */
const listUnnamed = (options: OptionTable): string[] =>
  Object.values(options)
    .flatMap(({ rows }) => rows.map(({ syntax }) => getNames(syntax)))
    .filter((names) => !names.some(isNamed))
    .map((names) => names.join(", "));

test.each(COMMANDS.map(({ name, options }) => [name, options] as const))(
  "%s is in the reference, with its options",
  (name, options) => {
    expect(listUnnamed(options)).toEqual([]);
    expect(exitCodes).toMatch(new RegExp(`^\\| .*\`${name}[\` ]`, "m"));
  },
);
