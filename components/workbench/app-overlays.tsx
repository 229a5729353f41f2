"use client";
import { useRecordings } from "../library/use-recordings.ts";
import { createLazyDialog, type LazyDialog } from "../ui/lazy-dialog.tsx";
// The palette and all dialogs, for a page with a server.
import { type DialogName, Overlays } from "./overlays.tsx";

const DIALOGS = {
  shortcuts: createLazyDialog(() => import("./shortcuts-dialog.tsx")),
  credentials: createLazyDialog(() => import("../credentials/credentials-dialog.tsx")),
  dialects: createLazyDialog(() => import("../dialects/dialects-dialog.tsx")),
  operations: createLazyDialog(() => import("../operations/operations-dialog.tsx")),
  compare: createLazyDialog(() => import("../compare-task/compare-task-dialog.tsx")),
  replay: createLazyDialog(() => import("../replay/replay-dialog.tsx")),
  library: createLazyDialog(() => import("../library/library-dialog.tsx")),
  diff: createLazyDialog(() => import("../diff/diff-dialog.tsx")),
  resend: createLazyDialog(() => import("../resend/resend-dialog.tsx")),
  limits: createLazyDialog(() => import("../limits/limits-dialog.tsx")),
  rules: createLazyDialog(() => import("../rules/rules-dialog.tsx")),
  export: createLazyDialog(() => import("../export/export-dialog.tsx")),
} as const satisfies Record<DialogName, LazyDialog>;

export function AppOverlays() {
  const { list } = useRecordings();
  return <Overlays dialogs={DIALOGS} recordings={list} />;
}
