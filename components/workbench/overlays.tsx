"use client";
// The command palette, the dialogs and the keyboard shortcuts. The palette is bundled, so that it can
// receive the keys typed right after its shortcut; the dialogs load on first use.
import { useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import type { ScreenState } from "../app-shell/screen-state.ts";
import { Palette } from "../palette/palette.tsx";
import type { LazyDialog } from "../ui/lazy-dialog.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

export type DialogName = Exclude<ScreenState["dialog"], "palette" | null>;

interface OverlaysProps {
  /** The dialogs available on this page. */
  dialogs: Readonly<Partial<Record<DialogName, LazyDialog>>>;
  /** The recordings listed in the palette. */
  recordings: readonly RecordingSummary[];
}

export function Overlays({ dialogs, recordings }: OverlaysProps) {
  const context = useAppContext();
  const dialog = useScreen((state) => state.dialog);
  const [opened, setOpened] = useState<ReadonlySet<DialogName>>(new Set());
  useShortcuts(context);
  if (dialog !== null && dialog !== "palette" && !opened.has(dialog)) {
    setOpened(new Set([...opened, dialog]));
  }
  const close = (name: ScreenState["dialog"]) => () => {
    // A dialog that was replaced reports its closing only afterwards.
    if (context.store.getState().dialog === name) context.store.setState({ dialog: null });
  };
  // Loaded dialogs stay mounted: a dialog restores the focus when it closes, not when it unmounts.
  return (
    <>
      <Palette open={dialog === "palette"} onClose={close("palette")} recordings={recordings} />
      {[...opened].map((name) => {
        const Sheet = dialogs[name];
        return Sheet && <Sheet key={name} open={dialog === name} onClose={close(name)} />;
      })}
    </>
  );
}
