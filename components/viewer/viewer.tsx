"use client";
// The read-only screen of an exported HTML file.
import { useMemo } from "react";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { createNoAgentStore } from "../../lib/session/no-agent.ts";
import { AppProvider } from "../app-context.tsx";
import { type DialogName, Overlays } from "../app-shell/overlays.tsx";
import Panes from "../panes.tsx";
import { NOTICES, SCREEN } from "../screen-layout.ts";
import { SessionProvider } from "../session.tsx";
import { createLazyDialog, type LazyDialog } from "../ui/lazy-dialog.tsx";
import { ViewerBar } from "./viewer-bar.tsx";

const DIALOGS = {
  shortcuts: createLazyDialog(() => import("../app-shell/shortcuts-dialog.tsx")),
  dialects: createLazyDialog(() => import("../dialects/dialects-dialog.tsx")),
  rules: createLazyDialog(() => import("../rules/rules-dialog.tsx")),
  compare: createLazyDialog(() => import("../compare-task/compare-task-dialog.tsx")),
} as const satisfies Partial<Record<DialogName, LazyDialog>>;

interface ViewerProps {
  facts: HtmlLogMetadata;
  log: File;
}

export function Viewer({ facts, log }: ViewerProps) {
  const embeddedLog = useMemo(
    () => ({ file: log, name: facts.title || "Unnamed run" }),
    [log, facts],
  );
  return (
    <SessionProvider createAgent={createNoAgentStore} standsAlone>
      <AppProvider embeddedLog={embeddedLog}>
        <div data-part="screen" className={SCREEN}>
          <ViewerBar facts={facts} />
          <div className={NOTICES} />
          <Panes />
          <Overlays dialogs={DIALOGS} recordings={[]} />
        </div>
      </AppProvider>
    </SessionProvider>
  );
}
