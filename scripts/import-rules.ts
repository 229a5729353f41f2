// Import rules: which part of the project may import which, the globals that the pure core may not
// use, what the start page may not load, the maximum file length, and no import cycles, of values or
// types.
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { getComponentRules } from "./component-rules.ts";
import {
  type BlankedSource,
  blankNonCode,
  findImports,
  type ImportStatement,
} from "./import-statements.ts";

export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  text: string;
}

const MAX_LINES = 500;

const TEXT = ["lib/text"];
const JSON_TEXT = ["lib/json", ...TEXT];
const WIRE = ["lib/wire", "lib/api", "lib/collections", ...JSON_TEXT];
const PROTOCOL = ["lib/protocol", "lib/secrets", ...WIRE];
const TIMELINE = ["lib/timeline", ...PROTOCOL];
const DIALECTS = ["lib/dialects", ...TIMELINE];
const LINT = ["lib/lint", ...DIALECTS];
const EXPORT = ["lib/log", "lib/compression", "lib/report", ...LINT];
const DIFF = ["lib/report", ...LINT];
/** Pure parts: without clock, network or state of their own. */
export const CORE = [
  "lib/export",
  "lib/diff",
  "lib/check",
  "lib/conform",
  "lib/clients",
  "lib/resend",
  "lib/redact",
  "lib/search",
  "lib/requests",
  "lib/oauth",
  "lib/conversation",
  "lib/operations",
  "lib/otlp",
  ...EXPORT,
];
/** Packages that folders of the pure core may import; the others import none. */
const CORE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "lib/api/schemas": ["zod"],
  "lib/conform/acts": ["zod"],
  "lib/oauth": ["oauth4webapi"],
  "lib/operations": ["zod"],
  "lib/requests": ["zod"],
  "lib/protocol/card/signature": ["jose"],
};
const SESSION = ["lib/session", ...CORE.filter((part) => part !== "lib/operations")];
const COMPONENTS = getComponentRules(SESSION);
const SERVER = [
  "lib/server",
  "lib/mcp",
  "lib/operations",
  "lib/requests",
  "lib/conform",
  ...PROTOCOL,
];

/** Each part of the project, and the other parts it may import. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "lib/text": [],
  "lib/collections": [],
  "lib/compression": TEXT,
  "lib/json": TEXT,
  "lib/wire": ["lib/collections", ...JSON_TEXT],
  "lib/api": ["lib/wire", ...TEXT],
  "lib/secrets": WIRE,
  "lib/protocol": ["lib/secrets", ...WIRE],
  "lib/timeline": PROTOCOL,
  "lib/dialects": TIMELINE,
  "lib/lint": DIALECTS,
  "lib/conversation": LINT,
  "lib/oauth": PROTOCOL,
  "lib/log": ["lib/compression", ...DIALECTS],
  "lib/redact": DIALECTS,
  "lib/report": LINT,
  "lib/otlp": ["lib/log", "lib/compression", "lib/redact", ...DIFF],
  "lib/export": ["lib/otlp", ...EXPORT],
  "lib/diff": DIFF,
  "lib/check": DIFF,
  "lib/conform": DIFF,
  "lib/clients": ["lib/conform", ...DIFF],
  "lib/resend": TIMELINE,
  "lib/search": EXPORT,
  "lib/requests": PROTOCOL,
  "lib/operations": [
    "lib/check",
    "lib/conform",
    "lib/diff",
    "lib/log",
    "lib/compression",
    "lib/redact",
    "lib/report",
    ...LINT,
  ],
  "lib/mcp": ["lib/operations", "lib/secrets", "lib/report", "lib/api", ...TEXT],
  "lib/session": CORE.filter((part) => part !== "lib/operations"),
  "lib/server": [
    "lib/clients",
    "lib/conform",
    "lib/operations",
    "lib/otlp",
    "lib/requests",
    "lib/resend",
    "lib/report",
    "lib/search",
    ...LINT,
  ],
  ...COMPONENTS,
  app: [...Object.keys(COMPONENTS), ...SESSION],
  routes: SERVER,
  // Only the page signs in.
  bin: ["lib/server", "lib/mcp", ...CORE.filter((part) => part !== "lib/oauth")],
};

const START_PAGE = "app/page.tsx";
/** Parts that load with the first run or agent, not with the start page. */
const AFTER_START_PAGE = [
  "lib/api/schemas",
  "lib/check",
  "lib/compression",
  "lib/conform",
  "lib/conversation",
  "lib/diff",
  "lib/export",
  "lib/json",
  "lib/lint",
  "lib/log",
  "lib/oauth",
  "lib/otlp",
  "lib/redact",
  "lib/report",
  "lib/requests",
  "lib/resend",
  "lib/search",
  "lib/secrets",
  "lib/wire",
];

const IN_BROWSER = ["app", "lib/session", ...Object.keys(COMPONENTS)];

const GLOBALS =
  "window|document|navigator|localStorage|sessionStorage|globalThis|process|Buffer|require|fetch|" +
  "setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame|performance|crypto";
