"use client";
// The whole screen: first visit, or the panes of an open run, which load when there is one.
import { useEffect } from "react";
import { createAgentStore } from "../lib/session/agent.ts";
import { onSignal } from "../lib/session/signals.ts";
import { DeskProvider, useDesk, useIsOpen } from "./command/desk.tsx";
import { usePastedLogs } from "./command/pasted.ts";
import { ConnectProblem } from "./connect/connect-problem.tsx";
import { FirstVisit } from "./connect/first-visit.tsx";
import { OpeningNotice } from "./connect/opening-notice.tsx";
import { ServerLost } from "./connect/server-lost.tsx";
import { TopBar } from "./connect/top-bar.tsx";
import { useMissingParts } from "./connect/use-missing-parts.ts";
import { HomeTitle } from "./document-title.ts";
import { RecordingsProvider } from "./library/recordings-provider.tsx";
import { useRecordings } from "./library/use-recordings.ts";
import { ServedOverlays } from "./served-overlays.tsx";
import { SessionProvider, useAgent, useHeld } from "./session.tsx";
import { useIsAlive } from "./ui/alive.ts";
import { DropZone } from "./ui/drop-zone.tsx";
import { lazily } from "./ui/lazily.tsx";
import { ToastPlace } from "./ui/toast.tsx";

const Panes = lazily(() => import("./served-panes.tsx"), {
  meanwhile: <main className="panes" aria-busy="true" />,
});
const LibraryFull = lazily(() => import("./library/library-full.tsx"));
const UntrustedBanner = lazily(() => import("./credentials/untrusted-banner.tsx"));

export function Workbench() {
  return (
    <SessionProvider agentFor={createAgentStore}>
      <RecordingsProvider>
        <DeskProvider>
          <Screen />
        </DeskProvider>
      </RecordingsProvider>
    </SessionProvider>
  );
}

function Screen() {
  const { openFile, run } = useDesk();
  const isAlive = useIsAlive();
  const isOpen = useIsOpen();
  useMissingParts();
  // Where a run is open, a paste that missed its field must not take the run's place.
  usePastedLogs(isOpen ? null : openFile);
  const phase = useAgent((agent) => agent.phase);
  const { tls } = useHeld(useAgent((agent) => agent.endpoint?.url ?? ""));
  const isUntrusted = tls.acceptUntrusted === true;
  // The panes are on their way while the agent is looked up, or a file is chosen.
  useEffect(() => onSignal("run-expected", Panes.load), []);
  useEffect(() => {
    if (phase.kind === "connecting") Panes.load();
  }, [phase]);
  return (
    <div className="screen" aria-busy={isAlive ? undefined : true}>
      <TopBar />
      <div className="notices">
        <ServerLost />
        <FullNotice />
        {isUntrusted && <UntrustedBanner />}
        <OpeningNotice />
        {isOpen && phase.kind === "failed" && <ConnectProblem phase={phase} />}
      </div>
      {isOpen ? <Panes /> : <FirstVisit />}
      {!isOpen && <HomeTitle />}
      <ToastPlace />
      <ServedOverlays />
      <DropZone
        onFiles={([file]) => file && void openFile(file)}
        onExpect={run.expectFile}
        title="Drop to open the log or the card"
      />
    </div>
  );
}

function FullNotice() {
  const { usedBytes, limitBytes } = useRecordings();
  if (usedBytes === null || limitBytes === null || usedBytes < limitBytes) return null;
  return <LibraryFull used={usedBytes} limit={limitBytes} />;
}
