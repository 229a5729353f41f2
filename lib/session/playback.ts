/** Moves through a run: the playhead, the selected row, the time range and playback. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { NO_FILTER } from "../dialects/settings.ts";
import type { VerdictEvidence } from "../lint/verdict.ts";
import { findEvidenceEntry } from "../lint/verdict.ts";
import { getStateChangeEvents } from "../timeline/lanes.ts";
import {
  advancePlayback,
  createPlaybackPosition,
  type PlaybackPosition,
} from "../timeline/playback.ts";
import { isExchangeInScope, type Scope } from "../timeline/scope.ts";
import { getInterpretation, getRowList } from "./interpretation-cache.ts";
import type { RunStore } from "./run.ts";
import type { View, ViewStore } from "./view.ts";

export interface PlaybackContext {
  readonly run: RunStore;
  readonly view: ViewStore;
}

/** The event up to which the run is shown. */
export function getPlayheadEvent({ run, view }: PlaybackContext): number {
  const last = run.getState().timeline.lastEvent;
  return Math.min(view.getState().cursor ?? last, last);
}

/** The current interpretation of the run. */
export function getCurrentInterpretation({ run, view }: PlaybackContext): Interpretation {
  return getInterpretation(run.getState().timeline, view.getState().dialects).update();
}

/** Moves the playhead to an event; at or past the newest one it follows the run. */
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

/** The first event in the scope. */
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

/** Moves the playhead to the next or previous event in the scope. */
export function stepEvent(context: PlaybackContext, delta: number): void {
  stopPlayback(context);
  const { timeline } = context.run.getState();
  const { scope } = context.view.getState();
  const direction = Math.sign(delta);
  let event = getPlayheadEvent(context);
  for (let left = Math.abs(delta); left > 0; left--) {
    do event += direction;
    while (
      event >= 0 &&
      event <= timeline.lastEvent &&
      !isExchangeInScope(timeline, scope, timeline.events.exchange.at(event))
    );
  }
  movePlayhead(context, event);
}

export function stepStateChange(context: PlaybackContext, delta: number): void {
  stopPlayback(context);
  const now = getPlayheadEvent(context);
  const changes = getStateChangeEvents(context.run.getState().timeline);
  const next =
    delta > 0 ? changes.find((event) => event > now) : changes.findLast((event) => event < now);
  if (next !== undefined) movePlayhead(context, next);
  else if (delta > 0) jumpToEnd(context);
  else jumpToStart(context);
}

export function jumpToStart(context: PlaybackContext): void {
  stopPlayback(context);
  movePlayhead(context, getFirstShownEvent(context));
}

export function jumpToEnd(context: PlaybackContext): void {
  stopPlayback(context);
  context.view.setState({ cursor: null, event: null, following: true });
}

export function stopPlayback({ view }: PlaybackContext): void {
  if (view.getState().playing) view.setState({ playing: false });
}

export function togglePlayback(context: PlaybackContext): void {
  const { view, run } = context;
  if (view.getState().playing) return stopPlayback(context);
  const { timeline } = run.getState();
  if (timeline.lastEvent < 0) return;
  if (getPlayheadEvent(context) >= timeline.lastEvent)
    movePlayhead(context, getFirstShownEvent(context));
  view.setState({ playing: true });
  startPlayback(context);
}

/** The current playback of each view: a frame of a stopped one may still be called. */
const currentPlaybacks = new WeakMap<ViewStore, symbol>();

/** Moves the playhead in each animation frame until stopped or at the end of the run. */
function startPlayback(context: PlaybackContext): void {
  const { view, run } = context;
  const mine = Symbol();
  currentPlaybacks.set(view, mine);
  const { timeline } = run.getState();
  const times = timeline.events.time;
  let head: PlaybackPosition = createPlaybackPosition(getPlayheadEvent(context), times);
  let lastFrame = performance.now();
  const frame = (now: number) => {
    if (currentPlaybacks.get(view) !== mine) return;
    const { playing, speed, shorten } = view.getState();
    if (!playing || run.getState().timeline !== timeline) return stopPlayback(context);
    // The user moved the playhead: continue from there.
    const at = getPlayheadEvent(context);
    if (at !== head.event) head = createPlaybackPosition(at, times);
    head = advancePlayback(
      head,
      Math.min(250, Math.max(0, now - lastFrame)),
      times,
      speed,
      shorten,
    );
    lastFrame = now;
    if (head.event !== at) view.setState({ cursor: head.event, event: null, following: false });
    if (head.event >= times.length - 1) return jumpToEnd(context);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The item whose row shows an evidence. */
export function findEvidenceItem(
  interpretation: Interpretation,
  evidence: VerdictEvidence,
): Item | undefined {
  const { event } = evidence;
  return event === null
    ? interpretation.getEntryItem(findEvidenceEntry(interpretation.timeline, evidence))
    : interpretation.getEventItem(event)?.getRowItemAt(event);
}

/** Selects the row and event of an evidence, and widens the scope if it is outside of it. */
export function showEvidence({ run, view }: PlaybackContext, evidence: VerdictEvidence): void {
  const { timeline } = run.getState();
  const { event } = evidence;
  const item = findEvidenceItem(getCurrentInterpretation({ run, view }), evidence);
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

/** Selects the row of an item, with a scope and filter that show it. The playhead stays. */
export function showItem({ run, view }: PlaybackContext, item: Item): void {
  const interpretation = getCurrentInterpretation({ run, view });
  const shown = getViewWithItem(interpretation, item, view.getState());
  view.setState({ ...shown, event: null, following: false });
}

/** The view with the row selected, and with a scope and filter that show it. */
export function getViewWithItem(
  interpretation: Interpretation,
  item: Item,
  { scope, filter, mutes }: View,
): Partial<View> {
  const widened = isExchangeInScope(interpretation.timeline, scope, item.exchange)
    ? scope
    : item.exchange;
  const isShown =
    getRowList(interpretation, widened, filter, mutes).update().findRow(item.index) >= 0;
  return { selected: item.index, scope: widened, ...(!isShown && { filter: NO_FILTER }) };
}

/** Shows the whole run, one exchange or one task, and follows its end. */
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
    selectedLine: null,
    event: null,
    cursor: null,
    brush: null,
    zoom: null,
    following: true,
  });
}

export function zoomToBrush({ view }: PlaybackContext): void {
  const { brush } = view.getState();
  if (brush && brush.to > brush.from) view.setState({ zoom: brush, brush: null });
}

export function resetZoom({ view }: PlaybackContext): void {
  view.setState({ zoom: null, brush: null });
}
