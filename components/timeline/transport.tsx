"use client";
// Transport bar: playback controls, position, speed, and the size of the selected time range.
import type { KeyboardEvent } from "react";
import {
  jumpToEnd,
  jumpToStart,
  resetZoom,
  stepEvent,
  stepStateChange,
  togglePlayback,
  zoomToBrush,
} from "../../lib/session/playback.ts";
import type { PlaybackSpeed } from "../../lib/timeline/playback.ts";
import {
  countScopeEvents,
  countScopeEventsUpTo,
  getLastEventAt,
} from "../../lib/timeline/scope.ts";
import { summarizeTimeRange } from "../../lib/timeline/time-range.ts";
import { useServerFeatures } from "../server-features.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { SegmentedControl } from "../ui/segmented.tsx";
import { useAxis } from "./use-axis.ts";

const SPEED_OPTIONS: readonly { value: string; speed: PlaybackSpeed; label: string }[] = [
  { value: "0.5", speed: 0.5, label: "0.5×" },
  { value: "1", speed: 1, label: "1×" },
  { value: "4", speed: 4, label: "4×" },
  { value: "16", speed: 16, label: "16×" },
  { value: "max", speed: "max", label: "max" },
];

export function Transport() {
  const session = useSession();
  const { view } = session;
  const playing = useView((state) => state.playing);
  const speed = useView((state) => state.speed);
  const shorten = useView((state) => state.shorten);
  const live = useRun((run) => run.live);
  const isFollowingRange = useView((state) => state.brush !== null) && live;
  // The speed control has already handled its own arrow keys.
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) stepStateChange(session, delta);
    else stepEvent(session, delta);
  };
  return (
    <div
      className="@container/transport flex min-h-9.5 flex-none flex-wrap items-center gap-0.5 border-b border-line-2 px-3"
      role="toolbar"
      aria-label="Playback"
      onKeyDown={onKeyDown}
    >
      <IconButton
        icon="start"
        label="Jump to start"
        keys="Home"
        onClick={() => jumpToStart(session)}
      />
      <IconButton
        icon="step-back"
        label="Previous event"
        keys="["
        onClick={() => stepEvent(session, -1)}
      />
      <IconButton
        icon={playing ? "pause" : "play"}
        label={playing ? "Pause" : "Play"}
        keys="space"
        className="bg-bg-3"
        onClick={() => togglePlayback(session)}
      />
      <IconButton
        icon="step-on"
        label="Next event"
        keys="]"
        onClick={() => stepEvent(session, 1)}
      />
      <IconButton icon="end" label="Jump to end" keys="End" onClick={() => jumpToEnd(session)} />
      <Position />
      {/* Without room on one line, the end of the bar wraps to the next line. */}
      <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-1.5 gap-y-1 py-1 empty:hidden">
        <MarkedTimeRange />
        <Following />
        <IconButton
          icon="skip-idle"
          label={shorten ? "Long silences are shortened" : "Silences play in full"}
          pressed={shorten}
          className="max-wide:hidden"
          onClick={() => view.setState({ shorten: !shorten })}
        />
        <IdleToggle />
        <SegmentedControl
          label="Speed"
          // Irrelevant while following, and without room beside a selected time range.
          className={cx("max-phone:hidden", isFollowingRange && "@max-[961px]/transport:hidden")}
          options={SPEED_OPTIONS.map(({ value, label }) => ({ value, label }))}
          value={String(speed)}
          onChange={(value) => {
            const chosen = SPEED_OPTIONS.find((option) => option.value === value);
            if (chosen) view.setState({ speed: chosen.speed });
          }}
        />
      </span>
    </div>
  );
}

/** Toggle for folding idle time, shown only if there is any. */
function IdleToggle() {
  const { view } = useSession();
  const foldsIdle = useView((state) => state.foldsIdle);
  const axis = useAxis();
  if (foldsIdle && !axis?.folds?.length) return null;
  return (
    <IconButton
      icon="fold"
      label={foldsIdle ? "Idle time is folded" : "Idle time is shown in full"}
      pressed={foldsIdle}
      onClick={() => view.setState({ foldsIdle: !foldsIdle })}
    />
  );
}

function Position() {
  const timeline = useRun((run) => run.timeline);
  const playhead = usePlayheadEvent();
  const scope = useView((state) => state.scope);
  const axis = useAxis();
  const event = getLastEventAt(timeline, scope, playhead);
  const time = event < 0 ? Number.NaN : timeline.events.time.at(event);
  return (
    <span
      className="ml-2 whitespace-nowrap text-fg-2 [&_b]:font-medium [&_b]:text-fg-1"
      data-testid="position"
    >
      event <b>{formatCount(countScopeEventsUpTo(timeline, scope, playhead))}</b>
      <span className="text-fg-3"> / {formatCount(countScopeEvents(timeline, scope))}</span>
      {axis && !Number.isNaN(time) && (
        <>
          {" · "}
          <b>{((time - axis.origin) / 1000).toFixed(3)}</b> s
        </>
      )}
    </span>
  );
}

function MarkedTimeRange() {
  const session = useSession();
  const features = useServerFeatures();
  const timeline = useRun((run) => run.timeline);
  const scope = useView((state) => state.scope);
  const brush = useView((state) => state.brush);
  const zoom = useView((state) => state.zoom);
  if (!brush && !zoom) return null;
  if (!brush) {
    return (
      <>
        {features && <features.SpanActions />}
        <Button icon="zoom-out" onClick={() => resetZoom(session)}>
          Show all
        </Button>
      </>
    );
  }
  const { events, bytes } = summarizeTimeRange(timeline, scope, brush);
  return (
    <span
      className="inline-flex flex-wrap items-center gap-1 rounded-2 bg-accent-bg pl-2.5 text-12/5 text-accent forced-colors:border"
      role="status"
    >
      {formatDuration(brush.to - brush.from)} · {formatQuantity(events, "frame")} ·{" "}
      {formatBytes(bytes)}
      <IconButton
        icon="zoom"
        label="Zoom to range"
        keys="Z"
        size={24}
        onClick={() => zoomToBrush(session)}
      />
      {features && <features.SpanActions />}
      <IconButton
        icon="close"
        label="Clear selection"
        size={24}
        onClick={() => session.view.setState({ brush: null })}
      />
    </span>
  );
}

function Following() {
  const session = useSession();
  const live = useRun((run) => run.live);
  const isFollowing = useView(({ cursor, following }) => cursor === null && following);
  if (!live) return null;
  return (
    <Button icon="follow" pressed={isFollowing} onClick={() => jumpToEnd(session)}>
      <span className="max-phone:sr-only">{isFollowing ? "Following" : "Follow"}</span>
    </Button>
  );
}
