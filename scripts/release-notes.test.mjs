import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInProject } from "./project.mjs";
import { cutReleaseNotes } from "./release-notes.mjs";

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Not yet.

## [0.2.0] - 2026-12-01

### Added

- A thing.

### Fixed

- Another.

## [0.2.0-rc.1] - 2026-11-30

- A candidate.

## [0.1.0] - 2026-11-23
`;

test("the notes are the section of the version", () => {
  expect(cutReleaseNotes(CHANGELOG, "v0.2.0", "0.2.0")).toBe(
    "### Added\n\n- A thing.\n\n### Fixed\n\n- Another.\n",
  );
  expect(cutReleaseNotes(CHANGELOG, "v0.2.0-rc.1", "0.2.0-rc.1")).toBe("- A candidate.\n");
});

test.each([
  ["0.2.0", "0.2.0", "not a tag of a version"],
  ["vUnreleased", "Unreleased", "not a tag of a version"],
  ["v0.2.0", "0.1.0", "package.json has version 0.1.0"],
  ["v0.1.0", "0.1.0", "says nothing about 0.1.0"],
  ["v0.3.0", "0.3.0", "says nothing about 0.3.0"],
])("the tag %s of version %s is refused", (tag, version, reason) => {
  expect(() => cutReleaseNotes(CHANGELOG, tag, version)).toThrow(reason);
});

test("the changelog has notes for the version that was released", () => {
  const changelog = readFileSync(resolveInProject("CHANGELOG.md"), "utf8");
  expect(cutReleaseNotes(changelog, "v0.1.0", "0.1.0")).toContain("A command line");
});
