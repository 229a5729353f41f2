"use client";
// Virtual list of any length that renders only the rows in view. The caller provides roles and content of
// the rows; the list handles scrolling, following the end, measuring and the roving focus.

import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { cx } from "./cx.ts";
import type { ListContent, ListLayout } from "./list-positions.ts";
import {
  type ListEvents,
  ListScroller,
  type RevealRequest,
  type ScrollAlignment,
} from "./list-scroller.ts";
import { getListTarget } from "./roving-focus.ts";
import type { Inset } from "./row-geometry.ts";
import { RowObserver, type RowProps, VirtualRow } from "./virtual-row.tsx";

export interface VirtualListHandle {
  scrollToIndex: (index: number, align?: ScrollAlignment) => void;
  scrollToEnd: () => void;
  /** Makes a row active, scrolls to it and focuses it. */
  focusRow: (index: number) => void;
  /** Focuses the active row or, with `null`, the list itself. */
  focus: (index: number | null) => void;
  /** Moves the focus from the list itself, or from another row, to the active row. */
  passFocus: () => void;
}

interface VirtualListProps {
  label: string;
  count: number;
  /** Exact, or an estimate with `measured`. Changing it resets the list. */
  rowHeight: number;
  /** Rows have their own heights, which are measured as they appear and change. */
  measured?: boolean;
  renderRow: (index: number) => ReactNode;
  /** ARIA state, data attributes and handlers of a row. */
  rowProps?: (index: number) => RowProps;
  rowKey?: (index: number) => string | number;
  /** Rows have no state of their own, so that elements can be reused after a jump. */
  recycled?: boolean;
  /** `rowgroup`: the rows of a grid that the caller renders, with its head. */
  role?: "list" | "grid" | "rowgroup" | "treegrid" | "tree" | "listbox" | "region" | "log";
  /** Clears measured heights when this changes, because the same index is now another row. */
  resetKey?: unknown;
  /** Keeps measured heights and the first visible row when rows move; `count` is that of the layout. */
  layout?: ListLayout;
  /** The list returns to its position when it shows the same content again. */
  content?: ListContent;
  /** The row with the tab stop. Without `onActiveChange`, the list itself is focusable for scrolling. */
  active?: number | undefined;
  onActiveChange?: (index: number) => void;
  /** Arrow keys skip rows that are not focusable. */
  isFocusable?: (index: number) => boolean;
  /** Called before the list handles a key; `preventDefault` stops the list from handling it. */
  onRowKeyDown?: (event: KeyboardEvent, index: number) => void;
  following?: boolean;
  onFollowingChange?: (following: boolean) => void;
  overscan?: number;
  /** Free space above a row, in which the row can draw; it can move without measuring rows. */
  inset?: Inset | null;
  /** A row to bring into view, in the same frame in which this becomes another object. */
  reveal?: RevealRequest | undefined;
  /** Drawn over the rows and scrolled with them, e.g. marks and carets. */
  overlay?: ReactNode;
  className?: string;
  ref?: Ref<VirtualListHandle>;
}

const ROW_ROLES: Record<string, string> = {
  list: "listitem",
  grid: "row",
  rowgroup: "row",
  treegrid: "row",
  tree: "treeitem",
  listbox: "option",
};

