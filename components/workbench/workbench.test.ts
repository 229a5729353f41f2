// Tests of what the features of both pages register together.
import { expect, test } from "vitest";
import { createCommandTable } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { filterFuzzy } from "../palette/fuzzy-match.ts";
import { VIEWER_FEATURES } from "../viewer/features.ts";
import { COMMAND_ORDER } from "./command-order.ts";
import { WORKBENCH_FEATURES } from "./workbench.tsx";

const served = createCommandTable(WORKBENCH_FEATURES, COMMAND_ORDER);
const alone = createCommandTable(VIEWER_FEATURES, COMMAND_ORDER);
const ALL = [...served.list, ...alone.list];

test("ids and keys are unique per page", () => {
  for (const page of [served, alone]) {
    const ids = page.list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const chords = page.list.flatMap(({ keys }) => keys);
    expect(new Set(chords).size).toBe(chords.length);
    for (const chord of chords) expect(page.findByChord(chord.toLowerCase()), chord).toBeDefined();
  }
});

test("the palette lists the commands in their order, which names each of them", () => {
  for (const { list } of [served, alone]) {
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual(COMMAND_ORDER.filter((id) => ids.includes(id)));
  }
  expect(new Set(ALL.map(({ id }) => id))).toEqual(new Set(COMMAND_ORDER));
});

test("a standalone page has no commands that need a server", () => {
  const ids = alone.list.map(({ id }) => id);
  for (const id of ["send", "address", "credentials", "operations", "open", "export", "serve"]) {
    expect(ids).not.toContain(id);
  }
  for (const id of ["save", "card", "compare", "filter", "play", "theme", "stop"]) {
    expect(ids).toContain(id);
  }
  expect(alone.findByChord("mod+s")?.id).toBe("save");
  expect(served.findByChord("mod+s")?.id).toBe("export");
});

test("every documented key has a command", () => {
  const promised =
    "mod+k mod+l mod+o mod+s mod+enter mod+. / up down j k left right [ ] shift+[ shift+] " +
    "space home end z shift+z p shift+p ! d e v shift+v m 1 2 3 4 5 b i t ?";
  for (const chord of promised.split(" ")) expect(served.findByChord(chord), chord).toBeDefined();
});

test("a grade is found by the names of what it is made from and opened as", () => {
  const grade = served.list.find(({ id }) => id === "conformance");
  for (const word of ["conformance", "compliance", "tck", "acts"]) {
    const found = filterFuzzy(word, served.list, {
      textOf: ({ title }) => title,
      synonymsOf: ({ synonyms }) => synonyms,
    });
    expect(
      found.map(({ item }) => item),
      word,
    ).toContain(grade);
  }
});

test.each([
  ["byte", "tab-wire"],
  ["replay", "again"],
  ["time travel", "event-before"],
  ["mock", "serve"],
  ["redact", "export"],
  ["diff", "compare-runs"],
  ["auth", "credentials"],
  ["stop", "hang-up"],
  ["delete", "delete"],
  ["token", "credentials"],
  ["curl", "row-curl"],
  ["rewind", "start"],
])("the word “%s” leads to the command %s first", (word, id) => {
  const inPalette = served.list.filter(({ byKeyOnly }) => !byKeyOnly);
  const [first] = filterFuzzy(word, inPalette, {
    textOf: ({ title }) => title,
    synonymsOf: ({ synonyms }) => synonyms,
  });
  expect(first?.item.id).toBe(id);
});

test("commands that are not in the palette have a key", () => {
  for (const { byKeyOnly, keys, id } of ALL) {
    if (byKeyOnly) expect(keys.length, id).toBeGreaterThan(0);
  }
});

test("each dialog is registered by one feature", () => {
  const getDialogs = (features: readonly Feature[]) =>
    features.flatMap(({ dialogs = {} }) => Object.keys(dialogs));
  for (const features of [WORKBENCH_FEATURES, VIEWER_FEATURES]) {
    const ids = getDialogs(features);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(getDialogs(VIEWER_FEATURES).toSorted()).toEqual([
    "compare",
    "dialects",
    "glossary",
    "palette",
    "rules",
    "shortcuts",
  ]);
});
