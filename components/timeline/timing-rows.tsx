"use client";
// Timing of one exchange: a row per measure, some with a bar.
import type { CSSProperties, ReactNode } from "react";
import type { ExchangeTiming } from "../../lib/report/timing/exchange-timing.ts";
import { getStateDurations } from "../../lib/report/timing/state-durations.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { Tag } from "../ui/tag.tsx";
import { STATE_STYLES, type StateStyle } from "./lanes.tsx";

interface TimingRowsProps {
  timeline: Timeline;
  exchange: Exchange;
  timing: ExchangeTiming;
  onEvent: (event: number) => void;
}

const BAR = "relative h-2 flex-none rounded-[2px] bg-bg-4 forced-colors:hidden";
const PART =
  "absolute inset-y-0 right-[calc((1-var(--to))*100%)] left-[calc(var(--from)*100%)] min-w-0.5 rounded-[2px] bg-accent";
const STATE_FILLS: Readonly<Record<StateStyle, string>> = {
  submitted: "bg-lane-submitted",
  working: "bg-lane-working",
  input: "bg-lane-input",
  completed: "bg-lane-submitted",
  failed: "bg-lane-submitted",
};
/** The median gap, the 95th percentile, and the longest gap. */
const GAPS =
  "w-full bg-[linear-gradient(to_right,var(--accent)_calc(var(--p50)*100%),color-mix(in_oklch,var(--accent)_45%,var(--bg-4))_0_calc(var(--p95)*100%),var(--bg-4)_0)]";
const LINK =
  "-ml-1 block min-h-6 rounded-2 px-1 text-left text-accent hover:bg-bg-4 hover:text-fg-1";

export function TimingRows({ timeline, exchange, timing, onEvent }: TimingRowsProps) {
  const { gapMs, rate, keepAlive, overhead } = timing;
  const { number } = useEventFormatter(timeline);
  return (
    <dl>
      <MilestoneRow timing={timing} />
      <StateRow timeline={timeline} exchange={exchange} />
      {gapMs && (
        <TimingRow label="Gaps" bar={<GapBar gaps={gapMs} />}>
          median {formatDuration(gapMs.p50)}, 95th percentile {formatDuration(gapMs.p95)}, longest{" "}
          {formatDuration(gapMs.max)}
        </TimingRow>
      )}
      <StallRow stalls={timing.stalls} number={number} onEvent={onEvent} />
      {rate && (
        <TimingRow label="Speed">
          {formatRounded(rate.chunksPerSecond)} chunks/s, {formatRounded(rate.charactersPerSecond)}{" "}
          characters/s
        </TimingRow>
      )}
      {keepAlive && (
        <TimingRow label="Keep-alive">
          {formatQuantity(keepAlive.count, "time")}
          {keepAlive.everyMs !== null && `, every ${formatDuration(keepAlive.everyMs)}`}
        </TimingRow>
      )}
      {overhead && (
        <TimingRow label="Overhead">
          {formatRounded(overhead.bytesPerCharacter)} bytes per character (
          {formatBytes(overhead.bytes)} for {formatQuantity(overhead.characters, "character")})
        </TimingRow>
      )}
      <ReadRow reads={timing.reads} number={number} onEvent={onEvent} />
      <SlowdownRow slowing={timing.slowing} />
    </dl>
  );
}

interface TimingRowProps {
  label: string;
  bar?: ReactNode;
  children: ReactNode;
}

function TimingRow({ label, bar, children }: TimingRowProps) {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)] gap-2 py-0.5">
      <dt className="text-fg-3">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-fg-1">
        {bar}
        <span className="min-w-0">{children}</span>
      </dd>
    </div>
  );
}

const MILESTONES = [
  ["Connected", ({ connectMs }: ExchangeTiming) => connectMs.tls ?? connectMs.connect],
  ["First byte", ({ firstByteMs }: ExchangeTiming) => firstByteMs],
  ["First event", ({ firstEventMs }: ExchangeTiming) => firstEventMs],
  ["First token", ({ firstTokenMs }: ExchangeTiming) => firstTokenMs],
] as const;

/** Milestones of the start of the exchange, each with its part of the time to the last one. */
function MilestoneRow({ timing }: { timing: ExchangeTiming }) {
  const reached = MILESTONES.flatMap(([label, of]) => {
    const ms = of(timing);
    return ms === null ? [] : [{ label, ms }];
  });
  const total = Math.max(1, ...reached.map(({ ms }) => ms));
  return reached.map(({ label, ms }, i) => {
    const from = (reached[i - 1]?.ms ?? 0) / total;
    const style = { "--from": from, "--to": ms / total } as CSSProperties;
    return (
      <TimingRow
        key={label}
        label={label}
        bar={
          <span className={cx(BAR, "w-30")} aria-hidden="true">
            <i className={PART} style={style} />
          </span>
        }
      >
        {formatDuration(ms)}
      </TimingRow>
    );
  });
}

