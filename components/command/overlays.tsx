"use client";
// The palette, the other dialogs, and the keyboard map. The palette's box is there from the start,
// for what is typed right after its key; the others load when first asked for.
import { lazy, Suspense, useState } from "react";
import { type ScreenState, useDesk, useScreen } from "./desk.tsx";
import { Palette } from "./palette.tsx";
import { useKeys } from "./use-keys.ts";

const DIALOGS = {
  shortcuts: lazy(() => import("./shortcut-sheet.tsx")),
  credentials: lazy(() => import("../credentials/credentials-dialog.tsx")),
  dialects: lazy(() => import("../dialects/dialects-dialog.tsx")),
  operations: lazy(() => import("../operations/operations-dialog.tsx")),
  compare: lazy(() => import("../compare/compare-dialog.tsx")),
  serve: lazy(() => import("../serve/serve-dialog.tsx")),
} as const satisfies Record<Exclude<ScreenState["dialog"], "palette" | null>, unknown>;

const NAMES = Object.keys(DIALOGS) as (keyof typeof DIALOGS)[];

export function Overlays() {
  const desk = useDesk();
  const dialog = useScreen((state) => state.dialog);
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  useKeys(desk);
  if (dialog !== null && dialog !== "palette" && !wanted.has(dialog)) {
    setWanted(new Set([...wanted, dialog]));
  }
  const close = () => desk.store.setState({ dialog: null });
  // Once there, they stay: a dialog gives the focus back when it closes, not when it vanishes.
  return (
    <>
      <Palette open={dialog === "palette"} onClose={close} />
      {NAMES.filter((name) => wanted.has(name)).map((name) => {
        const Sheet = DIALOGS[name];
        return (
          <Suspense key={name}>
            <Sheet open={dialog === name} onClose={close} />
          </Suspense>
        );
      })}
    </>
  );
}
