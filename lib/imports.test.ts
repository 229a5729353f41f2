// Tests of the import rules: against the real files, and against small invalid examples.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  findCycles,
  findImportViolations,
  MAY_IMPORT,
  type ProjectFile,
} from "../scripts/import-rules.ts";
import { blankNonCode, findImports } from "../scripts/import-statements.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const SOURCE_FOLDERS = /^(app|components|lib|bin|e2e|scripts|bench|fuzz)([/\\]|$)|^[^/\\]+$/;
const SOURCE = /\.(tsx?|mjs|css)$/;

function* sources(folder: string): Generator<ProjectFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = join(folder, entry.name);
    const path = relative(root, full);
    if (!SOURCE_FOLDERS.test(path) || entry.name === "node_modules" || entry.name.startsWith("."))
      continue;
    if (entry.isDirectory()) yield* sources(full);
    else if (SOURCE.test(entry.name)) {
      yield { path: path.split(sep).join("/"), text: readFileSync(full, "utf8") };
    }
  }
}

const checkFiles = (files: Record<string, string>) =>
  findImportViolations(Object.entries(files).map(([path, text]) => ({ path, text })));

const imports = (text: string) =>
  findImports(blankNonCode(text)).map(({ specifier, kind }) => `${kind} ${specifier}`);

test("the project follows the import rules", () => {
  const files = [...sources(root)];
  expect(files.length).toBeGreaterThan(20);
  expect(findImportViolations(files)).toEqual([]);
});

test("allowed directions pass", () => {
  expect(
    checkFiles({
      "app/page.tsx": 'import { Timeline } from "../components/timeline/timeline.tsx";',
      "components/timeline/timeline.tsx":
        'import { Button } from "../ui/button.tsx";\nimport { fold } from "../../lib/timeline/fold.ts";\nimport { useMemo } from "react";',
      "lib/session/store.ts": 'import { createStore } from "zustand";\nimport "../log/log.ts";',
      "lib/timeline/fold.ts": 'import type { R } from "../wire/record.ts";',
      "lib/timeline/fold.test.ts": 'import { readFileSync } from "node:fs";',
      "app/api/feed/route.ts": 'export { GET } from "../../../lib/server/recording/feed.ts";',
      "instrumentation.ts": 'import { guard } from "./lib/server/guard.ts";',
      "lib/oauth/token.ts": 'import { None } from "oauth4webapi";',
      "lib/protocol/card/signature/a.ts": 'import { errors } from "jose";',
      "bin/inspect.ts": 'import "../lib/lint/lint.ts";\nimport { argv } from "node:process";',
    }),
  ).toEqual([]);
});

test.each([
  [
    "lib/wire/sse-framer.ts",
    'import { a } from "../protocol/model.ts";',
    "lib/wire may not import",
  ],
  ["lib/protocol/a.ts", 'import type {\n  A,\n} from "../timeline/a.ts";', "may not import lib/ti"],
  ["lib/log/a.ts", 'export * from "../lint/a.ts";', "lib/log may not import lib/lint"],
  ["lib/session/a.ts", 'const a = import("../server/a.ts");', "may not import lib/server"],
  ["lib/server/a.ts", 'import { a } from "../log/a.ts";', "lib/server may not import lib/log"],
  ["components/ui/a.tsx", 'import { a } from "../../lib/wire/a.ts";', "may not import lib/wire"],
  ["components/ui/a.tsx", 'import { a } from "../inspect/a.tsx";', "may not import components"],
  ["components/a.tsx", 'import { a } from "../lib/server/a.ts";', "may not import lib/server"],
  ["components/a.tsx", 'import { a } from "./inspect/a.tsx";', "may not import components/inspect"],
  ["components/app-shell/a.ts", 'import type { A } from "../card/a.ts";', "components/card"],
  ["components/labels/a.ts", 'import { a } from "../inspect/a.ts";', "components/inspect"],
  ["components/content/a.tsx", 'import { a } from "../inspect/a.tsx";', "components/inspect"],
  ["components/limits/a.tsx", 'const a = import("../library/a.tsx");', "components/library"],
  ["components/card/a.tsx", 'import { a } from "../workbench/a.tsx";', "components/workbench"],
  ["components/workbench/a.tsx", 'import { a } from "../viewer/a.tsx";', "components/viewer"],
  ["components/utils/a.ts", "", "components/utils is not a known part"],
  ["app/page.tsx", 'import { a } from "../lib/server/a.ts";', "app may not import lib/server"],
  ["app/api/a/route.ts", 'import { a } from "../../../lib/log/a.ts";', "may not import lib/log"],
  ["bin/a.ts", 'import { a } from "../lib/session/a.ts";', "bin may not import lib/session"],
  ["lib/wire/a.ts", 'import a from "../../fixtures/a.json";', "may not import fixtures"],
  ["lib/utils/a.ts", 'import { a } from "../wire/b.ts";', "lib/utils is not a known part"],
  ["lib/report/a.ts", 'import { a } from "../log/a.ts";', "lib/report may not import lib/log"],
  ["lib/lint/a.ts", 'import { a } from "../report/a.ts";', "lib/lint may not import lib/report"],
  ["lib/lint/a.ts", 'import { useState } from "react";', "may not import the package"],
  ["lib/lint/a.ts", 'import { readFileSync } from "node:fs";', "may not import the package"],
  ["lib/oauth/a.ts", 'import { errors } from "jose";', "may not import the package"],
  ["lib/protocol/card/a.ts", 'import { errors } from "jose";', "may not import the package"],
  ["bin/a.ts", 'import { a } from "../lib/oauth/a.ts";', "bin may not import lib/oauth"],
  ["lib/session/a.ts", 'import { readFileSync } from "fs";', "runs in the browser"],
  ["lib/log/a.ts", 'new Worker(new URL("../server/a.ts", import.meta.url));', "may not import"],
])("%s importing %j is reported", (path, text, violation) => {
  expect(checkFiles({ [path]: text })).toEqual([expect.stringContaining(violation)]);
});

