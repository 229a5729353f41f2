"use client";
import { TABS, type Tab } from "../../lib/session/view.ts";
// The proof of the selected row: its text, the JSON of each of its frames, and their exact bytes.
import { endTime } from "../../lib/timeline/read.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { rowOf } from "../../lib/timeline/view.ts";
import { CardSummary } from "../connect/card-summary.tsx";
import { useRun, useSession, useView } from "../session.tsx";
import { KIND_LOOKS } from "../timeline/kinds.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { FrameStepper } from "./frame-stepper.tsx";
import { DecodedTab, WireTab } from "./frame-tabs.tsx";
import { RenderedTab } from "./rendered-tab.tsx";

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  rendered: "Rendered",
  chunks: "Chunks",
  decoded: "Decoded",
  wire: "Wire",
  problems: "Problems",
};

export function Inspector() {
  const { view } = useSession();
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const selected = useView((state) => state.selected);
  const event = useView((state) => state.event);
  const tab = useView((state) => state.tab);
  const entry = selected === null ? undefined : timeline.entries[selected];
  if (!entry) return <CardSummary />;
  const shown = event ?? entry.track.lastAt(timeline.lastEvent);
  const ordinal = shown === null || shown < 0 || shown > timeline.lastEvent ? null : shown;
  return (
    <section className="inspector" aria-label="Inspector" data-testid="inspector">
      <InspectorHead timeline={timeline} entry={entry} />
      <Tabs
        label="Inspector"
        items={TABS.map((id) => ({ id, label: TAB_LABELS[id] }))}
        value={tab}
        onChange={(id) => view.setState({ tab: id })}
        panelClassName="inspector-panel"
      >
        {tab === "rendered" && <RenderedTab timeline={timeline} entry={entry} />}
        {tab !== "rendered" && <FrameStepper timeline={timeline} entry={entry} ordinal={ordinal} />}
        {tab === "decoded" && <DecodedTab timeline={timeline} entry={entry} ordinal={ordinal} />}
        {tab === "wire" && <WireTab timeline={timeline} entry={entry} ordinal={ordinal} />}
      </Tabs>
    </section>
  );
}

function InspectorHead({ timeline, entry }: { timeline: Timeline; entry: Entry }) {
  const row = rowOf(timeline, entry, timeline.lastEvent);
  const look = KIND_LOOKS[entry.kind];
  const facts = factsOf(timeline, entry);
  return (
    <header className="inspector-head">
      <h2 data-hue={look.hue}>
        <Icon name={look.icon} size={16} />
        <span className={cx("inspector-title", row.literal && "mono")} dir="auto">
          {row.title}
        </span>
      </h2>
      <dl className="inspector-facts">
        {facts.map(([name, value, isLiteral]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isLiteral ? "mono" : undefined} title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

type Fact = readonly [name: string, value: string, isLiteral?: boolean];

function factsOf(timeline: Timeline, entry: Entry): Fact[] {
  const n = timeline.lastEvent;
  const facts: Fact[] = [];
  const task = timeline.tasks[entry.task];
  if (entry.kind === "artifact") facts.push(["artifactId", entry.artifact.artifactId, true]);
  else if (task && task.id !== "") facts.push(["task", task.id, true]);
  facts.push(["Frames", formatCount(entry.track.countAt(n))]);
  facts.push(["Wire bytes", formatBytes(entry.track.bytesAt(n))]);
  if (entry.kind === "artifact") {
    const { current } = entry.artifact;
    facts.push(["Text", `${formatCount(current?.textLength ?? 0)} chars`]);
    facts.push(["Revisions", formatCount(entry.artifact.revisions.length)]);
    facts.push(["Closed", (current?.closed ?? -1) >= 0 ? "lastChunk" : "no lastChunk"]);
  }
  const to = endTime(timeline, entry, n);
  if (!Number.isNaN(to - entry.time)) facts.push(["Took", formatDuration(to - entry.time)]);
  return facts;
}
