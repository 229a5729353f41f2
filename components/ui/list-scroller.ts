// Scroll state of a virtual list, outside React: the rows in view, the position of the scrollbar, and
// whether the list follows its end. React draws only the rows that `window` returns.
import {
  findPosition,
  keepPosition,
  type ListContent,
  type ListLayout,
  type ListPosition,
} from "./list-positions.ts";
import { type Inset, RowGeometry } from "./row-geometry.ts";
import {
  createScrollRange,
  followScroll,
  isSqueezed,
  listToBar,
  type ScrollRange,
} from "./scroll-range.ts";

export type ScrollAlignment = "nearest" | "start" | "center" | "end";

interface ListElements {
  box: HTMLElement;
  space: HTMLElement;
  rows: HTMLElement;
}

/** A row to bring into view, once per object. */
export interface RevealRequest {
  readonly index: number;
}

interface ScrollGoal {
  readonly index: number;
  readonly align: ScrollAlignment;
  /** How much of the row is above the view; only with `start`. */
  readonly hidden?: number;
}

/** What a render shows. */
interface ListState {
  readonly count: number;
  readonly following: boolean;
  readonly inset: Inset | null;
  readonly reveal: RevealRequest | undefined;
  readonly layout: ListLayout | undefined;
  readonly content: ListContent | undefined;
  readonly active: number;
}

interface ListSizes {
  /** Exact or estimated. */
  readonly rowHeight: number;
  /** Rows drawn beyond those in view. */
  readonly overscan: number;
}

export interface ListEvents {
  /** The rows to draw changed; with `now`, they must be drawn before the next paint. */
  redraw: (now: boolean) => void;
  /** The user scrolled away from the end, or back to it. */
  following: (on: boolean) => void;
}

const ANCHOR_STEP = 100_000;
const QUIET_MS = 150;
/** Long enough for the frame that draws a change, and for the scrolling that an input causes. */
const SETTLE_MS = 1_000;
/** Shorter lists are drawn before the number of rows in view is known. */
const FEW_ROWS = 12;

export class ListScroller {
  readonly geometry: RowGeometry;
  /** Height of the view; 0 until the browser has laid it out. */
  view = 0;
  #listOffset = 0;
  #barOffset = 0;
  /** A row will be revealed once the height of the view is known. */
  #isRevealPending = false;
  #drawn = { first: 0, end: 0 };
  #anchor = 0;
  #follows = false;
  #elements: ListElements | undefined;
  #lastScroll = 0;
  /** When the user last pressed, touched or typed in the list. */
  #lastInput = Number.NEGATIVE_INFINITY;
  #isPressed = false;
  /** When the height of the list or of its view last changed. */
  #lastResize = Number.NEGATIVE_INFINITY;
  /** The list moved without its scrollbar, which must be updated. */
  #hasMoved = false;
  /** The row last scrolled to, until its final position is known. */
  #scrollGoal: ScrollGoal | undefined;
  /** The position to return to, until the browser has laid out the list. */
  #returnsTo: ListPosition | undefined;
  #revealed: RevealRequest | undefined;
  #layout: ListLayout | undefined;
  #content: ListContent | undefined;
  /** Whether the list was scrolled since its rows were replaced by others. */
  #isScrolledSince = true;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #overscan: number;
  readonly #events: ListEvents;

  /** `before` is the previous scroller of the same element. */
  constructor({ rowHeight, overscan }: ListSizes, events: ListEvents, before?: ListScroller) {
    this.geometry = new RowGeometry(rowHeight);
    this.#overscan = overscan;
    this.#events = events;
    if (!before) return;
    this.view = before.view;
    this.#barOffset = before.#barOffset;
    this.geometry.setCount(before.geometry.count);
    const position = before.#position;
    if (position) this.#returnTo(position);
  }

