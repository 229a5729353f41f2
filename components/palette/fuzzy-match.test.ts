import { expect, test } from "vitest";
import { filterFuzzy, matchFuzzy } from "./fuzzy-match.ts";

test("letters match in order, wherever they are", () => {
  expect(matchFuzzy("stc", "Switch theme, copy")?.positions).toEqual([0, 7, 14]);
  expect(matchFuzzy("xyz", "Switch theme")).toBeNull();
  expect(matchFuzzy("emeht", "theme")).toBeNull();
  expect(matchFuzzy("", "anything")).toEqual({ score: 0, positions: [] });
  expect(matchFuzzy("  ", "anything")?.positions).toEqual([]);
});

test("spaces and case in the query are ignored", () => {
  expect(matchFuzzy("Sw TH", "switch theme")?.positions).toEqual([0, 1, 7, 8]);
});

test.each([
  ["st", ["Next state change", "Stop watching", "Switch theme"], "Stop watching"],
  ["np", ["Next problem", "Open a log in place"], "Next problem"],
  ["send", ["SubscribeToTask ended", "Send"], "Send"],
  ["ssm", ["GetTask some", "SendStreamingMessage"], "SendStreamingMessage"],
])("%s finds the best of %j first", (query, texts, best) => {
  expect(filterFuzzy(query, texts, (text) => text)[0]?.item).toBe(best);
});

test("an empty query keeps everything in its order", () => {
  const texts = ["c", "a", "b"];
  expect(filterFuzzy(" ", texts, (text) => text).map(({ item }) => item)).toEqual(texts);
});
