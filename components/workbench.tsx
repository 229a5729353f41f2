"use client";
// The whole screen: the start page, or the panes of an open run, which load on demand.
import { useEffect } from "react";
import { createAgentStore } from "../lib/session/agent.ts";
import { onUiEvent } from "../lib/session/ui-events.ts";
import { AppProvider, useAppContext, useIsAnythingOpen } from "./app-context.tsx";
import { AppOverlays } from "./app-overlays.tsx";
import { usePastedLogs } from "./app-shell/pasted-logs.ts";
import { ConnectProblem } from "./connect/connect-problem.tsx";
import { FileOpenNotice } from "./connect/file-open-notice.tsx";
import { ServerLostBanner } from "./connect/server-lost-banner.tsx";
import { TopBar } from "./connect/top-bar.tsx";
import { useLoadFailures } from "./connect/use-load-failures.ts";
import { Welcome } from "./connect/welcome.tsx";
import { HomeTitle } from "./document-title.ts";
import { RecordingsProvider } from "./library/recordings-provider.tsx";
import { useRecordings } from "./library/use-recordings.ts";
import { NOTICES, PANES, SCREEN } from "./screen-layout.ts";
import { SessionProvider, useAgent, useOriginCredentials } from "./session.tsx";
import { DropZone } from "./ui/drop-zone.tsx";
import { createLazyComponent } from "./ui/lazy-component.tsx";
import { ToastRegion } from "./ui/toast.tsx";
import { useIsHydrated } from "./ui/use-is-hydrated.ts";

const Panes = createLazyComponent(() => import("./app-panes.tsx"), {
  meanwhile: <main className={PANES} aria-busy="true" />,
});
const LibraryFullBanner = createLazyComponent(() => import("./library/library-full-banner.tsx"));
const UnverifiedTlsBanner = createLazyComponent(
  () => import("./credentials/unverified-tls-banner.tsx"),
);

export function Workbench() {
  return (
    <SessionProvider createAgent={createAgentStore}>
      <RecordingsProvider>
        <AppProvider>
          <Screen />
        </AppProvider>
      </RecordingsProvider>
    </SessionProvider>
  );
}

function Screen() {
  const { openFile, run } = useAppContext();
  const isHydrated = useIsHydrated();
  const isOpen = useIsAnythingOpen();
  useLoadFailures();
  // While a run is open, a paste outside of a field must not replace it.
  usePastedLogs(isOpen ? null : openFile);
  const phase = useAgent((agent) => agent.phase);
  const { tls } = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const isUntrusted = tls.acceptUntrusted === true;
  // Preload the panes while the agent is looked up or a file is chosen.
  useEffect(() => onUiEvent("run-expected", Panes.load), []);
  useEffect(() => {
    if (phase.kind === "connecting") Panes.load();
  }, [phase]);
  return (
    <div data-part="screen" className={SCREEN} aria-busy={isHydrated ? undefined : true}>
      <TopBar />
      <div className={NOTICES}>
        <ServerLostBanner />
        <LibraryFullNotice />
        {isUntrusted && <UnverifiedTlsBanner />}
        <FileOpenNotice />
        {isOpen && phase.kind === "failed" && <ConnectProblem phase={phase} />}
      </div>
      {isOpen ? <Panes /> : <Welcome />}
      {!isOpen && <HomeTitle />}
      <ToastRegion />
      <AppOverlays />
      <DropZone
        onFiles={([file]) => file && void openFile(file)}
        onExpect={run.preloadFileReader}
        title="Drop to open a log or agent card"
      />
    </div>
  );
}

function LibraryFullNotice() {
  const { usedBytes, limitBytes } = useRecordings();
  if (usedBytes === null || limitBytes === null || usedBytes < limitBytes) return null;
  return <LibraryFullBanner used={usedBytes} limit={limitBytes} />;
}
