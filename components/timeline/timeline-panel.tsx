"use client";
// The centre of the screen: verdict, rows, and what stands in their place while there are none.
import { isDiscovery } from "../../lib/timeline/read.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { EmptyState, ProgressLine } from "../ui/status.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Overview } from "./overview.tsx";
import { TimelineList } from "./timeline-list.tsx";
import { Transport } from "./transport.tsx";
import { VerdictStrip } from "./verdict-strip.tsx";

export function TimelinePanel() {
  const phase = useRun((run) => run.phase);
  const hasRows = useRun(({ timeline, version }) => version >= 0 && timeline.entries.length > 0);
  const hasTalk = useRun(
    ({ timeline, version }) => version >= 0 && !timeline.exchanges.every(isDiscovery),
  );
  const isOne = useView((view) => view.scope !== "all");
  const isConnected = useAgent((agent) => agent.phase.kind === "connected");
  return (
    <section className="timeline" aria-label="Timeline">
      {phase.kind === "reading" && phase.share !== null && (
        <ProgressLine value={phase.share} label="Reading the log" />
      )}
      <RunBanners />
      {hasRows && (hasTalk || isOne) ? (
        <>
          <VerdictStrip />
          <Overview />
          <Transport />
          <FilterBar />
          <TimelineList />
        </>
      ) : (
        (phase.kind === "ready" || phase.kind === "none") &&
        (isConnected ? (
          <EmptyState icon="send" title="Send a message to start">
            What the agent sends appears here as it arrives.
          </EmptyState>
        ) : (
          <EmptyState icon="file" title="Nothing in this log">
            It holds no exchange with an agent.
          </EmptyState>
        ))
      )}
    </section>
  );
}

function RunBanners() {
  const phase = useRun((run) => run.phase);
  useRun((run) => run.version);
  // What an exchange shows on its own rows is not missing from the log.
  const list = useRun((run) => run.skipped).filter(({ x }) => x === undefined);
  const skipped = list.length;
  return (
    <>
      {phase.kind === "failed" && (
        <Banner
          severity="error"
          who="Loupe"
          title="This log cannot be read"
          remedy="Drop another file, or paste an agent's address."
        >
          {phase.reason}
        </Banner>
      )}
      {phase.kind === "reconnecting" && (
        <Banner severity="warning" who="Loupe" title="The server does not answer">
          Nothing recorded is lost; trying again.
        </Banner>
      )}
      {skipped > 0 && (
        <Banner
          severity="warning"
          title={`${skipped} ${skipped === 1 ? "piece" : "pieces"} of this log could not be read`}
          details={list
            .slice(0, 100)
            .map(({ at, reason, text }) => `byte ${at}: ${reason}\n${text}`)
            .join("\n\n")}
          detailsLabel="What was left out"
        >
          Everything else is here.
        </Banner>
      )}
    </>
  );
}
