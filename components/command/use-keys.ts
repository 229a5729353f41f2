"use client";
// The keyboard map at work: chords pressed anywhere run their commands, unless a field or a widget
// under the focus has a better use for them.
import { useEffect } from "react";
import { commandOn } from "../../lib/session/commands.ts";
import type { Desk } from "../../lib/session/desk.ts";
import { chordOf } from "../../lib/session/keys.ts";

const FIELD = "input, textarea, select, [contenteditable='true']";
const PRESSABLE = "button, a[href], summary, [role='option'], [role='treeitem'], [role='tab']";
/** What scrolls, slides or chooses by these keys itself. */
const STEERED =
  "[role='tablist'], [role='radiogroup'], [role='menu'], [role='listbox'], [role='tree'], " +
  "[role='separator'], [tabindex='0']:not(button, a, [role='row'])";

export function useKeys(desk: Desk): void {
  useEffect(() => {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = chordOf(event, isMac);
      const command = chord === null ? undefined : commandOn(desk, chord);
      if (chord === null || !command || isTaken(event, chord)) return;
      // The browser's own save or open would only be a surprise here.
      if (chord.startsWith("mod+")) event.preventDefault();
      if (document.querySelector("dialog:modal") || !command.enabled(desk)) return;
      event.preventDefault();
      command.run(desk);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [desk]);
}

function isTaken({ target }: KeyboardEvent, chord: string): boolean {
  if (chord.startsWith("mod+") || !(target instanceof Element)) return false;
  // A dialog that was closed holds the focus until the next frame, where nothing had it before.
  if (!target.checkVisibility()) return false;
  if (target.closest(FIELD)) return true;
  if (chord === "space") return target.closest(`${PRESSABLE}, ${STEERED}`) !== null;
  return /^(?:up|down|left|right|home|end)$/.test(chord) && target.closest(STEERED) !== null;
}
