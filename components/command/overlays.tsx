"use client";
// The palette and the shortcut sheet, loaded when they are first asked for; and the keyboard map.
import { lazy, Suspense, useState } from "react";
import { useDesk, useScreen } from "./desk.tsx";
import { useKeys } from "./use-keys.ts";

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx"));

export function Overlays() {
  const desk = useDesk();
  const dialog = useScreen((state) => state.dialog);
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  useKeys(desk);
  if (dialog !== null && !asked.has(dialog)) setAsked(new Set([...asked, dialog]));
  const close = () => desk.store.setState({ dialog: null });
  // Once there, they stay: a dialog gives the focus back when it closes, not when it vanishes.
  return (
    <Suspense>
      {asked.has("palette") && <Palette open={dialog === "palette"} onClose={close} />}
      {asked.has("shortcuts") && <ShortcutSheet open={dialog === "shortcuts"} onClose={close} />}
    </Suspense>
  );
}