/** The state durations of the exchange's last task. */
function StateRow({ timeline, exchange }: { timeline: Timeline; exchange: Exchange }) {
  const task = timeline.tasks[exchange.tasks.at(-1)?.task ?? -1];
  const states = task && getStateDurations(timeline, task, timeline.lastEvent);
  if (!states || states.length === 0) return null;
  const total = states.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <TimingRow
      label="Task states"
      bar={
        total > 0 && (
          <span className={cx(BAR, "flex w-full gap-px overflow-hidden")} aria-hidden="true">
            {states.map(({ state, label, ms }) => (
              <i
                key={label}
                className={cx("min-w-0.5", STATE_FILLS[STATE_STYLES[state]])}
                style={{ flexGrow: ms / total }}
              />
            ))}
          </span>
        )
      }
    >
      {states
        .map(({ label, ms, times }) => {
          const turns = times > 1 ? ` in ${formatQuantity(times, "turn")}` : "";
          return `${label} ${formatDuration(ms)}${turns}`;
        })
        .join(", ")}
    </TimingRow>
  );
}

/** Logarithmic bar from 0.1 ms to the longest gap. */
function GapBar({ gaps }: { gaps: NonNullable<ExchangeTiming["gapMs"]> }) {
  const shortest = 0.1;
  const toShare = (ms: number) =>
    Math.log(Math.max(ms, shortest) / shortest) / Math.log(Math.max(gaps.max, 1) / shortest);
  const style = {
    "--p50": toShare(gaps.p50),
    "--p95": toShare(gaps.p95),
    "--max": toShare(gaps.max),
  } as CSSProperties;
  return <span className={cx(BAR, GAPS)} aria-hidden="true" style={style} />;
}

const MAX_STALLS = 5;

interface EventLinks {
  /** Converts an event to its displayed number. */
  number: (event: number) => number;
  onEvent: (event: number) => void;
}

function StallRow({ stalls, number, onEvent }: EventLinks & { stalls: ExchangeTiming["stalls"] }) {
  if (stalls.length === 0) return null;
  const longest = stalls.toSorted((a, b) => b.ms - a.ms).slice(0, MAX_STALLS);
  return (
    <TimingRow label={formatQuantity(stalls.length, "stall")}>
      {longest.map(({ after, before, ms, keptAlive }) => (
        <button key={after} type="button" className={LINK} onClick={() => onEvent(after)}>
          {formatDuration(ms)} after event {formatCount(number(after))}
          {before === null && ", to the end"}
          {keptAlive > 0 && `, ${formatQuantity(keptAlive, "keep-alive")}`}
        </button>
      ))}
    </TimingRow>
  );
}

function ReadRow({ reads, number, onEvent }: EventLinks & { reads: ExchangeTiming["reads"] }) {
  if (!reads || reads.frames < 2) return null;
  const { count, frames, together, largest, buffered } = reads;
  return (
    <TimingRow label="Reads">
      {formatQuantity(frames, "frame")} in {formatQuantity(count, "read")}
      {together > 0 && `, ${formatCount(together)} in shared reads`}
      {largest && (
        <button type="button" className={LINK} onClick={() => onEvent(largest.event)}>
          {formatCount(largest.frames)} at once from event {formatCount(number(largest.event))}
        </button>
      )}
      {buffered && (
        <Tag hue="warning" icon="warning">
          likely buffered
        </Tag>
      )}
    </TimingRow>
  );
}

function SlowdownRow({ slowing }: { slowing: ExchangeTiming["slowing"] }) {
  if (!slowing?.slows && !slowing?.grows) return null;
  const { gapMs, frameBytes, slows, grows } = slowing;
  return (
    <TimingRow label="Over time">
      {slows && gapMs && (
        <span className="block">
          <Tag hue="warning" icon="warning">
            slows down
          </Tag>{" "}
          gaps grow from {formatDuration(gapMs.first)} to {formatDuration(gapMs.last)}
        </span>
      )}
      {grows && (
        <span className="block">
          <Tag hue="warning" icon="warning">
            frames grow
          </Tag>{" "}
          from {formatBytes(frameBytes.first)} to {formatBytes(frameBytes.last)}
        </span>
      )}
    </TimingRow>
  );
}

function formatRounded(value: number): string {
  return formatCount(value < 100 ? Math.round(value * 10) / 10 : Math.round(value));
}