const LIST =
  "relative min-h-0 overflow-auto contain-strict [overflow-anchor:none] focus-visible:-outline-offset-3";

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, measured = false, role = "list" } = props;
  const { overscan = 6 } = props;
  const { renderRow, rowProps, rowKey, resetKey, following = false, className } = props;
  const { active, onActiveChange, isFocusable = always, onRowKeyDown } = props;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const box = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const events: ListEvents = {
    // Rows that come into view must be drawn in the same frame; React would draw them in a later one.
    redraw: (now) => (now ? flushSync(redraw) : redraw()),
    following: (on) => latest.current.onFollowingChange?.(on),
  };
  const createScroller = (before?: ListScroller) =>
    new ListScroller({ rowHeight, overscan }, events, before);
  const [made, setMade] = useState(() => ({ rowHeight, resetKey, scroller: createScroller() }));
  let { scroller } = made;
  if (made.rowHeight !== rowHeight || made.resetKey !== resetKey) {
    if (made.rowHeight !== rowHeight) scroller = createScroller(scroller);
    else {
      scroller.leave();
      scroller.geometry.clearHeights();
    }
    setMade({ rowHeight, resetKey, scroller });
  }
  const [observer] = useState(() => new RowObserver());

  useLayoutEffect(() => {
    if (!box.current || !space.current || !layer.current) return;
    // Not while rendering: a list in another layout is rendered before this one leaves its position.
    if (scroller.view === 0) scroller.resume();
    const detach = scroller.attach({ box: box.current, space: space.current, rows: layer.current });
    const stop = observer.start((heights) => scroller.applyHeights(heights));
    return () => {
      detach();
      stop();
      scroller.leave();
    };
  }, [scroller, observer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the trigger, not an input
  useLayoutEffect(() => observer.reportAll(), [observer, resetKey]);

  const { first, end, anchor } = scroller.window({
    count,
    following,
    inset: props.inset ?? null,
    reveal: props.reveal,
    layout: props.layout,
    content: props.content,
    active: active ?? 0,
  });
  const drawn: number[] = [];
  const outside = active !== undefined && active < count && (active < first || active >= end);
  const pinned = outside && scroller.view > 0;
  if (pinned && active < first) drawn.push(active);
  for (let index = first; index < end; index++) drawn.push(index);
  if (pinned && active >= end) drawn.push(active);

  const ids = drawn.map((index) => (rowKey ? rowKey(index) : index));
  const [slots] = useState(() => new RowSlots());
  const slotOf = props.recycled ? slots.assign(ids) : undefined;

  useLayoutEffect(() => {
    scroller.commit();
    if (!wantsFocus.current || active === undefined) return;
    const row = layer.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const roving = onActiveChange !== undefined;

  // The browser would scroll to its estimate of the end, which moves as rows are measured.
  const onScrollKey = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.altKey || event.shiftKey) return;
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (event.key === "Home") scroller.scrollToIndex(0, "start");
    else scroller.scrollToEnd();
  };

  const focusRow = (index: number) => {
    wantsFocus.current = true;
    onActiveChange?.(index);
    scroller.scrollToIndex(index, "nearest");
    // Nothing changes that would draw the list, which focuses the row.
    if (index === active) redraw();
  };

  useImperativeHandle(props.ref, () => ({
    scrollToIndex: (index, align = "nearest") => scroller.scrollToIndex(index, align),
    scrollToEnd: () => scroller.scrollToEnd(),
    focusRow,
    focus(index) {
      if (index !== null) scroller.scrollToIndex(index, "nearest");
      const row = layer.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
      (row ?? box.current)?.focus({ preventScroll: true });
    },
    passFocus() {
      const focused = document.activeElement;
      if (focused !== box.current && focused?.parentElement !== layer.current) return;
      wantsFocus.current = true;
      redraw();
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (!roving) return onScrollKey(event);
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    if (row === undefined || active === undefined || !onActiveChange) return;
    onRowKeyDown?.(event, active);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(scroller.view / rowHeight) - 1);
    const to = getListTarget(event.key, active, count, page, isFocusable);
    if (to === undefined) return;
    event.preventDefault();
    focusRow(to);
  };

  // A pinned row far away is placed just outside the window, because browsers limit positions.
  const maxDistance = 40_000;
  const edges = [
    scroller.geometry.offset(first) - maxDistance,
    scroller.geometry.offset(end) + maxDistance,
  ] as const;
  const grid = role === "grid" || role === "treegrid";
  const isIndexed = grid || role === "rowgroup";
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the row count is set only for grids
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is always one of the list roles
    <div
      ref={box}
      role={role}
      aria-label={label}
      aria-rowcount={grid ? count : undefined}
      tabIndex={roving ? -1 : 0}
      data-part="list"
      className={cx(LIST, className)}
      onKeyDown={onKeyDown}
    >
      <div ref={space} className="relative overflow-hidden">
        <div ref={layer} className="absolute inset-x-0 top-0">
          {drawn.map((index, i) => (
            <VirtualRow
              key={slotOf?.get(ids[i] ?? index) ?? ids[i]}
              id={ids[i] ?? index}
              index={index}
              top={Math.min(Math.max(scroller.geometry.offset(index), edges[0]), edges[1]) - anchor}
              height={measured ? undefined : rowHeight}
              observer={measured ? observer : undefined}
              role={ROW_ROLES[role]}
              rowIndex={isIndexed ? index + (grid ? 1 : 2) : undefined}
              tabIndex={roving && isFocusable(index) ? (index === active ? 0 : -1) : undefined}
              onFocus={roving ? () => onRowFocus(index) : undefined}
              props={rowProps?.(index)}
            >
              {renderRow(index)}
            </VirtualRow>
          ))}
          {props.overlay}
        </div>
      </div>
    </div>
  );

  function onRowFocus(index: number) {
    if (index !== active) onActiveChange?.(index);
    // The row was reached with Tab while out of view.
    if (index < first || index >= end) scroller.scrollToIndex(index, "nearest");
  }
}

function always(): boolean {
  return true;
}

// Assigns elements to rows. After a jump, elements of rows that left are reused for new rows, which is
// much cheaper than creating elements.
// Guarantees: elements never change their order, so that none loses its focus.
type RowKey = string | number;

export class RowSlots {
  /** The rows drawn last, in order, with their slots. */
  #slots = new Map<RowKey, number>();
  #next = 0;

  /** The slots of the rows to draw, in order; called while rendering, idempotent. */
  assign(keys: readonly RowKey[]): Map<RowKey, number> {
    const wanted = new Set(keys);
    const left = [...this.#slots].filter(([key]) => !wanted.has(key)).map(([, slot]) => slot);
    const reusing = this.#assignSlots(keys, left);
    this.#slots = this.#keepsOrder(reusing) ? reusing : this.#assignSlots(keys, []);
    return this.#slots;
  }

  #assignSlots(keys: readonly RowKey[], left: readonly number[]): Map<RowKey, number> {
    const free = left.values();
    return new Map(
      keys.map((key) => [key, this.#slots.get(key) ?? free.next().value ?? this.#next++]),
    );
  }

  #keepsOrder(slots: ReadonlyMap<RowKey, number>): boolean {
    const places = new Map([...this.#slots.values()].map((slot, place) => [slot, place]));
    let last = -1;
    for (const slot of slots.values()) {
      const place = places.get(slot);
      if (place === undefined) continue;
      if (place < last) return false;
      last = place;
    }
    return true;
  }
}
