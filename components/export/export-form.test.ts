import { expect, test } from "vitest";
import { createExportFileName } from "./export-form.tsx";

test.each([
  ["weather", ".jsonl", false, "weather.jsonl"],
  ["run.sse.gz", ".har", false, "run.har"],
  ["run.events.jsonl", ".md", true, "run (part).md"],
  ["../..\\evil\u0000: <name>?", ".sh", false, "-..-evil-- -name--.sh"],
  ["...", ".md", false, "run.md"],
  ["", ".md", false, "run.md"],
])("%j as %s", (run, extension, isPart, name) => {
  expect(createExportFileName(run, extension, isPart)).toBe(name);
});
