// Tests of the dependency rules: against the real files, and against small invalid examples.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findLockViolations, findPageViolations } from "./dependency-rules.mjs";
import { resolveInProject } from "./project.mjs";

const json = (...names) => JSON.parse(readFileSync(resolveInProject(...names), "utf8"));

/** Detects the licence of a package whose package.json names none, from its licence text. */
function readLicence(path) {
  const file = resolveInProject(path, "LICENSE");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return /^\s*Apache License\s+Version 2\.0/.test(text) ? "Apache-2.0" : undefined;
}

const manifest = { dependencies: { a: "1.0.0" }, devDependencies: { b: "npm:@x/b@2.0.0" } };
const entry = (version, more = {}) => ({ version, integrity: "sha512-x", license: "MIT", ...more });
const lock = (more = {}) => ({
  packages: {
    "": manifest,
    "node_modules/a": entry("1.0.0"),
    "node_modules/b": entry("2.0.0", { license: "(Apache-2.0 AND BSD-3-Clause)" }),
    ...more,
  },
});
const page = `
| \`a\` | 1.0.0 | MIT | what for | why |
| \`b\` | 2.0.0 | Apache-2.0 AND BSD-3-Clause | what for | why |

| licence | packages |
|---|---|
| MIT | 1 |
| Apache-2.0 AND BSD-3-Clause | 1 |
`;

test("the packages follow the rules", () => {
  expect(findLockViolations(json("package.json"), json("package-lock.json"), readLicence)).toEqual(
    [],
  );
});

test("docs/dependencies.md matches package.json and the lock file", () => {
  const text = readFileSync(resolveInProject("docs", "dependencies.md"), "utf8");
  const violations = findPageViolations(
    text,
    json("package.json"),
    json("package-lock.json"),
    readLicence,
  );
  expect(violations).toEqual([]);
});

test("valid files pass", () => {
  expect(findLockViolations(manifest, lock())).toEqual([]);
  expect(findPageViolations(page, manifest, lock())).toEqual([]);
});

test.each([
  ["no checksum", entry("1.0.0", { integrity: undefined })],
  ["not from the registry", entry("1.0.0", { resolved: "git+ssh://git@example.com/c.git#1" })],
  ["not from the registry", entry("1.0.0", { link: true })],
  ["licence AGPL-3.0-only", entry("1.0.0", { license: "AGPL-3.0-only" })],
  ["licence MIT AND GPL-2.0-only", entry("1.0.0", { license: "MIT AND GPL-2.0-only" })],
  ["licence LGPL-3.0-or-later", entry("1.0.0", { license: "LGPL-3.0-or-later" })],
  ["licence unknown", entry("1.0.0", { license: undefined })],
  ["d-linux is missing", entry("1.0.0", { optionalDependencies: { "d-linux": "1.0.0" } })],
])("%s is reported", (message, broken) => {
  expect(findLockViolations(manifest, lock({ "node_modules/c": broken }))).toEqual([
    expect.stringContaining(message),
  ]);
});

test("unusual but valid entries pass", () => {
  const odd = {
    "node_modules/c": entry("1.0.0", { license: "GPL-2.0-only OR MIT" }),
    "node_modules/d": entry("1.0.0", { license: "LGPL-3.0-or-later", optional: true }),
    "node_modules/c/node_modules/e": entry("1.0.0", { integrity: undefined, inBundle: true }),
    "node_modules/c/node_modules/f": entry("1.0.0", { optionalDependencies: { e: "1", a: "1" } }),
  };
  expect(findLockViolations(manifest, lock(odd))).toEqual([]);
});

test.each(["^1.0.0", "~1.0.0", "1.x", "latest", "npm:@x/a@^1.0.0", "file:../a", "github:x/a"])(
  "%s is not an exact version",
  (range) => {
    const loose = { ...manifest, dependencies: { a: range } };
    expect(findLockViolations(loose, lock({ "": loose }))).toEqual([
      `a: ${range} is not an exact version`,
    ]);
  },
);

test("a lock file with other dependencies is reported", () => {
  const more = { ...manifest, dependencies: { a: "1.0.0", c: "1.0.0" } };
  expect(findLockViolations(more, lock())).toEqual([
    "the lock file has other dependencies than package.json",
  ]);
});

test.each([
  ["another version", page.replace("1.0.0", "1.0.1"), 2],
  ["another licence", page.replace("1.0.0 | MIT", "1.0.0 | ISC"), 2],
  ["no row", page.replace(/^\| `a`.*$/m, ""), 1],
  ["a row too many", page.replace(/^\| `a`.*$/m, "$&\n| `c` | 1.0.0 | MIT | what for | why |"), 1],
  ["a row twice", page.replace(/^\| `a`.*$/m, "$&\n$&"), 1],
  ["another count", page.replace("| MIT | 1 |", "| MIT | 2 |"), 2],
])("a page with %s is reported", (_, text, count) => {
  expect(findPageViolations(text, manifest, lock())).toHaveLength(count);
});
