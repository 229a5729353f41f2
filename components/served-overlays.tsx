"use client";
// The palette and every dialog, for a page with a server behind it.
import { lazy } from "react";
import { Overlays, type Sheet, type SheetName } from "./command/overlays.tsx";
import { useRecordings } from "./library/use-recordings.ts";

const DIALOGS = {
  shortcuts: lazy(() => import("./command/shortcut-sheet.tsx")),
  credentials: lazy(() => import("./credentials/credentials-dialog.tsx")),
  dialects: lazy(() => import("./dialects/dialects-dialog.tsx")),
  operations: lazy(() => import("./operations/operations-dialog.tsx")),
  compare: lazy(() => import("./compare/compare-dialog.tsx")),
  serve: lazy(() => import("./serve/serve-dialog.tsx")),
  library: lazy(() => import("./library/library-dialog.tsx")),
  diff: lazy(() => import("./diff/diff-dialog.tsx")),
  again: lazy(() => import("./again/again-dialog.tsx")),
  limits: lazy(() => import("./limits/limits-dialog.tsx")),
  rules: lazy(() => import("./rulebook/rules-dialog.tsx")),
  handOn: lazy(() => import("./hand-on/hand-on-dialog.tsx")),
} as const satisfies Record<SheetName, Sheet>;

export function ServedOverlays() {
  const { list } = useRecordings();
  return <Overlays dialogs={DIALOGS} recordings={list} />;
}
