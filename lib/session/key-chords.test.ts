import { expect, test } from "vitest";
import { getChord, type KeyPress } from "./key-chords.ts";

function press(key: string, also: Partial<KeyPress> & { altGraph?: boolean } = {}): KeyPress {
  return {
    key,
    code: "",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: (name) => name === "AltGraph" && also.altGraph === true,
    ...also,
  };
}

test.each([
  [press("k", { ctrlKey: true }), false, "mod+k"],
  [press("k", { metaKey: true }), true, "mod+k"],
  [press("k", { ctrlKey: true }), true, null],
  [press("k", { altKey: true }), false, null],
  [press("K"), false, "k"],
  [press("Z", { shiftKey: true }), false, "shift+z"],
  [press("?", { shiftKey: true }), false, "?"],
  [press("[", { code: "BracketLeft" }), false, "["],
  [press("{", { code: "BracketLeft", shiftKey: true }), false, "shift+["],
  [press("[", { ctrlKey: true, altKey: true, altGraph: true }), false, "["],
  [press(" "), false, "space"],
  [press("ArrowUp"), false, "up"],
  [press("Home", { shiftKey: true }), false, "shift+home"],
  [press("Tab"), false, null],
])("%o on a Mac: %s is %s", (event, isMac, chord) => {
  expect(getChord(event, isMac)).toBe(chord);
});
