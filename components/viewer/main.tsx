"use client";

// Entry point of the script in an exported HTML file, and in the page that opens logs by their URL.

import { useMemo } from "react";
import { createRoot } from "react-dom/client";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { fetchLinkedLog } from "../../lib/session/fetch-linked-log.ts";
import { createNoAgentStore } from "../../lib/session/no-agent.ts";
import { getLogName, parseLogUrl } from "../../lib/session/page-address.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { SessionProvider } from "../session.tsx";
import { AppProvider } from "../workbench/app-provider.tsx";
import { Overlays } from "../workbench/overlays.tsx";
import Panes from "../workbench/panes.tsx";
import { NOTICES, SCREEN } from "../workbench/screen-layout.ts";
import { VIEWER_FEATURES } from "./features.ts";
import { hasPageContents, readPageContents } from "./page-contents.ts";
import { ViewerBar } from "./viewer-bar.tsx";

async function main(): Promise<void> {
  const root = document.getElementById("loupe");
  if (!root) return;
  const isExport = hasPageContents(document);
  try {
    const { facts, log } = isExport ? await readPageContents(document) : await readLinkedLog(root);
    createRoot(root).render(<Viewer facts={facts} log={log} />);
  } catch (error) {
    const reason = getErrorMessage(error);
    root.textContent = isExport ? `This file is damaged: ${reason}` : reason;
  }
}

/** The log at the URL that the address names. */
async function readLinkedLog(root: HTMLElement): Promise<{ facts: null; log: File }> {
  const url = parseLogUrl(location.search);
  if (url === null) throw new Error(`Add the URL of a log to this address: ${EXAMPLE}`);
  const name = getLogName(url);
  root.textContent = `Loading ${name}…`;
  return { facts: null, log: new File([await fetchLinkedLog(url)], name) };
}

const EXAMPLE = "?log=https://example.com/run.jsonl.gz";

void main();

interface ViewerProps {
  /** `null` if the log is not in the page. */
  facts: HtmlLogMetadata | null;
  log: File;
}

function Viewer({ facts, log }: ViewerProps) {
  const embeddedLog = useMemo(
    () => ({ file: log, name: facts ? facts.title || "Unnamed run" : log.name }),
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
