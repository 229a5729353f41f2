import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXPORT_FEATURES } from "./export-features.ts";
import { EXPORTERS } from "./formats.ts";

test("the page on formats lists each with what it leaves out", () => {
  const page = readFileSync(new URL("../../docs/log-format.md", import.meta.url), "utf8");
  const [, listed = ""] = page.split("| `--as` | what it is | left out |\n|---|---|---|\n");
  const rows = listed.slice(0, listed.indexOf("\n\n")).split("\n");
  const expected = EXPORTERS.map(({ id, title, missingFeatures: lacks }) => {
    const facts = Object.keys(EXPORT_FEATURES).filter((fact) => lacks.some((one) => one === fact));
    return {
      id,
      title,
      lacks: facts.map((fact) => EXPORT_FEATURES[fact as keyof typeof EXPORT_FEATURES]).sort(),
    };
  });
  const told = rows.map((row) => {
    const [, id = "", title, left = ""] = row.split(" | ").join("|").split("|");
    const lacks = left === " nothing " || left.trim() === "nothing" ? [] : left.trim().split("; ");
    return { id: id.replaceAll("`", "").trim(), title, lacks: lacks.sort() };
  });
  expect(told).toEqual(expected);
});
