"use client";
// The whole screen: first visit, or rail, timeline and inspector around one open run.
import { useEffect, useState } from "react";
import { readSetting, SETTINGS, writeSetting } from "../lib/session/settings.ts";
import { Composer } from "./compose/composer.tsx";
import { ConnectProblem } from "./connect/connect-problem.tsx";
import { FirstVisit } from "./connect/first-visit.tsx";
import { TopBar } from "./connect/top-bar.tsx";
import { Inspector } from "./inspect/inspector.tsx";
import { Rail } from "./library/rail.tsx";
import { SessionProvider, useAgent, useOpenFile, useRun, useView } from "./session.tsx";
import { TimelinePanel } from "./timeline/timeline-panel.tsx";
import { Button } from "./ui/button.tsx";
import { DropZone } from "./ui/drop-zone.tsx";
import { useMedia } from "./ui/media.ts";
import { SplitPane } from "./ui/split-pane.tsx";

export function Workbench() {
  return (
    <SessionProvider>
      <Screen />
    </SessionProvider>
  );
}

function Screen() {
  const openFile = useOpenFile();
  const isOpen = useRun((state) => state.source !== null);
  return (
    <div className="screen">
      <TopBar />
      {isOpen ? <Panes /> : <FirstVisit />}
      <DropZone onFiles={openFile} title="Drop to open the log" />
    </div>
  );
}

function Panes() {
  const [rail, setRail] = useState<number>(SETTINGS.railWidth.fallback);
  const [inspector, setInspector] = useState<number>(SETTINGS.inspectorWidth.fallback);
  useEffect(() => {
    setRail(readSetting(SETTINGS.railWidth));
    setInspector(readSetting(SETTINGS.inspectorWidth));
  }, []);
  const narrow = useMedia("(max-width: 1000px)");
  if (narrow) return <NarrowPanes />;
  return (
    <div className="panes">
      <SplitPane
        label="Resize exchanges"
        sized="first"
        size={rail}
        min={180}
        max={320}
        defaultSize={SETTINGS.railWidth.fallback}
        onResize={setRail}
        onResizeEnd={(size) => writeSetting(SETTINGS.railWidth, size)}
        first={<Rail />}
        second={
          <SplitPane
            label="Resize inspector"
            sized="second"
            size={inspector}
            min={320}
            max={0.6}
            keep={420}
            defaultSize={SETTINGS.inspectorWidth.fallback}
            onResize={setInspector}
            onResizeEnd={(size) => writeSetting(SETTINGS.inspectorWidth, size)}
            first={<Centre />}
            second={<Inspector />}
          />
        }
      />
    </div>
  );
}

function Centre() {
  const phase = useAgent((agent) => agent.phase);
  return (
    <main className="centre">
      {phase.kind === "failed" && <ConnectProblem problem={phase.problem} />}
      <TimelinePanel />
      <Composer />
    </main>
  );
}

const PANE_NAMES = { rail: "Exchanges", timeline: "Timeline", inspector: "Inspector" } as const;
type PaneName = keyof typeof PANE_NAMES;

/** One pane at a time, chosen below; selecting a row shows its proof. */
function NarrowPanes() {
  const [pane, setPane] = useState<PaneName>("timeline");
  const selected = useView((view) => view.selected);
  const scope = useView((view) => view.scope);
  useEffect(() => {
    if (selected !== null) setPane("inspector");
  }, [selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly chosen scope shows its rows
  useEffect(() => setPane("timeline"), [scope]);
  return (
    <div className="panes-narrow">
      {pane === "rail" && <Rail />}
      {pane === "timeline" && <Centre />}
      {pane === "inspector" && <Inspector />}
      <nav className="pane-tabs" aria-label="Panes">
        {(Object.keys(PANE_NAMES) as PaneName[]).map((name) => (
          <Button key={name} pressed={pane === name} onClick={() => setPane(name)}>
            {PANE_NAMES[name]}
          </Button>
        ))}
      </nav>
    </div>
  );
}
