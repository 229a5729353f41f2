"use client";
// The palette, the other dialogs, and the keyboard map. The palette's box is there from the start,
// for what is typed right after its key; the others load when first asked for.
import { useState } from "react";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import { Palette } from "../palette/palette.tsx";
import type { LazyDialog } from "../ui/lazy-dialog.tsx";
import type { ScreenState } from "./screen-state.ts";
import { useShortcuts } from "./use-shortcuts.ts";

export type DialogName = Exclude<ScreenState["dialog"], "palette" | null>;

interface OverlaysProps {
  /** The dialogs that this page has. */
  dialogs: Readonly<Partial<Record<DialogName, LazyDialog>>>;
  /** Those that the palette finds. */
  recordings: readonly RecordingSummary[];
}

export function Overlays({ dialogs, recordings }: OverlaysProps) {
  const desk = useAppContext();
  const dialog = useScreen((state) => state.dialog);
  const [wanted, setWanted] = useState<ReadonlySet<DialogName>>(new Set());
  useShortcuts(desk);
  if (dialog !== null && dialog !== "palette" && !wanted.has(dialog)) {
    setWanted(new Set([...wanted, dialog]));
  }
  const close = (name: ScreenState["dialog"]) => () => {
    // One that gave way to another says that it is closed only afterwards.
    if (desk.store.getState().dialog === name) desk.store.setState({ dialog: null });
  };
  // Once there, they stay: a dialog gives the focus back when it closes, not when it vanishes.
  return (
    <>
      <Palette open={dialog === "palette"} onClose={close("palette")} recordings={recordings} />
      {[...wanted].map((name) => {
        const Sheet = dialogs[name];
        return Sheet && <Sheet key={name} open={dialog === name} onClose={close(name)} />;
      })}
    </>
  );
}
