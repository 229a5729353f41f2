"use client";
// The dialogs of the page's features, and the keyboard shortcuts.

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { getChord } from "../../lib/session/key-chords.ts";
import { useAppContext } from "../app-context.tsx";
import type { DialogId } from "../app-shell/dialogs.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { isEscapeTaken } from "../free-escape.ts";
import { useSystemTheme } from "../ui/theme.ts";

/** Dialogs load when they are opened first. */
export function Overlays() {
  const app = useAppContext();
  const { open, closeDialog } = useStore(app.dialogs);
  const [opened, setOpened] = useState<ReadonlySet<DialogId>>(new Set());
  useShortcuts(app);
  useSystemTheme();
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  // They stay mounted: a dialog restores the focus when it closes, not when it unmounts.
  return (
    <>
      {[...opened].map((id) => {
        const Dialog = app.dialogTable[id]?.Dialog;
        return Dialog && <Dialog key={id} open={open === id} onClose={() => closeDialog(id)} />;
      })}
    </>
  );
}

const FIELD_SELECTOR = "input, textarea, select, [contenteditable='true'], [data-text-field]";
const BUTTON_SELECTOR =
  "button, a[href], summary, [role='option'], [role='treeitem'], [role='tab']";
/** Widgets that handle the arrow keys, Home and End themselves. */
const ARROW_KEY_SELECTOR =
  "[role='tablist'], [role='radiogroup'], [role='menu'], [role='listbox'], [role='tree'], " +
  "[role='separator'], [tabindex='0']:not(button, a, [role='row'])";

function useShortcuts(app: AppContext): void {
  useEffect(() => {
    const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const chord = getChord(event, isMac);
      const command = chord === null ? undefined : app.commands.findByChord(chord);
      if (chord === null || !command || isHandledByFocus(event, chord)) return;
      // Suppress the browser's own action, such as save or open.
      if (chord.startsWith("mod+")) event.preventDefault();
      if (document.querySelector("dialog:modal") || !command.enabled(app)) return;
      event.preventDefault();
      command.run(app);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [app]);
}

function isHandledByFocus({ target }: KeyboardEvent, chord: string): boolean {
  if (chord.startsWith("mod+") || !(target instanceof Element)) return false;
  if (chord === "esc") return isEscapeTaken(target);
  // A closed dialog may keep the focus until the next frame.
  if (!target.checkVisibility()) return false;
  if (target.closest(FIELD_SELECTOR)) return true;
  if (chord === "space")
    return target.closest(`${BUTTON_SELECTOR}, ${ARROW_KEY_SELECTOR}`) !== null;
  return (
    /^(?:up|down|left|right|home|end)$/.test(chord) && target.closest(ARROW_KEY_SELECTOR) !== null
  );
}
