"use client";

// Entry point of the script in an exported HTML file.

import { useMemo } from "react";
import { createRoot } from "react-dom/client";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { createNoAgentStore } from "../../lib/session/no-agent.ts";
import { SessionProvider } from "../session.tsx";
import { AppProvider } from "../workbench/app-provider.tsx";
import { Overlays } from "../workbench/overlays.tsx";
import Panes from "../workbench/panes.tsx";
import { NOTICES, SCREEN } from "../workbench/screen-layout.ts";
import { VIEWER_FEATURES } from "./features.ts";
import { readPageContents } from "./page-contents.ts";
import { ViewerBar } from "./viewer-bar.tsx";

async function main(): Promise<void> {
  const root = document.getElementById("loupe");
  if (!root) return;
  try {
    const { facts, log } = await readPageContents(document);
    createRoot(root).render(<Viewer facts={facts} log={log} />);
  } catch (error) {
    root.textContent = `This file is damaged: ${error instanceof Error ? error.message : error}`;
  }
}

void main();

interface ViewerProps {
  facts: HtmlLogMetadata;
  log: File;
}

function Viewer({ facts, log }: ViewerProps) {
  const embeddedLog = useMemo(
    () => ({ file: log, name: facts.title || "Unnamed run" }),
    [log, facts],
  );
  return (
    <SessionProvider createAgent={createNoAgentStore} standsAlone>
      <AppProvider features={VIEWER_FEATURES} embeddedLog={embeddedLog}>
        <div data-part="screen" className={SCREEN}>
          <ViewerBar facts={facts} />
          <div className={NOTICES} />
          <Panes />
          <Overlays />
        </div>
      </AppProvider>
    </SessionProvider>
  );
}
