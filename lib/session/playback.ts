/** Moving through a run: the playhead, the rows and the marked span, as everybody may ask for it. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { findEvidenceEntry } from "../lint/verdict/evidence-entry.ts";
import type { VerdictEvidence } from "../lint/verdict.ts";
import { getStateChangeEvents } from "../timeline/lanes.ts";
import {
  advancePlayback,
  createPlaybackPosition,
  type PlaybackPosition,
} from "../timeline/playback.ts";
import { isExchangeInScope, type Scope } from "../timeline/scope.ts";
import { readingOf, rowsOf } from "./reading.ts";
import type { RunStore } from "./run.ts";
import type { ViewStore } from "./view.ts";

export interface Stage {
  readonly run: RunStore;
  readonly view: ViewStore;
}

/** The event everything is shown as of. */
export function momentOf({ run, view }: Stage): number {
  const last = run.getState().timeline.lastEvent;
  return Math.min(view.getState().cursor ?? last, last);
}

/** The run as the dialects read it now. */
export function stagedReading({ run, view }: Stage): Interpretation {
  return readingOf(run.getState().timeline, view.getState().dialects).update();
}

/** Puts the playhead on an event; past the newest it follows what is to come. */
export function moveTo({ run, view }: Stage, event: number): void {
  const { timeline } = run.getState();
  const first = firstEvent({ run, view });
  const isEnd = event >= timeline.lastEvent;
  view.setState({
    cursor: isEnd ? null : Math.max(first, event),
    event: null,
    following: isEnd && view.getState().selected === null,
  });
}

/** The first event of what is shown. */
function firstEvent({ run, view }: Stage): number {
  const { timeline } = run.getState();
  const { scope } = view.getState();
  for (const exchange of timeline.exchanges) {
    if (isExchangeInScope(timeline, scope, exchange.index) && exchange.events.count > 0) {
      return exchange.events.at(0);
    }
  }
  return 0;
}

/** On to the next event of what is shown, or back. */
export function stepEvent(stage: Stage, delta: number): void {
  stop(stage);
  const { timeline } = stage.run.getState();
  const { scope } = stage.view.getState();
  const direction = Math.sign(delta);
  let event = momentOf(stage);
  for (let left = Math.abs(delta); left > 0; left--) {
    do event += direction;
    while (
      event >= 0 &&
      event <= timeline.lastEvent &&
      !isExchangeInScope(timeline, scope, timeline.events.exchange.at(event))
    );
  }
  moveTo(stage, event);
}

export function stepState(stage: Stage, delta: number): void {
  stop(stage);
  const now = momentOf(stage);
  const changes = getStateChangeEvents(stage.run.getState().timeline);
  const next =
    delta > 0 ? changes.find((event) => event > now) : changes.findLast((event) => event < now);
  if (next !== undefined) moveTo(stage, next);
  else if (delta > 0) toEnd(stage);
  else toStart(stage);
}

export function toStart(stage: Stage): void {
  stop(stage);
  moveTo(stage, firstEvent(stage));
}

export function toEnd(stage: Stage): void {
  stop(stage);
  stage.view.setState({ cursor: null, event: null, following: true });
}

export function stop({ view }: Stage): void {
  if (view.getState().playing) view.setState({ playing: false });
}

export function togglePlay(stage: Stage): void {
  const { view, run } = stage;
  if (view.getState().playing) return stop(stage);
  const { timeline } = run.getState();
  if (timeline.lastEvent < 0) return;
  if (momentOf(stage) >= timeline.lastEvent) moveTo(stage, firstEvent(stage));
  view.setState({ playing: true });
  play(stage);
}

/** The newest play of each view: the frame that an older one has asked for may still come. */
const plays = new WeakMap<ViewStore, symbol>();

/** Moves the playhead frame by frame until somebody stops it or the run is over. */
function play(stage: Stage): void {
  const { view, run } = stage;
  const mine = Symbol();
  plays.set(view, mine);
  const { source, timeline } = run.getState();
  const times = timeline.events.time;
  let head: PlaybackPosition = createPlaybackPosition(momentOf(stage), times);
  let before = performance.now();
  const frame = (now: number) => {
    if (plays.get(view) !== mine) return;
    const { playing, speed, shorten } = view.getState();
    if (!playing || run.getState().source !== source) return stop(stage);
    // The playhead was moved by hand: play goes on from there.
    const at = momentOf(stage);
    if (at !== head.event) head = createPlaybackPosition(at, times);
    head = advancePlayback(head, Math.min(250, Math.max(0, now - before)), times, speed, shorten);
    before = now;
    if (head.event !== at) view.setState({ cursor: head.event, event: null, following: false });
    if (head.event >= times.length - 1) return toEnd(stage);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Selects what shows it: the row and the event, whatever part of the run is looked at. */
export function showEvidence({ run, view }: Stage, evidence: VerdictEvidence): void {
  const { timeline } = run.getState();
  const reading = stagedReading({ run, view });
  const { event } = evidence;
  const item =
    event === null
      ? reading.getEntryItem(findEvidenceEntry(timeline, evidence))
      : reading.getEventItem(event)?.getRowItemAt(event);
  if (!item) return;
  const { scope } = view.getState();
  const isInScope = isExchangeInScope(timeline, scope, item.exchange);
  view.setState({
    ...(!isInScope && { scope: "all" }),
    cursor: null,
    selected: item.index,
    event,
    following: false,
  });
}

/** Looks at the whole run, at one task or at one exchange of it, from its end. */
export function showScope(
  { view }: Pick<Stage, "view">,
  scope: Scope,
  task: number | null = null,
): void {
  const { filter } = view.getState();
  view.setState({
    scope,
    filter: { ...filter, task },
    selected: null,
    event: null,
    cursor: null,
    brush: null,
    zoom: null,
    following: true,
  });
}

/** The next shown row, or the one before. */
export function selectRow({ run, view }: Stage, delta: number): void {
  const { selected, scope, filter, mutes } = view.getState();
  const rows = rowsOf(stagedReading({ run, view }), scope, filter, mutes).update();
  if (rows.count === 0) return;
  const from = selected === null ? (delta > 0 ? -1 : rows.count) : rows.findRow(selected);
  const row = Math.min(rows.count - 1, Math.max(0, from + delta));
  const item = rows.itemAt(row);
  if (item) view.setState({ selected: item.index, event: null, following: false });
}

export function zoomToBrush({ view }: Stage): void {
  const { brush } = view.getState();
  if (brush && brush.to > brush.from) view.setState({ zoom: brush, brush: null });
}

export function resetZoom({ view }: Stage): void {
  view.setState({ zoom: null, brush: null });
}
