// The skill for coding agents names commands and options that exist, and the plugin starts this package.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { APP } from "../bin/arguments.ts";
import { getNames, HELP_ROW } from "../bin/command-line.ts";
import { COMMANDS } from "../bin/help.ts";
import { VERDICT_RULE_PREFIX } from "../lib/check/verdict-problems.ts";
import { RULES_BY_ID } from "../lib/lint/all-rules.ts";
import { listBadVerdicts } from "../lib/lint/verdict/verdict-words.ts";
import { resolveInProject } from "./project.mjs";

const readProjectFile = (...path) => readFileSync(resolveInProject(...path), "utf8");
const skill = readProjectFile("skills", "loupe", "SKILL.md");
const [, frontMatter = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];

const optionNames = (command) =>
  [...Object.values(command.options).flatMap(({ rows }) => rows), HELP_ROW].flatMap(({ syntax }) =>
    getNames(syntax),
  );
const optionsByCommand = new Map(COMMANDS.map((command) => [command.name, optionNames(command)]));
const allOptions = new Set([APP, ...COMMANDS].flatMap(optionNames));

/** Each line with code: the commands it names, and the options in its code. */
const lines = body.split("\n").flatMap((line) => {
  const isBlock = /^\s*loupe /.test(line);
  const code = isBlock ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text);
  const text = code.join(" ; ").replace(/"[^"]*"/g, "TEXT");
  const commands = [...text.matchAll(/\bloupe ([a-z][\w-]*)(?=\s|$)/g)].map(([, name]) => name);
  const options = [...text.matchAll(/(?<=^|\s)(--?[a-z][\w-]*)/gi)].map(([, name]) => name);
  // The name of the package in `npx -y a2a-loupe` comes after an option of npx.
  return [{ line, commands, options: options.filter((one) => one !== "-y") }];
});

describe("the skill", () => {
  test("has a name and says when to use it", () => {
    expect(/^name: (\S+)$/m.exec(frontMatter)?.[1]).toBe("loupe");
    const [, description = ""] = /^description: (.+)$/m.exec(frontMatter) ?? [];
    expect(description).toContain("Use when");
    expect(description.length).toBeLessThanOrEqual(1024);
  });

  test("has at most 150 lines", () => {
    expect(skill.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  test("names commands that exist, the eight among them", () => {
    const named = new Set(lines.flatMap(({ commands }) => commands));
    expect([...named].filter((name) => !optionsByCommand.has(name))).toEqual([]);
    const eight = "record inspect events event findings explain check diff".split(" ");
    expect(eight.filter((name) => !named.has(name))).toEqual([]);
  });

  test("names options that its commands have", () => {
    const unknown = lines.filter(({ commands, options }) => {
      const known = commands.flatMap((name) => optionsByCommand.get(name) ?? []);
      return options.some(
        (name) => !(commands.length > 0 ? known : [...allOptions]).includes(name),
      );
    });
    expect(unknown).toEqual([]);
    expect(lines.flatMap(({ options }) => options).length).toBeGreaterThan(20);
  });

  test("names rules and verdicts that exist", () => {
    const rules = [...body.matchAll(/`(?:loupe explain )?([A-Z]+(?:-[A-Z]+)+)`/g)];
    expect(rules.map(([, rule]) => rule).filter((rule) => !RULES_BY_ID.has(rule))).toEqual([]);
    const ends = [...body.matchAll(new RegExp(`\\b${VERDICT_RULE_PREFIX}([a-z-]+)`, "g"))];
    const kinds = listBadVerdicts().map(({ kind }) => kind);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.map(([, kind]) => kind).filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});

test("the plugin for coding agents has the version of the package and starts its MCP server", () => {
  const { name, version, bin } = JSON.parse(readProjectFile("package.json"));
  const plugin = JSON.parse(readProjectFile(".claude-plugin", "plugin.json"));
  expect(plugin).toMatchObject({ name, version });
  const { command, args } = plugin.mcpServers.loupe;
  expect(command).toBe("npx");
  expect(args.slice(0, 2)).toEqual(["-y", name]);
  // npx runs the program that has the package's name.
  expect(bin[name]).toBe("bin/loupe.mjs");
  expect(optionsByCommand.has(args[2])).toBe(true);
});