test.each([
  "const a = window.name;",
  "if (typeof document === x) y();",
  "return Buffer.from(a);",
  "const a = { at: Date.now() };",
  `const a = \`at \${Date.now()}\`;`,
  "const a = new Date();",
  "const a = Math.random();",
  "const id = crypto.randomUUID();",
  "setTimeout(a, 1);",
  "const a = b ? process : c;",
])("the pure core is caught with %j", (text) => {
  expect(checkFiles({ "lib/timeline/a.ts": text })).toHaveLength(1);
  expect(checkFiles({ "components/a.tsx": text, "lib/timeline/a.test.ts": text })).toEqual([]);
});

test("names that only look impure pass", () => {
  const text = [
    "// window and document are for others",
    `const a = "process"; const b = \`window \${a} document\`; const c = /crypto["]/;`,
    "interface Part { document: string; readonly window?: number }",
    "const d = { process: 1, crypto: 2 }; const e = d.process + d.crypto;",
    "const f = new Date(d.process); const windowed = 1;",
  ].join("\n");
  expect(checkFiles({ "lib/wire/a.ts": text })).toEqual([]);
});

test.each([
  'export { a } from "./a.ts";',
  'import type { A } from "./a.ts";',
  'const a = import("./a.ts");',
])("a cycle that %j closes is reported", (back) => {
  expect(
    checkFiles({ "lib/wire/a.ts": 'import { b } from "./b.ts";', "lib/wire/b.ts": back }),
  ).toEqual(["cycle: lib/wire/a.ts -> lib/wire/b.ts -> lib/wire/a.ts"]);
});

test("what the start page may not load is found behind its imports, but not if it loads on demand", () => {
  const check = (text: string) =>
    checkFiles({
      "app/page.tsx": 'import "../components/connect/welcome.tsx";',
      "components/connect/welcome.tsx": text,
      "lib/lint/problems.ts": "",
    });
  expect(check('import { a } from "../../lib/lint/problems.ts";')).toEqual([
    "the start page loads lib/lint: app/page.tsx -> components/connect/welcome.tsx -> lib/lint/problems.ts",
  ]);
  expect(check('import type { A } from "../../lib/lint/problems.ts";')).toEqual([]);
  expect(check('const a = import("../../lib/lint/problems.ts");')).toEqual([]);
});

test("the allowed directions between parts have no cycle", () => {
  expect(findCycles(new Map(Object.entries(MAY_IMPORT)))).toEqual([]);
});

test("a file over the length limit is reported", () => {
  expect(checkFiles({ "e2e/long.spec.ts": "\n".repeat(501) })).toHaveLength(1);
  expect(checkFiles({ "e2e/fits.spec.ts": "\n".repeat(500) })).toEqual([]);
});

test("every form of import is found", () => {
  expect(imports('import a, { b as c } from "1";')).toEqual(["value 1"]);
  expect(imports("import * as a from '1'")).toEqual(["value 1"]);
  expect(imports('import{a}from"1"')).toEqual(["value 1"]);
  expect(imports('import {\n  type A, // "no"\n  b,\n} from "1";')).toEqual(["value 1"]);
  expect(imports('import type { A } from "1"; export type { B } from "2";')).toHaveLength(2);
  expect(imports('import type from "1";')).toEqual(["value 1"]);
  expect(imports('export * as a from "1"; import "2";')).toEqual(["value 1", "value 2"]);
  expect(imports('export interface A { a: 1 }\nimport type { B } from "1";')).toEqual(["type 1"]);
  expect(imports('type A = import("1").A; const b = await import( "2" );')).toHaveLength(2);
});

test("comments and strings import nothing", () => {
  expect(imports('// import "1";\n/* import "2";\n */ const a = \'import "3"\';')).toEqual([]);
  expect(imports(`const a = \`import "1" \${"}"} import "2"\`;`)).toEqual([]);
  expect(imports('const a = /import "1"/; b.import("2");')).toEqual([]);
  expect(imports('<p>Don\'t</p>;\nimport "1";')).toEqual(["value 1"]);
});
