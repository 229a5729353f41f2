import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXPORT_FEATURES } from "./export-features.ts";
import { EXPORTERS } from "./formats.ts";

test("docs/log-format.md lists each format with what it leaves out", () => {
  const page = readFileSync(new URL("../../docs/log-format.md", import.meta.url), "utf8");
  const [, table = ""] = page.split("| `--as` | what it is | left out |\n|---|---|---|\n");
  const rows = table.slice(0, table.indexOf("\n\n")).split("\n");
  const expected = EXPORTERS.map(({ id, title, missingFeatures }) => {
    const features = Object.keys(EXPORT_FEATURES).filter((feature) =>
      missingFeatures.some((missing) => missing === feature),
    );
    return {
      id,
      title,
      leftOut: features
        .map((feature) => EXPORT_FEATURES[feature as keyof typeof EXPORT_FEATURES])
        .sort(),
    };
  });
  const documented = rows.map((row) => {
    const [, id = "", title, cell = ""] = row.split(" | ").join("|").split("|");
    const leftOut = cell.trim() === "nothing" ? [] : cell.trim().split("; ");
    return { id: id.replaceAll("`", "").trim(), title, leftOut: leftOut.sort() };
  });
  expect(documented).toEqual(expected);
});
