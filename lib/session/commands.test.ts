import { expect, test } from "vitest";
import { COMMANDS, findCommandByChord, getCommands } from "./commands.ts";

const served = { standsAlone: false };
const alone = { standsAlone: true };

test("ids are unique, and keys are unique per page", () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const page of [served, alone]) {
    const chords = getCommands(page).flatMap(({ keys }) => keys);
    expect(new Set(chords).size).toBe(chords.length);
    for (const chord of chords)
      expect(findCommandByChord(page, chord.toLowerCase()), chord).toBeDefined();
  }
});

test("a standalone page has no commands that need a server", () => {
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

test("every documented key has a command", () => {
  const promised =
    "mod+k mod+l mod+o mod+s mod+enter mod+. / up down j k left right [ ] shift+[ shift+] " +
    "space home end z shift+z p shift+p ! d e 1 2 3 4 5 b i t ?";
  for (const chord of promised.split(" "))
    expect(findCommandByChord(served, chord), chord).toBeDefined();
});

test("commands that are not in the palette have a key", () => {
  for (const { byKeyOnly, keys, id } of COMMANDS) {
    if (byKeyOnly) expect(keys.length, id).toBeGreaterThan(0);
  }
});
