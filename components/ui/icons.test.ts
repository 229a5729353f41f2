// No icon means two things: each glyph has one name, and each name is used.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ICONS } from "./icons.tsx";

const COMPONENTS = join(import.meta.dirname, "..");
const sources = readdirSync(COMPONENTS, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/ui\/icons\.|\.test\./.test(path))
  .map((path) => readFileSync(join(COMPONENTS, path), "utf8"))
  .join("\n");

test("each glyph has one name", () => {
  const glyphs = Object.values(ICONS);
  expect(new Set(glyphs).size).toBe(glyphs.length);
});

test("each name is used", () => {
  const unused = Object.keys(ICONS).filter((name) => !sources.includes(`"${name}"`));
  expect(unused).toEqual([]);
});