  /** Called while rendering; idempotent. Returns the rows to draw. */
  window(state: ListState): { first: number; end: number; anchor: number } {
    const { count, following, inset, reveal, layout, content, active } = state;
    const before = this.#content;
    this.#content = content;
    const isOtherPart = before !== undefined && before.part !== content?.part;
    if (isOtherPart) this.#moveTo(0);
    else if (layout && this.#layout && layout.layout !== this.#layout.layout)
      this.#moveRows(this.#layout, layout, { count, inset, active });
    this.#layout = layout;
    if (count !== this.geometry.count) this.geometry.setCount(count);
    this.#setInset(inset);
    if (before && before.rows !== content?.rows) {
      if (isOtherPart || !this.#isScrolledSince) this.resume();
      this.#isScrolledSince = false;
    }
    this.#follows = following;
    if (following) this.#scrollGoal = undefined;
    else if (reveal && reveal !== this.#revealed && this.view > 0)
      this.#aimAt({ index: reveal.index, align: "nearest" });
    this.#isRevealPending = this.view === 0 && reveal !== undefined;
    if (this.view > 0) this.#revealed = reveal;
    const end = this.#getEndPosition();
    if ((following || this.#listOffset > end) && this.#listOffset !== end) this.#moveTo(end);
    this.#drawn = this.#getVisibleRows();
    this.#anchor = Math.floor(this.geometry.offset(this.#drawn.first) / ANCHOR_STEP) * ANCHOR_STEP;
    return { ...this.#drawn, anchor: this.#anchor };
  }

  /**
   * Rows were inserted or removed among others: the active row stays where it is if it is in view,
   * else the first visible row, or the next one that is still there. Rows above that are measured later
   * cannot push the active row out.
   */
  #moveRows(
    before: ListLayout,
    now: ListLayout,
    { count, inset, active }: { count: number; inset: Inset | null; active: number },
  ): void {
    const { geometry } = this;
    const wasActive = before.findLine(now.keyAt(active));
    const isActiveKept = this.#isInView(wasActive);
    const first = geometry.rowAt(this.#listOffset);
    const fixed = isActiveKept ? wasActive : this.#findKeptRow(before, now, first);
    const index = fixed < 0 ? -1 : now.findPlace(before.keyAt(fixed));
    // A row that was out of view takes the top.
    const isVisible = fixed === first || this.#isInView(fixed);
    const top = isVisible ? geometry.offset(fixed) : this.#listOffset;
    geometry.moveHeights((row) => now.findLine(before.keyAt(row)), count);
    geometry.inset = inset;
    this.#scrollGoal = isActiveKept ? { index, align: "nearest" } : undefined;
    const change = index < 0 ? 0 : geometry.offset(index) - top;
    if (change !== 0 && this.#listOffset > 0) this.#moveTo(Math.max(0, this.#listOffset + change));
  }

  /** The first row from `first` on that another layout has too, else the last one before; −1 if none. */
  #findKeptRow(before: ListLayout, now: ListLayout, first: number): number {
    const isKept = (row: number) => now.findPlace(before.keyAt(row)) >= 0;
    for (let row = first; row < this.geometry.count; row++) if (isKept(row)) return row;
    for (let row = first - 1; row >= 0; row--) if (isKept(row)) return row;
    return -1;
  }

  #isInView(row: number): boolean {
    if (row < 0 || row >= this.geometry.count) return false;
    const top = this.geometry.offset(row);
    return top >= this.#listOffset && top < this.#listOffset + this.view;
  }

  /** Keeps the visible rows in place when the inset moves past them. */
  #setInset(inset: Inset | null): void {
    const { geometry } = this;
    const before = geometry.inset;
    if (before?.row === inset?.row && before?.height === inset?.height) return;
    const row = geometry.rowAt(this.#listOffset);
    const top = geometry.offset(row);
    geometry.inset = inset;
    const change = geometry.offset(row) - top;
    if (change !== 0 && this.#listOffset > 0) this.#moveTo(Math.max(0, this.#listOffset + change));
  }

  /** Called after rendering, before paint: makes the DOM agree. */
  commit(): void {
    const parts = this.#elements;
    if (!parts) return;
    const range = this.#getScrollRange();
    const height = `${range.bar}px`;
    if (parts.space.style.height !== height) {
      parts.space.style.height = height;
      this.#lastResize = performance.now();
    }
    // The compositor may have scrolled before its event arrives. Reading the position forces a layout,
    // so it is read only where it would be overwritten.
    if (this.view > 0) {
      const isWithin = this.#barOffset <= range.bar - this.view;
      if (this.#hasMoved && this.#follows && isWithin && this.#isScrolledByUser())
        this.#onScroll(false, true);
      if (this.#hasMoved || this.#hasBarStrayed(range)) this.#alignBar(range);
    }
    this.#placeRows();
  }

  attach(parts: ListElements): () => void {
    this.#elements = parts;
    const onScroll = () => this.#onScroll(true);
    const onPointer = ({ buttons }: PointerEvent) => {
      if (buttons > 0 || this.#isPressed) this.#lastInput = performance.now();
      this.#isPressed = buttons > 0;
    };
    const onKeyDown = () => {
      this.#lastInput = performance.now();
    };
    const onWheel = (event: WheelEvent) => {
      this.#lastScroll = performance.now();
      this.#lastInput = this.#lastScroll;
      this.#scrollGoal = undefined;
      if (this.#follows && event.deltaY < 0 && this.#listOffset > 0) this.#events.following(false);
    };
    // The observer reports in the same frame; reading the height would force another layout.
    const observer = new ResizeObserver(() => this.#onResize(parts.box.clientHeight));
    observer.observe(parts.box);
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    parts.box.addEventListener("scroll", onScroll, options);
    parts.box.addEventListener("wheel", onWheel, options);
    parts.box.addEventListener("keydown", onKeyDown, options);
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const)
      parts.box.addEventListener(type, onPointer, options);
    return () => {
      listening.abort();
      observer.disconnect();
      clearTimeout(this.#settleTimer);
      this.#elements = undefined;
    };
  }

  /** Redraws at once if other rows are in view now, a reveal is pending, or the list lost its position. */
  #onResize(view: number): void {
    if (view === this.view && !this.#hasMoved) return;
    const isFirst = this.view === 0;
    this.view = view;
    this.#lastResize = performance.now();
    this.#returnsTo = undefined;
    if (isFirst && this.#scrollGoal) this.#aimAt(this.#scrollGoal);
    const end = this.#getEndPosition();
    const isElsewhere = this.#follows ? this.#listOffset !== end : this.#listOffset > end;
    if (
      this.#isRevealPending ||
      this.#hasMoved ||
      isElsewhere ||
      this.#differsFromDrawn(this.#getVisibleRows())
    ) {
      this.#events.redraw(true);
    }
  }

  #differsFromDrawn({ first, end }: { first: number; end: number }): boolean {
    return first !== this.#drawn.first || end !== this.#drawn.end;
  }

  /** `null` while the list follows its end. */
  get #position(): ListPosition | null {
    if (this.#follows || this.geometry.count === 0) return null;
    if (this.#returnsTo) return this.#returnsTo;
    const index = this.geometry.rowAt(this.#listOffset);
    return { index, hidden: Math.max(0, this.#listOffset - this.geometry.offset(index)) };
  }

  #returnTo(position: ListPosition): void {
    if (this.view === 0) this.#returnsTo = position;
    this.#aimAt({ ...position, align: "start" });
  }

  /** Called before the rows are replaced or unmounted. */
  leave(): void {
    const position = this.#position;
    const key = position && (this.#layout?.keyAt(position.index) ?? position.index);
    if (this.#content) keepPosition(this.#content, position, key);
  }

  /** Returns to where the rows were left. */
  resume(): void {
    const left = this.#content && findPosition(this.#content);
    if (!left) return;
    const index = this.#layout ? this.#layout.findPlace(left.key) : left.index;
    if (index >= 0 && index < this.geometry.count) this.#returnTo({ ...left, index });
  }

  /** A list that returns to a position is not moved before it is there. */
  scrollToIndex(index: number, align: ScrollAlignment): void {
    if (this.#returnsTo) return;
    const before = this.#listOffset;
    this.#aimAt({ index, align });
    if (this.#listOffset !== before) this.#isScrolledSince = true;
    if (this.#follows && this.#listOffset < this.#getEndPosition() - 1)
      this.#events.following(false);
    this.#lastScroll = 0;
    if (this.#listOffset !== before) this.#events.redraw(false);
  }

  #aimAt(goal: ScrollGoal): void {
    this.#scrollGoal = goal;
    const to = this.#getOffset(goal);
    const list = Math.max(0, Math.min(to, this.#getEndPosition()));
    if (list !== this.#listOffset) this.#moveTo(list);
  }

  #getOffset({ index, align, hidden = 0 }: ScrollGoal): number {
    const top = this.geometry.offset(index);
    const height = this.geometry.height(index);
    const bottom = top + height - this.view;
    return {
      // A part of the row stays in view, so that it is measured.
      start: top + Math.min(hidden, height - 1),
      end: bottom,
      center: top - (this.view - height) / 2,
      nearest:
        top < this.#listOffset || height > this.view ? top : Math.max(this.#listOffset, bottom),
    }[align];
  }

  scrollToEnd(): void {
    this.#scrollGoal = undefined;
    this.#isScrolledSince = true;
    this.#moveTo(this.#getEndPosition());
    this.#events.redraw(false);
    // The last rows are measured next; until then, keep to the estimated end.
    this.#lastScroll = performance.now();
  }

  /** Applies measured heights and keeps the visible rows in place when rows above change. */
  applyHeights(heights: Iterable<readonly [row: number, height: number]>): void {
    let changed = false;
    let movesRows = false;
    const atEnd = this.#listOffset >= this.#getEndPosition() - 1 && this.#isScrolling();
    for (const [row, height] of heights) {
      if (row >= this.geometry.count || height <= 0) continue;
      const above = this.geometry.offset(row) + this.geometry.height(row) <= this.#listOffset;
      const change = this.geometry.measure(row, height);
      if (change === 0) continue;
      changed = true;
      if (row < this.#drawn.end - 1) movesRows = true;
      if (above) this.#moveTo(this.#listOffset + change);
    }
    if (!changed) return;
    // A user who has just scrolled to the end stays at the end when it moves.
    if (atEnd || this.#follows) this.#moveTo(this.#getEndPosition());
    else this.#keepGoal();
    // A last row that grows, such as an answer that is being streamed, moves no other.
    if (movesRows || this.#differsFromDrawn(this.#getVisibleRows())) this.#events.redraw(true);
    else this.commit();
  }

  /** Corrects the position of a row that was scrolled to by estimated heights. */
  #keepGoal(): void {
    if (!this.#scrollGoal) return;
    const to = this.#getOffset(this.#scrollGoal);
    const list = Math.max(0, Math.min(to, this.#getEndPosition()));
    const { first, end } = this.#drawn;
    if (Math.abs(list - this.#listOffset) >= 0.5) this.#moveTo(list);
    // Until the row is drawn, the measured heights are those of other rows.
    else if (this.#scrollGoal.index >= first && this.#scrollGoal.index < end)
      this.#scrollGoal = undefined;
  }

  #moveTo(list: number): void {
    this.#listOffset = list;
    this.#hasMoved = true;
  }

  #isScrolling(): boolean {
    return performance.now() - this.#lastScroll < QUIET_MS;
  }

  /**
   * Whether a movement upwards may be the user's. A view that grows, if only for a moment, makes the
   * browser scroll upwards too; assistive technology scrolls without an input.
   */
  #isScrolledByUser(): boolean {
    const now = performance.now();
    const isInput = this.#isPressed || now - this.#lastInput < SETTLE_MS;
    return isInput || now - this.#lastResize >= SETTLE_MS;
  }

  // While a squeezed list grows, its scrollbar falls behind. Writing the position on every frame would
  // interrupt smooth scrolling, so a small lag is allowed.
  #hasBarStrayed(range: ScrollRange): boolean {
    if (!isSqueezed(range) || this.#isScrolling()) return false;
    return Math.abs(listToBar(range, this.#listOffset) - this.#barOffset) > 4 * this.view;
  }

  /** With `upwards`, handles only upward movements: growth cannot have caused those. */
  #onScroll(now: boolean, upwards = false): void {
    const parts = this.#elements;
    if (!parts) return;
    const bar = parts.box.scrollTop;
    if (Math.abs(bar - this.#barOffset) < 0.5 || (upwards && bar > this.#barOffset - 1)) return;
    const down = bar > this.#barOffset;
    // A box without an area has nothing to scroll, so the browser moves its scrollbar to the top. A
    // window that becomes narrow leaves it without one until its other layout is rendered.
    if (parts.box.clientWidth === 0 || parts.box.clientHeight === 0) {
      this.#barOffset = bar;
      this.#hasMoved = true;
      return;
    }
    if (this.#follows && !down && !this.#isScrolledByUser()) {
      this.#barOffset = bar;
      this.#hasMoved = true;
      this.#events.redraw(now);
      return;
    }
    this.#scrollGoal = undefined;
    this.#isScrolledSince = true;
    const range = this.#getScrollRange();
    // A box that grew moves its scrollbar up before the observer reports the new height.
    const view = parts.box.clientHeight;
    this.#listOffset = followScroll(
      range,
      view,
      { bar: this.#barOffset, list: this.#listOffset },
      bar,
    );
    this.#barOffset = bar;
    this.#lastScroll = performance.now();
    const end = Math.max(0, range.list - view);
    if (this.#follows && this.#listOffset < end - 2) this.#events.following(false);
    else if (!this.#follows && down && this.#listOffset >= end - 2) this.#events.following(true);
    if (isSqueezed(range)) {
      this.#placeRows();
      clearTimeout(this.#settleTimer);
      this.#settleTimer = setTimeout(() => {
        this.#alignBar(this.#getScrollRange());
        this.#placeRows();
      }, QUIET_MS);
    }
    if (this.#differsFromDrawn(this.#getVisibleRows())) this.#events.redraw(now);
  }

  #getScrollRange(): ScrollRange {
    return createScrollRange(this.geometry.total);
  }

  #getEndPosition(): number {
    return Math.max(0, this.geometry.total - this.view);
  }

  #getVisibleRows(): { first: number; end: number } {
    const { geometry, view } = this;
    const list = this.#listOffset;
    const overscan = this.#overscan;
    if (view === 0) return { first: 0, end: geometry.count <= FEW_ROWS ? geometry.count : 0 };
    if (geometry.count === 0) return { first: 0, end: 0 };
    const first = geometry.rowAt(list);
    const end = geometry.rowAt(list + view) + 1;
    // Overscan helps scrolling; after a jump, another jump is likely, so fewer rows are drawn.
    const isJump = first >= this.#drawn.end || end <= this.#drawn.first;
    const beside = isJump && this.#drawn.end > 0 ? 1 : overscan;
    return { first: Math.max(0, first - beside), end: Math.min(geometry.count, end + beside) };
  }

  #alignBar(range: ScrollRange): void {
    if (!this.#elements) return;
    this.#hasMoved = false;
    const wanted = listToBar(range, this.#listOffset);
    if (Math.abs(wanted - this.#barOffset) < 0.5) return;
    this.#elements.box.scrollTop = wanted;
    // Read back the position, which the browser rounds and clamps; after a write this forces no layout.
    this.#barOffset = this.#elements.box.scrollTop;
  }

  #placeRows(): void {
    if (!this.#elements) return;
    const squeezed = isSqueezed(this.#getScrollRange());
    const shift = (squeezed ? this.#barOffset - this.#listOffset : 0) + this.#anchor;
    const transform = `translateY(${shift}px)`;
    if (this.#elements.rows.style.transform !== transform)
      this.#elements.rows.style.transform = transform;
  }
}
