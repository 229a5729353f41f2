"use client";
// A key or a key combination in the notation of the user's platform.
import { useSyncExternalStore } from "react";
import { cx } from "./cx.ts";

const MAC_KEYS: Record<string, string> = { mod: "⌘", alt: "⌥", shift: "⇧", ctrl: "⌃" };
const OTHER_KEYS: Record<string, string> = {
  mod: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  ctrl: "Ctrl",
};
const COMMON_KEYS: Record<string, string> = {
  enter: "↵",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  space: "Space",
  esc: "Esc",
};

const subscribeNever = () => () => {};
const detectMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

function useIsMac(): boolean {
  return useSyncExternalStore(subscribeNever, detectMac, () => false);
}

/** "mod+enter" becomes ⌘↵ on a Mac and Ctrl ↵ elsewhere. */
function formatKeys(keys: string, isMac: boolean): string {
  const names = isMac ? MAC_KEYS : OTHER_KEYS;
  return keys
    .split("+")
    .map((key) => {
      const name = key.toLowerCase();
      return (
        names[name] ?? COMMON_KEYS[name] ?? (/^(?:.|f\d+)$/.test(key) ? key.toUpperCase() : key)
      );
    })
    .join(isMac ? "" : " ");
}

/** A `plain` key has no box. */
export function Kbd({ keys, plain = false }: { keys: string; plain?: boolean }) {
  return (
    <kbd className={cx("font-ui text-11 font-medium", plain ? "text-fg-2" : BOX)}>
      {formatKeys(keys, useIsMac())}
    </kbd>
  );
}

const BOX =
  "inline-block min-w-4.5 rounded-1 bg-bg-3 px-1 text-center text-fg-3 in-disabled:bg-transparent in-[[data-variant=primary]:enabled]:bg-shade in-data-[variant=primary]:text-inherit forced-colors:border";
