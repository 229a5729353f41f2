"use client";
// The whole screen: the start page, or the panes of an open run, which load on demand.

import { useEffect, useState } from "react";
import { createAgentStore } from "../../lib/session/agent.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import type { Feature } from "../app-shell/feature.ts";
import { useCardStore } from "../card/card-store.ts";
import { cardFeature } from "../card/feature.ts";
import { clientsFeature } from "../clients/feature.ts";
import { compareTaskFeature } from "../compare-task/feature.ts";
import { composeFeature } from "../compose/feature.ts";
import { conformanceFeature } from "../conformance/feature.ts";
import { ConnectProblem } from "../connect/connect-problem.tsx";
import { connectFeature } from "../connect/feature.ts";
import { FileOpenNotice } from "../connect/file-open-notice.tsx";
import { ServerLostBanner, useLoadFailures } from "../connect/server-lost-banner.tsx";
import { TopBar } from "../connect/top-bar.tsx";
import { Welcome } from "../connect/welcome.tsx";
import { conversationFeature } from "../conversation/feature.ts";
import { credentialsFeature } from "../credentials/feature.ts";
import { dialectsFeature } from "../dialects/feature.ts";
import { diffFeature } from "../diff/feature.ts";
import { exportFeature } from "../export/feature.ts";
import { filesFeature } from "../files/feature.ts";
import { usePastedLogs } from "../files/pasted-logs.ts";
import { holdFeature } from "../hold/feature.ts";
import { HoldSlot } from "../hold/hold-slot.tsx";
import { inspectFeature } from "../inspect/feature.ts";
import { libraryFeature } from "../library/feature.ts";
import { RecordingsProvider, useRecordings } from "../library/recordings-provider.tsx";
import { limitsFeature } from "../limits/feature.ts";
import { operationsFeature } from "../operations/feature.ts";
import { createPaletteFeature } from "../palette/feature.tsx";
import { problemsFeature } from "../problems/feature.ts";
import { replayFeature } from "../replay/feature.ts";
import { requestsFeature } from "../requests/feature.ts";
import { resendFeature } from "../resend/feature.ts";
import { rulesFeature } from "../rules/feature.ts";
import { SessionProvider, useAgent, useOriginCredentials, useRun } from "../session.tsx";
import { tapFeature } from "../tap/feature.ts";
import { timelineFeature } from "../timeline/feature.ts";
import { traceFeature } from "../trace/feature.ts";
import { DropZone } from "../ui/drop-zone.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { ToastRegion } from "../ui/toast.tsx";
import { useIsHydrated } from "../ui/use-media.ts";
import { AppProvider } from "./app-provider.tsx";
import { HomeTitle } from "./document-title.tsx";
import { useEarlyKeys } from "./early-keys.ts";
import { BUSY_PANES, Panes, preloadAgentRun } from "./lazy-panes.tsx";
import { Overlays } from "./overlays.tsx";
import { MAIN, NOTICES, SCREEN } from "./screen-layout.ts";
import { settingsFeature } from "./settings/feature.ts";
import { shellFeature } from "./shell-feature.ts";

const LibraryFullBanner = createLazyComponent(() => import("../library/library-full-banner.tsx"));
const StoreBanner = createLazyComponent(() => import("../library/store-banner.tsx"));
const UnverifiedTlsBanner = createLazyComponent(
  () => import("../credentials/unverified-tls-banner.tsx"),
);

interface WorkbenchProps {
  /** The address names a recording, so the start page is not shown before it. */
  readonly opensRun?: boolean;
}

export function Workbench({ opensRun = false }: WorkbenchProps) {
  return (
    <SessionProvider createAgent={createAgentStore}>
      <RecordingsProvider>
        <AppProvider features={WORKBENCH_FEATURES}>
          <Screen opensRun={opensRun} />
        </AppProvider>
      </RecordingsProvider>
    </SessionProvider>
  );
}

function Screen({ opensRun }: Required<WorkbenchProps>) {
  const { actions, run } = useAppContext();
  const isHydrated = useIsHydrated();
  const isOpen = useIsAnythingOpen();
  const [isOpening, setIsOpening] = useState(opensRun);
  // The run opens in the same round of effects.
  useEffect(() => setIsOpening(false), []);
  useLoadFailures();
  useEarlyKeys();
  // While a run is open, a paste outside of a field must not replace it.
  usePastedLogs(isOpen ? null : actions.openFile);
  const phase = useAgent((agent) => agent.phase);
  const { tls } = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const isUntrusted = tls.acceptUntrusted === true;
  // Preload the panes while the agent is looked up or a file is chosen.
  useEffect(() => onUiEvent("run-expected", Panes.load), []);
  useEffect(() => {
    if (phase.kind === "connecting") preloadAgentRun();
  }, [phase]);
  return (
    <div data-part="screen" className={SCREEN} aria-busy={isHydrated ? undefined : true}>
      <TopBar isOpen={isOpen} />
      <div className={NOTICES}>
        <ServerLostBanner />
        <LibraryFullNotice />
        <StoreNotice />
        {isUntrusted && <UnverifiedTlsBanner />}
        <HoldSlot />
        <FileOpenNotice />
        {isOpen && phase.kind === "failed" && <ConnectProblem phase={phase} />}
      </div>
      <div className={MAIN}>
        <Main isOpen={isOpen} isOpening={isOpening} />
        <ToastRegion />
      </div>
      <Overlays />
      <DropZone
        onFiles={actions.openFiles}
        onExpect={run.preloadFileReader}
        title="Drop to open logs, a trace or an agent card"
      />
    </div>
  );
}

function Main({ isOpen, isOpening }: { isOpen: boolean; isOpening: boolean }) {
  if (isOpen) return <Panes />;
  return (
    <>
      {isOpening ? BUSY_PANES : <Welcome />}
      <HomeTitle />
    </>
  );
}

/** Whether a run, a card or an agent is open; if not, the start page is shown. */
function useIsAnythingOpen(): boolean {
  const hasRun = useRun(({ source }) => source !== null);
  const hasAgent = useAgent(({ phase }) => phase.kind === "connected");
  const hasCard = useCardStore(({ page }) => page !== null);
  return hasRun || hasAgent || hasCard;
}

function LibraryFullNotice() {
  const { usedBytes, limitBytes } = useRecordings();
  if (usedBytes === null || limitBytes === null || usedBytes < limitBytes) return null;
  return <LibraryFullBanner used={usedBytes} limit={limitBytes} />;
}

function StoreNotice() {
  const { store } = useRecordings();
  if (store === null || (store.problem === null && store.conflicts.length === 0)) return null;
  return <StoreBanner store={store} />;
}

export const WORKBENCH_FEATURES: readonly Feature[] = [
  shellFeature,
  settingsFeature,
  createPaletteFeature(() => useRecordings().list),
  connectFeature,
  filesFeature,
  cardFeature,
  credentialsFeature,
  limitsFeature,
  timelineFeature,
  traceFeature,
  conversationFeature,
  inspectFeature,
  problemsFeature,
  rulesFeature,
  dialectsFeature,
  composeFeature,
  requestsFeature,
  operationsFeature,
  compareTaskFeature,
  conformanceFeature,
  clientsFeature,
  libraryFeature,
  exportFeature,
  replayFeature,
  tapFeature,
  holdFeature,
  resendFeature,
  diffFeature,
];
