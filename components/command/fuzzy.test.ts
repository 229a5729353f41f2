import { expect, test } from "vitest";
import { fuzzyFilter, fuzzyMatch } from "./fuzzy.ts";

test("letters match in order, wherever they are", () => {
  expect(fuzzyMatch("stc", "Switch theme, copy")?.at).toEqual([0, 7, 14]);
  expect(fuzzyMatch("xyz", "Switch theme")).toBeNull();
  expect(fuzzyMatch("emeht", "theme")).toBeNull();
  expect(fuzzyMatch("", "anything")).toEqual({ score: 0, at: [] });
  expect(fuzzyMatch("  ", "anything")?.at).toEqual([]);
});

test("spaces in the query mean nothing, and case neither", () => {
  expect(fuzzyMatch("Sw TH", "switch theme")?.at).toEqual([0, 1, 7, 8]);
});

test.each([
  ["st", ["Next state change", "Stop watching", "Switch theme"], "Stop watching"],
  ["np", ["Next problem", "Open a log in place"], "Next problem"],
  ["send", ["SubscribeToTask ended", "Send"], "Send"],
  ["ssm", ["GetTask some", "SendStreamingMessage"], "SendStreamingMessage"],
])("%s finds the best of %j first", (query, texts, best) => {
  expect(fuzzyFilter(query, texts, (text) => text)[0]?.item).toBe(best);
});

test("an empty query keeps everything in its order", () => {
  const texts = ["c", "a", "b"];
  expect(fuzzyFilter(" ", texts, (text) => text).map(({ item }) => item)).toEqual(texts);
});
