"use client";
// The screen of an HTML file: the run that it brings, to be looked at and nothing else.
import { useMemo } from "react";
import { createNobody } from "../../lib/session/nobody.ts";
import type { HtmlLogMetadata } from "../../lib/wire/html-log.ts";
import { DeskProvider } from "../command/desk.tsx";
import { Overlays, type SheetName } from "../command/overlays.tsx";
import Panes from "../panes.tsx";
import { SessionProvider } from "../session.tsx";
import { type Sheet, sheet } from "../ui/sheet.tsx";
import { ViewerBar } from "./viewer-bar.tsx";

const DIALOGS = {
  shortcuts: sheet(() => import("../command/shortcut-sheet.tsx")),
  dialects: sheet(() => import("../dialects/dialects-dialog.tsx")),
  rules: sheet(() => import("../rulebook/rules-dialog.tsx")),
  compare: sheet(() => import("../compare/compare-dialog.tsx")),
} as const satisfies Partial<Record<SheetName, Sheet>>;

interface ViewerProps {
  facts: HtmlLogMetadata;
  log: File;
}

export function Viewer({ facts, log }: ViewerProps) {
  const brought = useMemo(() => ({ file: log, name: facts.title || "A run" }), [log, facts]);
  return (
    <SessionProvider agentFor={createNobody} standsAlone>
      <DeskProvider brought={brought}>
        <div className="screen">
          <ViewerBar facts={facts} />
          <div className="notices" />
          <Panes />
          <Overlays dialogs={DIALOGS} recordings={[]} />
        </div>
      </DeskProvider>
    </SessionProvider>
  );
}
