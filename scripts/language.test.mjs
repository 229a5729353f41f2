// The words of the project: names and file headers keep to the glossary, and the docs quote labels
// and link to pages that exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { blankNonCode } from "./import-statements.ts";
import { resolveInProject } from "./project.mjs";

const SOURCE_FOLDERS = [
  "app",
  "bench",
  "bin",
  "components",
  "e2e",
  "fixtures",
  "fuzz",
  "lib",
  "scripts",
  "soak",
];

function* findFiles(folder, pattern) {
  for (const entry of readdirSync(resolveInProject(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* findFiles(path, pattern);
    else if (pattern.test(entry.name)) yield path.split(sep).join("/");
  }
}

const readProjectFile = (path) => readFileSync(resolveInProject(path), "utf8");

const sources = SOURCE_FOLDERS.flatMap((folder) => [...findFiles(folder, /\.(tsx?|mjs)$/)]).map(
  (path) => ({ path, text: readProjectFile(path) }),
);
const isTest = ({ path }) => /\.(test|spec|testkit)\./.test(path);
const code = sources.filter((file) => !isTest(file) && !file.path.startsWith("fixtures/"));

/** People, rooms and riddles that no name of the project may use, as words of camelCase. */
const FORBIDDEN_NAME_WORDS =
  "Asked Breach Culprit Desk Heard Knock Ledger Nobody Said Scribe Shelf Stranger Teller " +
  "Told Watcher Whence Whoever Witness";
/** Types that say nothing without a noun before them. */
const FORBIDDEN_TYPES =
  "Asked Fields Found Given Known Line Making Match Moment Piece Place Read Said Sight Spot Told " +
  "Way Where Wish";
/** What the first sentence of a file may not say of a module. */
const FORBIDDEN_HEADER_WORDS =
  "heard hears knocks nobody said somebody tells told whence whoever witness";

const toPattern = (words, flags) => new RegExp(`\\b(?:${words.split(" ").join("|")})\\b`, flags);

const EXPORT =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(function\*?|const|class|interface|type|enum) (\w+)/gm;

const exported = code.flatMap(({ path, text }) =>
  [...blankNonCode(text).code.matchAll(EXPORT)].map(([, kind, name]) => ({
    path,
    name,
    kind: kind === "class" || kind === "interface" || kind === "type" ? "type" : kind,
  })),
);

const splitWords = (name) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];

describe("exported names", () => {
  test("use no forbidden word", () => {
    const words = new Set(FORBIDDEN_NAME_WORDS.toLowerCase().split(" "));
    expect(exported.length).toBeGreaterThan(2000);
    expect(
      exported.filter(({ name }) => splitWords(name).some((it) => words.has(it.toLowerCase()))),
    ).toEqual([]);
  });

  test("of functions are verbs", () => {
    const isNounPhrase = ({ kind, name }) =>
      kind.startsWith("function") && /[a-z](Of|In)$/.test(name);
    const isAllowed = ({ name }) => /^(is|has|can|may|sign|one)[A-Z]|^read\w*SignIn$/.test(name);
    expect(exported.filter((it) => isNounPhrase(it) && !isAllowed(it))).toEqual([]);
  });

  test("of types are nouns with one meaning", () => {
    const forbidden = new Set(FORBIDDEN_TYPES.split(" "));
    const types = exported.filter(({ kind }) => kind === "type");
    expect(types.filter(({ name }) => forbidden.has(name))).toEqual([]);
    // The demo agent has A2A's own types: it stands for an agent that knows nothing of Loupe.
    const own = types.filter(
      ({ path }) => path.startsWith("lib/") && !path.startsWith("lib/server/demo/"),
    );
    const names = own.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

test("file headers use no forbidden word", () => {
  const pattern = toPattern(FORBIDDEN_HEADER_WORDS, "i");
  const headers = code.map(({ path, text }) => ({ path, sentence: getFirstSentence(text) }));
  expect(headers.filter(({ sentence }) => sentence !== "").length).toBeGreaterThan(500);
  expect(headers.filter(({ sentence }) => pattern.test(sentence))).toEqual([]);
});

/** The first sentence of the comment that a file begins with; empty where it has none. */
function getFirstSentence(text) {
  const start = text.replace(/^#!.*\n/, "").replace(/^"use client";\n/, "");
  const [comment = ""] = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(start) ?? [];
  const words = comment.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/)/gm, " ").replace(/\s+/g, " ");
  return /^.*?[.:](?= |$)/.exec(words.trim())?.[0] ?? words.trim();
}

describe("the glossary", () => {
  const rows = readProjectFile("docs/glossary.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (word|---)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const terms = rows.flatMap(([, word]) =>
    word
      .replace(/\(.*?\)/g, "")
      .split(/[,/]/)
      .map((it) => it.trim()),
  );

  test("has at most 80 lines, each term once", () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.length).toBeLessThanOrEqual(80);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
  });

  test("names files and folders that exist", () => {
    const places = rows.flatMap(([, , , where]) => [...where.matchAll(/`([^`]+)`/g)]);
    expect(places.filter(([, path]) => !existsSync(resolveInProject(path)))).toEqual([]);
  });

  test("has only terms that the project uses", () => {
    const words = code.map(({ path, text }) => splitWords(`${path} ${text}`).join(" ")).join("\n");
    const used = words.toLowerCase();
    const isUsed = (term) => used.includes(splitWords(term).join(" ").toLowerCase());
    expect(terms.filter((term) => !isUsed(term))).toEqual([]);
  });
});

describe("the docs", () => {
  const docs = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    ...findFiles("docs", /\.md$/),
  ].map((path) => ({ path, text: readProjectFile(path) }));
  const guide = docs.filter(({ path }) => /^docs\/(?:guide|reference)\//.test(path));
  const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`]*`/g, "");

  test("are short", () => {
    const countLines = (path) => readProjectFile(path).trimEnd().split("\n").length;
    expect(countLines("README.md")).toBeLessThanOrEqual(150);
    expect(guide.filter(({ path }) => countLines(path) > 200)).toEqual([]);
    // One page, with its tables.
    const words = readProjectFile("docs/architecture.md").split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(1_000);
  });

  test("link to pages, headings and pictures that exist", () => {
    const broken = docs.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)]
        .filter(([, file, heading]) => {
          const target = file === "" ? path : join(dirname(path), file);
          if (!existsSync(resolveInProject(target))) return true;
          return heading !== undefined && !findAnchors(readProjectFile(target)).has(heading);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("name files that exist", () => {
    const named = docs
      .filter(({ path }) => !/CHANGELOG|docs\/decisions/.test(path))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /`((?:app|bench|bin|components|docs|e2e|fixtures|fuzz|lib|scripts|soak)\/[\w./[\]-]+)`/g,
          ),
        ].map(([, file]) => ({ path, file })),
      );
    expect(named.length).toBeGreaterThan(50);
    // What is made when the package is packed needs not exist.
    const isThere = (file) => file === "docs/rules.md" || existsSync(resolveInProject(file));
    expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
  });

  test("quote labels that are on the screen", () => {
    const screen = sources
      .filter((file) => !isTest(file) && /^(components|lib|bin|app)\//.test(file.path))
      .map(({ text }) => text.replace(/\s+/g, " "))
      .join("\n");
    const quoted = guide.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => ({ path, label })),
    );
    expect(quoted.length).toBeGreaterThan(50);
    const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // The words of verdicts are capitalized where they begin a line.
    const spell = ([first, ...rest]) =>
      `(?:${escapeRegExp(first)}|${escapeRegExp(first.toLowerCase())})${escapeRegExp(rest.join(""))}`;
    const isOnScreen = ({ label }) =>
      new RegExp(`["'\`>}]\\s*${spell(label)}[….?:]?\\s*["'\`<{$]`).test(screen);
    expect(quoted.filter((it) => !isOnScreen(it))).toEqual([]);
  });
});

/** The fragments of a page's headings, as GitHub makes them. */
function findAnchors(text) {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  return new Set(
    headings.map(
      (heading) =>
        `#${heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .replace(/\s/g, "-")}`,
    ),
  );
}
