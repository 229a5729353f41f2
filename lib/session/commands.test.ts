import { expect, test } from "vitest";
import { COMMAND_BY_CHORD, COMMANDS } from "./commands.ts";

test("no two commands have one id or one key", () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const chords = COMMANDS.flatMap(({ keys }) => keys);
  expect(new Set(chords).size).toBe(chords.length);
  expect(COMMAND_BY_CHORD.size).toBe(chords.length);
});

test("the map has every key that it promises", () => {
  const promised =
    "mod+k mod+l mod+o mod+s mod+enter mod+. / up down j k left right [ ] shift+[ shift+] " +
    "space home end z shift+z p d e 1 2 3 4 5 b i t ?";
  for (const chord of promised.split(" ")) expect(COMMAND_BY_CHORD.has(chord), chord).toBe(true);
});

test("what is not in the palette can be reached by a key", () => {
  for (const { byKeyOnly, keys, id } of COMMANDS) {
    if (byKeyOnly) expect(keys.length, id).toBeGreaterThan(0);
  }
});
