"use client";
/** Feature: the command palette. It is bundled, so that it receives the keys typed right after its shortcut. */
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { Palette } from "./palette.tsx";

/** `useRecordings`: hook for the recordings to list. */
export function createPaletteFeature(useRecordings: () => readonly RecordingSummary[]): Feature {
  function PaletteWithRecordings(props: { open: boolean; onClose: () => void }) {
    return <Palette {...props} recordings={useRecordings()} />;
  }
  return {
    dialogs: { palette: { Dialog: PaletteWithRecordings, leadsElsewhere: true } },
    commands: [
      createCommand(
        "General",
        "palette",
        "Command palette",
        ({ dialogs }) => dialogs.getState().openDialog("palette"),
        { keys: ["mod+k"], byKeyOnly: true },
      ),
    ],
  };
}
