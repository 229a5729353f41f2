"use client";
// The keyboard map at work: chords pressed anywhere run their commands, unless a field or a widget
// under the focus has a better use for them.
import { useEffect } from "react";
import type { CommandContext } from "../../lib/session/command-context.ts";
import { findCommandByChord } from "../../lib/session/commands.ts";
import { getChord } from "../../lib/session/key-chords.ts";

const FIELD_SELECTOR = "input, textarea, select, [contenteditable='true']";
const BUTTON_SELECTOR =
  "button, a[href], summary, [role='option'], [role='treeitem'], [role='tab']";
/** What scrolls, slides or chooses by these keys itself. */
const ARROW_KEY_SELECTOR =
  "[role='tablist'], [role='radiogroup'], [role='menu'], [role='listbox'], [role='tree'], " +
  "[role='separator'], [tabindex='0']:not(button, a, [role='row'])";

export function useShortcuts(desk: CommandContext): void {
  useEffect(() => {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = getChord(event, isMac);
      const command = chord === null ? undefined : findCommandByChord(desk, chord);
      if (chord === null || !command || isHandledByFocus(event, chord)) return;
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

function isHandledByFocus({ target }: KeyboardEvent, chord: string): boolean {
  if (chord.startsWith("mod+") || !(target instanceof Element)) return false;
  // A dialog that was closed holds the focus until the next frame, where nothing had it before.
  if (!target.checkVisibility()) return false;
  if (target.closest(FIELD_SELECTOR)) return true;
  if (chord === "space")
    return target.closest(`${BUTTON_SELECTOR}, ${ARROW_KEY_SELECTOR}`) !== null;
  return (
    /^(?:up|down|left|right|home|end)$/.test(chord) && target.closest(ARROW_KEY_SELECTOR) !== null
  );
}
