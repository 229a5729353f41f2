"use client";
// Transport beside the axis: playback controls, position and speed. Below the axis, the selected time range.
import type { ComponentProps, KeyboardEvent } from "react";
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
import { countScopeEvents, countScopeEventsUpTo } from "../../lib/timeline/scope.ts";
import { summarizeTimeRange } from "../../lib/timeline/time-range.ts";
import { useServerFeatures } from "../server-features.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { formatBytes, formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";

const SPEEDS: readonly { value: PlaybackSpeed; label: string }[] = [
  { value: 0.5, label: "0.5×" },
  { value: 1, label: "1×" },
  { value: 4, label: "4×" },
  { value: 16, label: "16×" },
  { value: "max", label: "max" },
];

export function Transport() {
  const session = useSession();
  const playing = useView((state) => state.playing);
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) stepStateChange(session, delta);
    else stepEvent(session, delta);
  };
  return (
    <div
      className="flex flex-none flex-col justify-center gap-0.5 py-1 pl-3 @max-[520px]/bars:flex-row @max-[520px]/bars:items-center @max-[520px]/bars:justify-between @max-[520px]/bars:px-3"
      role="toolbar"
      aria-label="Playback"
      onKeyDown={onKeyDown}
    >
      <span className="flex items-center gap-0.5">
        <TransportButton
          icon="start"
          label="Jump to start"
          keys="Home"
          onClick={() => jumpToStart(session)}
        />
        <TransportButton
          icon="step-back"
          label="Previous event"
          keys="["
          onClick={() => stepEvent(session, -1)}
        />
        <TransportButton
          icon={playing ? "pause" : "play"}
          label={playing ? "Pause" : "Play"}
          keys="space"
          className="bg-bg-3"
          onClick={() => togglePlayback(session)}
        />
        <TransportButton
          icon="step-on"
          label="Next event"
          keys="]"
          onClick={() => stepEvent(session, 1)}
        />
        <TransportButton
          icon="end"
          label="Jump to end"
          keys="End"
          onClick={() => jumpToEnd(session)}
        />
        <PlaybackMenu />
      </span>
      <span className="flex items-center justify-between gap-1.5">
        <Position />
        <Following />
      </span>
    </div>
  );
}

const TransportButton = (props: ComponentProps<typeof IconButton>) => (
  <IconButton size={24} iconSize={14} {...props} />
);

/** Speeds, and what is left out of the time. */
function PlaybackMenu() {
  const { view } = useSession();
  const speed = useView((state) => state.speed);
  const shorten = useView((state) => state.shorten);
  const foldsIdle = useView((state) => state.foldsIdle);
  const items: MenuItem[] = [
    ...SPEEDS.map(({ value, label }) => ({
      id: label,
      label,
      checked: value === speed,
      onSelect: () => view.setState({ speed: value }),
    })),
    { id: "line", separator: true },
    {
      id: "shorten",
      label: "Shorten long silences",
      icon: "skip-idle",
      hint: "While it plays",
      checked: shorten,
      isToggle: true,
      onSelect: () => view.setState({ shorten: !shorten }),
    },
    {
      id: "fold",
      label: "Fold idle time",
      icon: "fold",
      hint: "On the axis",
      checked: foldsIdle,
      isToggle: true,
      onSelect: () => view.setState({ foldsIdle: !foldsIdle }),
    },
  ];
  return (
    <MenuButton label="Speed" size={24} items={items}>
      <span className="sr-only">Speed </span>
      {SPEEDS.find(({ value }) => value === speed)?.label}
    </MenuButton>
  );
}

/** The number of the event; its time stands at the playhead. */
function Position() {
  const timeline = useRun((run) => run.timeline);
  const playhead = usePlayheadEvent();
  const scope = useView((state) => state.scope);
  return (
    <span
      className="text-12/5 whitespace-nowrap text-fg-2 tabular-nums [&_b]:font-medium [&_b]:text-fg-1"
      data-testid="position"
    >
      event <b>{formatCount(countScopeEventsUpTo(timeline, scope, playhead))}</b>
      <span className="text-fg-3"> / {formatCount(countScopeEvents(timeline, scope))}</span>
    </span>
  );
}

/** Below the axis while a time range is selected or fills it. */
export function TimeRangeBar() {
  const isShown = useView((state) => state.brush !== null || state.zoom !== null);
  if (!isShown) return null;
  return (
    <div
      className="flex flex-none flex-wrap items-center justify-end gap-1 border-b border-line-2 px-3 py-0.5"
      role="toolbar"
      aria-label="Time range"
    >
      <MarkedTimeRange />
    </div>
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
    <IconButton
      icon="follow"
      label={isFollowing ? "Following" : "Follow"}
      size={20}
      iconSize={14}
      pressed={isFollowing}
      onClick={() => jumpToEnd(session)}
    />
  );
}
