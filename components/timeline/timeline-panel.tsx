"use client";

// The center panel: banners, verdict, overview, filter and rows, or an empty state.

import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { showsConversation } from "../../lib/session/main-view.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { SkippedInput } from "../../lib/wire/record.ts";
import { useAppContext } from "../app-context.tsx";
import { useProblemsStore } from "../problems/problems-store.ts";
import { useAgent, useRun, useSession, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { EmptyState, ProgressLine } from "../ui/status.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Overview } from "./overview.tsx";
import { TimelineList } from "./timeline-list.tsx";
import { TraceStrip } from "./trace-strip.tsx";
import { TimeRangeBar, Transport } from "./transport.tsx";
import { VerdictStrip } from "./verdict-strip.tsx";

const ProblemsPanel = createLazyComponent(() => import("../problems/problems-panel.tsx"));

/** On narrow screens the problems replace the rows. */
const PROBLEMS =
  "flex h-[clamp(150px,34%,340px)] flex-none flex-col border-t border-line-2 bg-bg-1 low:h-60 not-low:max-phone:h-auto not-low:max-phone:min-h-0 not-low:max-phone:flex-1 forced-colors:border";

interface TimelinePanelProps {
  /** Switches between the views of the run, above all of them. */
  viewSwitch: ReactNode;
  /** The view of the run that is shown. */
  children: ReactNode;
}

export function TimelinePanel({ viewSwitch, children }: TimelinePanelProps) {
  const showsProblems = useProblemsStore(({ isOpen }) => isOpen);
  const phase = useRun((run) => run.phase.kind);
  const isReading = useRun(({ opening }) => opening?.problem === null) || phase === "reading";
  const hasRows = useRun(({ version }) => version.timeline.entries.length > 0);
  const hasTalk = useRun(({ version }) => !version.timeline.exchanges.every(isDiscovery));
  const isOne = useView((view) => view.scope !== "all");
  const isLive = useRun(({ live }) => live);
  const isConnected = useAgent((agent) => agent.phase.kind === "connected");
  const isShown = hasRows && (hasTalk || isOne);
  return (
    <section
      aria-label="Timeline"
      // On narrow screens the problems replace the rows.
      data-problems={(isShown && showsProblems) || undefined}
      className="group/timeline flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden low:overflow-y-auto *:data-[part=banner]:mx-3 *:data-[part=banner]:my-2"
    >
      {isReading && <FileProgressBar />}
      <RunBanners />
      {isShown ? (
        <>
          <TimelineBars viewSwitch={viewSwitch} />
          {children}
          {showsProblems && (
            <div className={PROBLEMS}>
              <ProblemsPanel />
            </div>
          )}
        </>
      ) : (
        (phase === "ready" || phase === "none") &&
        (isConnected ? (
          <EmptyState icon="send" title="Send a message to start">
            What the agent sends appears here as it arrives.
          </EmptyState>
        ) : isLive ? (
          <EmptyState icon="tap" title="The tap is running">
            Calls appear here as they pass it.
          </EmptyState>
        ) : (
          <EmptyState icon="file" title="No exchanges in this log">
            The log contains no exchange with an agent.
          </EmptyState>
        ))
      )}
    </section>
  );
}

/** One bar with the view and the verdict, and the transport in the row of its axis. */
function TimelineBars({ viewSwitch }: Pick<TimelinePanelProps, "viewSwitch">) {
  const isTalk = useView(showsConversation);
  return (
    <div className="@container/bars flex-none">
      <div className="flex items-start gap-3 border-b border-line-2 px-3 py-2">
        {viewSwitch}
        <VerdictStrip />
      </div>
      <div className="flex border-b border-line-2 @max-[520px]/bars:flex-col-reverse">
        <Transport />
        {/* A conversation needs the room on a phone. */}
        <div className={cx("min-w-0 flex-1", isTalk && "max-phone:hidden")}>
          <Overview />
        </div>
      </div>
      <TimeRangeBar />
    </div>
  );
}

/** The rows with their filter. */
export function TimelineRows() {
  return (
    <>
      <FilterBar />
      <TraceStrip />
      <TimelineList />
    </>
  );
}

function getRemedy(standsAlone: boolean): string {
  return standsAlone
    ? "Ask its author for a new copy of this file."
    : "Drop another file or paste an agent's address.";
}

function RunBanners() {
  const { standsAlone } = useSession();
  const phase = useRun((run) => run.phase.kind);
  const reason = useRun((run) => (run.phase.kind === "failed" ? run.phase.reason : ""));
  // The skipped inputs grow in place, with the timeline.
  useRun((run) => run.skipped.length);
  // Inputs with an exchange are shown on its rows.
  const shown = useRun((run) => run.skipped).filter(({ x }) => x === undefined);
  const list = shown.filter(({ beside }) => !beside);
  const others = shown.filter(({ beside }) => beside);
  const skipped = list.length;
  // A recording with entries stopped because the rest of it cannot be written or read.
  const broke = useRun(
    ({ source, timeline }) => source?.kind === "recording" && timeline.entries.length > 0,
  );
  return (
    <>
      {phase === "failed" && (
        <Banner
          severity="error"
          who="Loupe"
          title={broke ? "Recording stopped" : "Couldn't read this log"}
          remedy={broke ? "Everything recorded before is shown." : getRemedy(standsAlone)}
        >
          {reason}
        </Banner>
      )}
      {phase === "reconnecting" && (
        <Banner severity="warning" who="Loupe" title="Server not responding">
          No recorded data is lost. Reconnecting…
        </Banner>
      )}
      {skipped > 0 && (
        <Banner
          severity="warning"
          title={`Couldn't read ${formatQuantity(skipped, "part")} of this log`}
          details={formatSkippedInputs(list)}
          detailsLabel="Skipped parts"
        >
          Everything else is shown.
        </Banner>
      )}
      {others.length > 0 && (
        <Banner
          severity="note"
          title={`Skipped: ${others.map(({ reason }) => reason).join("; ")}`}
          details={formatSkippedInputs(others)}
          detailsLabel="Show skipped"
        />
      )}
    </>
  );
}

function formatSkippedInputs(skipped: readonly SkippedInput[]): string {
  return skipped
    .slice(0, 100)
    .map(({ at, reason, text }) => `byte ${at}: ${reason}\n${text}`)
    .join("\n\n");
}

const SHOW_DELAY_MS = 600;

function FileProgressBar() {
  const { run } = useAppContext();
  const share = useStore(run.progress, (progress) => progress.share);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (share === null) return null;
  return (
    <div>
      <ProgressLine value={share} label="Reading the log" />
      {isLong && (
        <div className="flex items-center justify-between gap-3 px-3 py-1 text-12 text-fg-2 tabular-nums">
          <span>Reading the log: {Math.floor(share * 100)} %</span>
          <Button size={24} onClick={run.stopReading}>
            Stop reading
          </Button>
        </div>
      )}
    </div>
  );
}
