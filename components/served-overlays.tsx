"use client";
// The palette and every dialog, for a page with a server behind it.
import { Overlays, type SheetName } from "./command/overlays.tsx";
import { useRecordings } from "./library/use-recordings.ts";
import { type Sheet, sheet } from "./ui/sheet.tsx";

const DIALOGS = {
  shortcuts: sheet(() => import("./command/shortcut-sheet.tsx")),
  credentials: sheet(() => import("./credentials/credentials-dialog.tsx")),
  dialects: sheet(() => import("./dialects/dialects-dialog.tsx")),
  operations: sheet(() => import("./operations/operations-dialog.tsx")),
  compare: sheet(() => import("./compare/compare-dialog.tsx")),
  serve: sheet(() => import("./serve/serve-dialog.tsx")),
  library: sheet(() => import("./library/library-dialog.tsx")),
  diff: sheet(() => import("./diff/diff-dialog.tsx")),
  again: sheet(() => import("./again/again-dialog.tsx")),
  limits: sheet(() => import("./limits/limits-dialog.tsx")),
  rules: sheet(() => import("./rulebook/rules-dialog.tsx")),
  handOn: sheet(() => import("./hand-on/hand-on-dialog.tsx")),
} as const satisfies Record<SheetName, Sheet>;

export function ServedOverlays() {
  const { list } = useRecordings();
  return <Overlays dialogs={DIALOGS} recordings={list} />;
}
