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
import { getInterpretation, getRowList } from "./interpretation-cache.ts";
import type { RunStore } from "./run.ts";
import type { ViewStore } from "./view.ts";

export interface PlaybackContext {
  readonly run: RunStore;
  readonly view: ViewStore;
}

/** The event everything is shown as of. */
export function getPlayheadEvent({ run, view }: PlaybackContext): number {
  const last = run.getState().timeline.lastEvent;
  return Math.min(view.getState().cursor ?? last, last);
}

/** The run as the dialects read it now. */
export function getCurrentInterpretation({ run, view }: PlaybackContext): Interpretation {
  return getInterpretation(run.getState().timeline, view.getState().dialects).update();
}

/** Puts the playhead on an event; past the newest it follows what is to come. */
export function movePlayhead({ run, view }: PlaybackContext, event: number): void {
  const { timeline } = run.getState();
  const first = getFirstShownEvent({ run, view });
  const isEnd = event >= timeline.lastEvent;
  view.setState({
    cursor: isEnd ? null : Math.max(first, event),
    event: null,
    following: isEnd && view.getState().selected === null,
  });
}

/** The first event of what is shown. */
function getFirstShownEvent({ run, view }: PlaybackContext): number {
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
export function stepEvent(stage: PlaybackContext, delta: number): void {
  stopPlayback(stage);
  const { timeline } = stage.run.getState();
  const { scope } = stage.view.getState();
  const direction = Math.sign(delta);
  let event = getPlayheadEvent(stage);
  for (let left = Math.abs(delta); left > 0; left--) {
    do event += direction;
    while (
      event >= 0 &&
      event <= timeline.lastEvent &&
      !isExchangeInScope(timeline, scope, timeline.events.exchange.at(event))
    );
  }
  movePlayhead(stage, event);
}

export function stepStateChange(stage: PlaybackContext, delta: number): void {
  stopPlayback(stage);
  const now = getPlayheadEvent(stage);
  const changes = getStateChangeEvents(stage.run.getState().timeline);
  const next =
    delta > 0 ? changes.find((event) => event > now) : changes.findLast((event) => event < now);
  if (next !== undefined) movePlayhead(stage, next);
  else if (delta > 0) jumpToEnd(stage);
  else jumpToStart(stage);
}

export function jumpToStart(stage: PlaybackContext): void {
  stopPlayback(stage);
  movePlayhead(stage, getFirstShownEvent(stage));
}

export function jumpToEnd(stage: PlaybackContext): void {
  stopPlayback(stage);
  stage.view.setState({ cursor: null, event: null, following: true });
}

export function stopPlayback({ view }: PlaybackContext): void {
  if (view.getState().playing) view.setState({ playing: false });
}

export function togglePlayback(stage: PlaybackContext): void {
  const { view, run } = stage;
  if (view.getState().playing) return stopPlayback(stage);
  const { timeline } = run.getState();
  if (timeline.lastEvent < 0) return;
  if (getPlayheadEvent(stage) >= timeline.lastEvent) movePlayhead(stage, getFirstShownEvent(stage));
  view.setState({ playing: true });
  startPlayback(stage);
}

/** The newest play of each view: the frame that an older one has asked for may still come. */
const newestPlays = new WeakMap<ViewStore, symbol>();

/** Moves the playhead frame by frame until somebody stops it or the run is over. */
function startPlayback(stage: PlaybackContext): void {
  const { view, run } = stage;
  const mine = Symbol();
  newestPlays.set(view, mine);
  const { source, timeline } = run.getState();
  const times = timeline.events.time;
  let head: PlaybackPosition = createPlaybackPosition(getPlayheadEvent(stage), times);
  let before = performance.now();
  const frame = (now: number) => {
    if (newestPlays.get(view) !== mine) return;
    const { playing, speed, shorten } = view.getState();
    if (!playing || run.getState().source !== source) return stopPlayback(stage);
    // The playhead was moved by hand: play goes on from there.
    const at = getPlayheadEvent(stage);
    if (at !== head.event) head = createPlaybackPosition(at, times);
    head = advancePlayback(head, Math.min(250, Math.max(0, now - before)), times, speed, shorten);
    before = now;
    if (head.event !== at) view.setState({ cursor: head.event, event: null, following: false });
    if (head.event >= times.length - 1) return jumpToEnd(stage);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Selects what shows it: the row and the event, whatever part of the run is looked at. */
export function showEvidence({ run, view }: PlaybackContext, evidence: VerdictEvidence): void {
  const { timeline } = run.getState();
  const interpretation = getCurrentInterpretation({ run, view });
  const { event } = evidence;
  const item =
    event === null
      ? interpretation.getEntryItem(findEvidenceEntry(timeline, evidence))
      : interpretation.getEventItem(event)?.getRowItemAt(event);
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
  { view }: Pick<PlaybackContext, "view">,
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
export function selectRow({ run, view }: PlaybackContext, delta: number): void {
  const { selected, scope, filter, mutes } = view.getState();
  const rows = getRowList(getCurrentInterpretation({ run, view }), scope, filter, mutes).update();
  if (rows.count === 0) return;
  const from = selected === null ? (delta > 0 ? -1 : rows.count) : rows.findRow(selected);
  const row = Math.min(rows.count - 1, Math.max(0, from + delta));
  const item = rows.itemAt(row);
  if (item) view.setState({ selected: item.index, event: null, following: false });
}

export function zoomToBrush({ view }: PlaybackContext): void {
  const { brush } = view.getState();
  if (brush && brush.to > brush.from) view.setState({ zoom: brush, brush: null });
}

export function resetZoom({ view }: PlaybackContext): void {
  view.setState({ zoom: null, brush: null });
}
