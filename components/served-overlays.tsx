"use client";
// The palette and every dialog, for a page with a server behind it.
import { Overlays, type Sheet, type SheetName } from "./command/overlays.tsx";
import { useRecordings } from "./library/use-recordings.ts";
import { lazily } from "./ui/lazily.tsx";

const DIALOGS = {
  shortcuts: lazily(() => import("./command/shortcut-sheet.tsx")),
  credentials: lazily(() => import("./credentials/credentials-dialog.tsx")),
  dialects: lazily(() => import("./dialects/dialects-dialog.tsx")),
  operations: lazily(() => import("./operations/operations-dialog.tsx")),
  compare: lazily(() => import("./compare/compare-dialog.tsx")),
  serve: lazily(() => import("./serve/serve-dialog.tsx")),
  library: lazily(() => import("./library/library-dialog.tsx")),
  diff: lazily(() => import("./diff/diff-dialog.tsx")),
  again: lazily(() => import("./again/again-dialog.tsx")),
  limits: lazily(() => import("./limits/limits-dialog.tsx")),
  rules: lazily(() => import("./rulebook/rules-dialog.tsx")),
  handOn: lazily(() => import("./hand-on/hand-on-dialog.tsx")),
} as const satisfies Record<SheetName, Sheet>;

export function ServedOverlays() {
  const { list } = useRecordings();
  return <Overlays dialogs={DIALOGS} recordings={list} />;
}