const IMPURE = [
  new RegExp(`(?<![\\w$.])(?:${GLOBALS})\\b`, "g"),
  /(?<![\w$.])Date\s*\.\s*now\b/g,
  /(?<![\w$.])new\s+Date\s*(?:\(\s*\)|(?![\s(]))/g,
  /(?<![\w$.])Math\s*\.\s*random\b/g,
];

const isTest = (path: string) => /\.(test|spec)\.[a-z]+$/.test(path);

function getProjectPart(path: string): string {
  const [top = "", next = ""] = path.split("/");
  if (top === "lib") return `lib/${next}`;
  // Files without a folder are the ground that the folders stand on.
  if (top === "components") return path.split("/").length > 2 ? `components/${next}` : top;
  // The launcher belongs to the scripts it starts.
  if (path === "bin/loupe.mjs" || path === "bin/a2a-conformance.mjs") return "scripts";
  if (/^(app\/(api|demo|replay|inbox|mcp)\/|instrumentation\.ts$)/.test(path)) return "routes";
  return top;
}

/** One line for each violation, in file order. */
export function findImportViolations(files: readonly ProjectFile[]): string[] {
  const found: string[] = [];
  const graph = new Map<string, string[]>();
  const loadedTogether = new Map<string, string[]>();
  for (const { path, text } of files) {
    const lines = text.split("\n").length - 1;
    if (lines > MAX_LINES) found.push(`${path}: ${lines} lines, more than ${MAX_LINES}`);
    if (isTest(path)) continue;
    const source = blankNonCode(text);
    const imports = findImports(source);
    const part = getProjectPart(path);
    if (/^(lib|components)\//.test(part) && !(part in MAY_IMPORT)) {
      found.push(`${path}: ${part} is not a known part of the project`);
    }
    found.push(...imports.flatMap((it) => checkImport(path, part, it) ?? []));
    if (CORE.includes(part)) found.push(...findImpureUses(path, source));
    const relative = imports.filter(isRelative);
    const resolve = (it: ImportStatement) => resolveSpecifier(path, it);
    graph.set(path, relative.map(resolve));
    loadedTogether.set(path, relative.filter(({ kind }) => kind === "value").map(resolve));
  }
  return [...found, ...findLoadedTooEarly(loadedTogether), ...findCycles(graph)];
}

const isRelative = ({ specifier }: ImportStatement) => /^\.\.?\//.test(specifier);

const resolveSpecifier = (path: string, { specifier }: ImportStatement) =>
  posix.join(posix.dirname(path), specifier);

function checkImport(path: string, part: string, statement: ImportStatement) {
  const allowed = MAY_IMPORT[part];
  const { specifier } = statement;
  if (allowed === undefined) return undefined;
  if (isRelative(statement)) {
    const other = getProjectPart(resolveSpecifier(path, statement));
    if (other === part || allowed.includes(other)) return undefined;
    return `${path}: ${part} may not import ${other} ("${specifier}")`;
  }
  if (CORE.includes(part) && !mayImportPackage(path, specifier)) {
    return `${path}: this part of the pure core may not import the package ("${specifier}")`;
  }
  if (IN_BROWSER.includes(part) && isBuiltin(specifier)) {
    return `${path}: runs in the browser, which has no "${specifier}"`;
  }
  return undefined;
}

function mayImportPackage(path: string, specifier: string): boolean {
  return Object.entries(CORE_PACKAGES).some(
    ([folder, packages]) => path.startsWith(`${folder}/`) && packages.includes(specifier),
  );
}

/** One line for each part that the start page loads too early, with the imports that lead to it. */
function findLoadedTooEarly(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Map<string, string>();
  const trails = new Map([[START_PAGE, [START_PAGE]]]);
  // Grows while it is walked, nearest files first.
  for (const [path, trail] of trails) {
    const part = AFTER_START_PAGE.find((folder) => path.startsWith(`${folder}/`));
    if (part !== undefined) {
      if (!found.has(part)) found.set(part, `the start page loads ${part}: ${trail.join(" -> ")}`);
      continue;
    }
    for (const next of graph.get(path) ?? [])
      if (!trails.has(next)) trails.set(next, [...trail, next]);
  }
  return [...found.values()];
}

function findImpureUses(path: string, { code }: BlankedSource): string[] {
  return IMPURE.flatMap((pattern) =>
    [...code.matchAll(pattern)]
      .filter(({ index, 0: { length } }) => !isKey(code, index, index + length))
      .map(({ index, 0: name }) => {
        const line = code.slice(0, index).split("\n").length;
        return `${path}:${line}: the pure core may not use ${name.replace(/\s+/g, " ")}`;
      }),
  );
}

/** True for the name of a property or parameter, as in `{ document: x }`, which is not the global. */
const isKey = (code: string, start: number, end: number) =>
  /[{,;(]\s*(readonly\s+)?$/.test(code.slice(Math.max(0, start - 40), start)) &&
  /^\s*\??:/.test(code.slice(end, end + 40));

/** One line for each way back to where it started, be it by values, by types or loaded on demand. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string) => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`cycle: ${[...trail.slice(start), path].join(" -> ")}`);
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}
