import { expect, test } from "vitest";
import { filterFuzzy, matchFuzzy } from "./fuzzy-match.ts";

const BY_TEXT = { textOf: (text: string) => text };

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
  expect(filterFuzzy(query, texts, BY_TEXT)[0]?.item).toBe(best);
});

test("an empty query keeps everything in its order", () => {
  const texts = ["c", "a", "b"];
  expect(filterFuzzy(" ", texts, BY_TEXT).map(({ item }) => item)).toEqual(texts);
});

test("letters scattered over a text are no match", () => {
  expect(matchFuzzy("byte", "Hide or show protocol noise between yellow states")).not.toBeNull();
  const texts = ["Hide or show protocol noise between yellow states", "Show bytes"];
  expect(filterFuzzy("byte", texts, BY_TEXT).map(({ item }) => item)).toEqual(["Show bytes"]);
});

test("beside a word that was meant, scattered letters are no match", () => {
  const texts = ["Add a data part", "Go to start page", "Tap agents", "Adapt to screen"];
  expect(filterFuzzy("tap", texts, BY_TEXT).map(({ item }) => item)).toEqual(["Tap agents"]);
  expect(filterFuzzy("tap", ["Add a data part"], BY_TEXT)).toHaveLength(1);
});

test.each([
  ["auth", "Compare with the last good run of this message"],
  ["delete", "Send with Enter or with Ctrl+Enter"],
])("%s is not found in “%s”", (query, text) => {
  expect(matchFuzzy(query, text)).not.toBeNull();
  expect(filterFuzzy(query, [text], BY_TEXT)).toEqual([]);
});

test.each([
  ["fltr", "Filter rows"],
  ["cmp", "Compare with another recording"],
])("%s is found in “%s”", (query, text) => {
  expect(filterFuzzy(query, [text], BY_TEXT)).toHaveLength(1);
});

test("a name is found by what is typed of its words, not by letters of several", () => {
  const find = (query: string) =>
    filterFuzzy(query, ["stream 0.3 over gRPC"], { ...BY_TEXT, isName: () => true });
  expect(filterFuzzy("stop", ["stream 0.3 over gRPC"], BY_TEXT)).toHaveLength(1);
  expect(find("stop")).toEqual([]);
  expect(find("grpc STR")).toEqual([]);
  expect(find("stream grpc")).toHaveLength(1);
  expect(find(" over")).toHaveLength(1);
});

test("a command is found by the words that users have for it", () => {
  const commands = [
    { title: "Serve as an agent", synonyms: ["mock", "fake server"] },
    { title: "Show summary", synonyms: ["tokens"] },
  ];
  const find = (query: string) =>
    filterFuzzy(query, commands, {
      textOf: ({ title }) => title,
      synonymsOf: ({ synonyms }) => synonyms,
    }).map(({ item }) => item.title);
  expect(find("Mock")).toEqual(["Serve as an agent"]);
  expect(find("server")).toEqual(["Serve as an agent"]);
  expect(find("token")).toEqual(["Show summary"]);
  expect(find("ock")).toEqual([]);
});
