import { expect, test } from "vitest";
import { COMMANDS, findCommandByChord, getCommands } from "./commands.ts";

const served = { standsAlone: false };
const alone = { standsAlone: true };

test("no two commands have one id or, on one page, one key", () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const page of [served, alone]) {
    const chords = getCommands(page).flatMap(({ keys }) => keys);
    expect(new Set(chords).size).toBe(chords.length);
    for (const chord of chords)
      expect(findCommandByChord(page, chord.toLowerCase()), chord).toBeDefined();
  }
});

test("a page that stands alone offers nothing that needs a server", () => {
  const ids = getCommands(alone).map(({ id }) => id);
  for (const id of ["send", "address", "credentials", "operations", "open", "export", "serve"]) {
    expect(ids).not.toContain(id);
  }
  for (const id of ["save", "card", "compare", "filter", "play", "theme"]) {
    expect(ids).toContain(id);
  }
  expect(findCommandByChord(alone, "mod+s")?.id).toBe("save");
  expect(findCommandByChord(served, "mod+s")?.id).toBe("export");
});

test("the map has every key that it promises", () => {
  const promised =
    "mod+k mod+l mod+o mod+s mod+enter mod+. / up down j k left right [ ] shift+[ shift+] " +
    "space home end z shift+z p shift+p ! d e 1 2 3 4 5 b i t ?";
  for (const chord of promised.split(" "))
    expect(findCommandByChord(served, chord), chord).toBeDefined();
});

test("what is not in the palette can be reached by a key", () => {
  for (const { byKeyOnly, keys, id } of COMMANDS) {
    if (byKeyOnly) expect(keys.length, id).toBeGreaterThan(0);
  }
});
