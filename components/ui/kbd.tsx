"use client";
// A key or a combination, written the way the reader's platform writes it.
import { useSyncExternalStore } from "react";

const mac: Record<string, string> = { mod: "⌘", alt: "⌥", shift: "⇧", ctrl: "⌃" };
const elsewhere: Record<string, string> = { mod: "Ctrl", alt: "Alt", shift: "Shift", ctrl: "Ctrl" };
const common: Record<string, string> = {
  enter: "↵",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  space: "Space",
  esc: "Esc",
};

const never = () => () => {};
const onMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export function useIsMac(): boolean {
  return useSyncExternalStore(never, onMac, () => false);
}

/** "mod+enter" becomes ⌘↵ on a Mac and Ctrl ↵ elsewhere. */
export function formatKeys(keys: string, isMac: boolean): string {
  const names = isMac ? mac : elsewhere;
  return keys
    .split("+")
    .map((key) => {
      const name = key.toLowerCase();
      return names[name] ?? common[name] ?? (key.length === 1 ? key.toUpperCase() : key);
    })
    .join(isMac ? "" : " ");
}

export function Kbd({ keys }: { keys: string }) {
  return <kbd className="ui-kbd">{formatKeys(keys, useIsMac())}</kbd>;
}
