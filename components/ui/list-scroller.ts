// The moving part of a virtual list, outside React: which rows are in view, where the scrollbar
// stands for them, and whether the list follows its end. React only draws what `window` names.
import { type Inset, RowGeometry } from "./row-geometry.ts";
import {
  createScrollRange,
  followScroll,
  isSqueezed,
  listToBar,
  type ScrollRange,
} from "./scroll-range.ts";

export type ScrollAlignment = "nearest" | "start" | "center" | "end";

export interface ListElements {
  box: HTMLElement;
  space: HTMLElement;
  rows: HTMLElement;
}

/** A row to be brought into view, once for each such object. */
export interface RevealRequest {
  readonly index: number;
}

export interface ListSizes {
  /** Exact, or an estimate. */
  readonly rowHeight: number;
  /** Rows drawn beside those in view. */
  readonly overscan: number;
  /** So many rows are drawn at first, and so many more with each frame. */
  readonly atOnce: number;
}

export interface ListEvents {
  /** The window moved: draw, and when `now` before the browser paints. */
  redraw: (now: boolean) => void;
  /** The user let go of the end, or came back to it. */
  following: (on: boolean) => void;
}

const ANCHOR_STEP = 100_000;
const QUIET_MS = 150;
/** So few rows are drawn before it is known how many are in view. */
const FEW_ROWS = 12;

export class ListScroller {
  readonly geometry: RowGeometry;
  /** How much of the rows is in view; 0 until the browser has laid that out. */
  view = 0;
  private list = 0;
  private bar = 0;
  /** There is something to be revealed once it is known where. */
  private waits = false;
  private drawn = { first: 0, end: 0 };
  /** So many rows may be drawn before the next frame. */
  private allowed: number;
  /** More of them are in view. */
  private isShort = false;
  private nextFrame: number | undefined;
  private anchor = 0;
  private follows = false;
  private parts: ListElements | undefined;
  private lastScroll = 0;
  /** The list moved by other means than its scrollbar, which must be told. */
  private moved = false;
  /** The row last asked for, until it is known to be where it was wanted. */
  private goal: { readonly index: number; readonly align: ScrollAlignment } | undefined;
  private revealed: RevealRequest | undefined;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly overscan: number;
  private readonly atOnce: number;
  private readonly events: ListEvents;

  /** `before`: the one that had the same box. */
  constructor(
    { rowHeight, overscan, atOnce }: ListSizes,
    events: ListEvents,
    before?: ListScroller,
  ) {
    this.geometry = new RowGeometry(rowHeight);
    this.overscan = overscan;
    this.atOnce = atOnce;
    this.allowed = atOnce;
    this.events = events;
    this.view = before?.view ?? 0;
    this.bar = before?.bar ?? 0;
  }

  /** Called while rendering; idempotent. Returns the rows to draw. */
  window(
    count: number,
    following: boolean,
    inset: Inset | null,
    reveal: RevealRequest | undefined,
  ): { first: number; end: number; anchor: number; isShort: boolean } {
    if (count !== this.geometry.count) this.geometry.setCount(count);
    this.setInset(inset);
    this.follows = following;
    if (following) this.goal = undefined;
    else if (reveal && reveal !== this.revealed && this.view > 0) this.aim(reveal.index, "nearest");
    this.waits = this.view === 0 && reveal !== undefined;
    if (this.view > 0) this.revealed = reveal;
    const end = this.endPosition();
    if ((following || this.list > end) && this.list !== end) this.place(end);
    this.drawn = this.visible();
    this.isShort = this.cut(this.drawn);
    this.anchor = Math.floor(this.geometry.offset(this.drawn.first) / ANCHOR_STEP) * ANCHOR_STEP;
    return { ...this.drawn, anchor: this.anchor, isShort: this.isShort };
  }

  /** What is being read stays where it is when the inset moves past it. */
  private setInset(inset: Inset | null): void {
    const { geometry } = this;
    const before = geometry.inset;
    if (before?.row === inset?.row && before?.height === inset?.height) return;
    const row = geometry.rowAt(this.list);
    const top = geometry.offset(row);
    geometry.inset = inset;
    const change = geometry.offset(row) - top;
    if (change !== 0 && this.list > 0) this.place(Math.max(0, this.list + change));
  }

  /** Called after rendering, before paint: makes the DOM agree. */
  commit(): void {
    const parts = this.parts;
    if (!parts) return;
    const range = this.range();
    const height = `${range.bar}px`;
    if (parts.space.style.height !== height) parts.space.style.height = height;
    // The compositor may have scrolled already while its event is still on its way. To ask makes
    // the browser lay out, so it is asked only where the answer would be overwritten.
    if (this.view > 0) {
      const isWithin = this.bar <= range.bar - this.view;
      if (this.moved && this.follows && isWithin) this.onScroll(false, true);
      if (this.moved || this.strayed(range)) this.alignBar(range);
    }
    this.placeRows();
    if (this.isShort) this.nextFrame ??= requestAnimationFrame(() => this.onFrame());
  }

  private onFrame(): void {
    this.nextFrame = undefined;
    this.allowed += this.atOnce;
    this.events.redraw(true);
  }

  attach(parts: ListElements): () => void {
    this.parts = parts;
    const onScroll = () => this.onScroll(true);
    const onWheel = (event: WheelEvent) => {
      this.lastScroll = performance.now();
      this.goal = undefined;
      if (this.follows && event.deltaY < 0 && this.list > 0) this.events.following(false);
    };
    // It is told at once, in the same frame: to ask would make the browser lay out once more.
    const observer = new ResizeObserver(() => this.onResize(parts.box.clientHeight));
    observer.observe(parts.box);
    parts.box.addEventListener("scroll", onScroll, { passive: true });
    parts.box.addEventListener("wheel", onWheel, { passive: true });
    return () => {
      observer.disconnect();
      clearTimeout(this.settleTimer);
      if (this.nextFrame !== undefined) cancelAnimationFrame(this.nextFrame);
      this.nextFrame = undefined;
      parts.box.removeEventListener("scroll", onScroll);
      parts.box.removeEventListener("wheel", onWheel);
      this.parts = undefined;
    };
  }

  /** Draws at once where other rows are in view now, or what waited for this can be had. */
  private onResize(view: number): void {
    if (view === this.view) return;
    const isFirst = this.view === 0;
    this.view = view;
    if (isFirst && this.goal) this.aim(this.goal.index, this.goal.align);
    const end = this.endPosition();
    const isElsewhere = this.follows ? this.list !== end : this.list > end;
    if (this.waits || this.moved || isElsewhere || this.isOther(this.visible())) {
      this.events.redraw(true);
    }
  }

  private isOther({ first, end }: { first: number; end: number }): boolean {
    return first !== this.drawn.first || end !== this.drawn.end;
  }

  scrollToIndex(index: number, align: ScrollAlignment): void {
    const before = this.list;
    this.aim(index, align);
    if (this.follows && this.list < this.endPosition() - 1) this.events.following(false);
    this.lastScroll = 0;
    if (this.list !== before) this.events.redraw(false);
  }

  private aim(index: number, align: ScrollAlignment): void {
    this.goal = { index, align };
    const to = this.positionFor(index, align);
    const list = Math.max(0, Math.min(to, this.endPosition()));
    if (list !== this.list) this.place(list);
  }

  private positionFor(index: number, align: ScrollAlignment): number {
    const top = this.geometry.offset(index);
    const height = this.geometry.height(index);
    const bottom = top + height - this.view;
    return {
      start: top,
      end: bottom,
      center: top - (this.view - height) / 2,
      nearest: top < this.list || height > this.view ? top : Math.max(this.list, bottom),
    }[align];
  }

  scrollToEnd(): void {
    this.goal = undefined;
    this.place(this.endPosition());
    this.events.redraw(false);
    // The rows there are measured next; until then the end is a guess to be held on to.
    this.lastScroll = performance.now();
  }

  /** Heights as measured; keeps what is being read where it is when something above changes. */
  measured(heights: Iterable<readonly [row: number, height: number]>): void {
    let changed = false;
    const atEnd = this.list >= this.endPosition() - 1 && this.scrolling();
    for (const [row, height] of heights) {
      if (row >= this.geometry.count || height <= 0) continue;
      const above = this.geometry.offset(row) + this.geometry.height(row) <= this.list;
      const change = this.geometry.measure(row, height);
      if (change === 0) continue;
      changed = true;
      if (above) this.place(this.list + change);
    }
    // Who has just scrolled to the end meant the end, not where it was thought to be.
    if (changed && atEnd) this.place(this.endPosition());
    else if (changed) this.keepGoal();
    if (changed) this.events.redraw(true);
  }

  /** A row was gone to by guessed heights; now that they are known it may lie elsewhere. */
  private keepGoal(): void {
    if (!this.goal) return;
    const to = this.positionFor(this.goal.index, this.goal.align);
    const list = Math.max(0, Math.min(to, this.endPosition()));
    const { first, end } = this.drawn;
    if (Math.abs(list - this.list) >= 0.5) this.place(list);
    // Until it is drawn, the heights are those of rows left behind.
    else if (this.goal.index >= first && this.goal.index < end) this.goal = undefined;
  }

  private place(list: number): void {
    this.list = list;
    this.moved = true;
  }

  private scrolling(): boolean {
    return performance.now() - this.lastScroll < QUIET_MS;
  }

  // While a squeezed list grows its scrollbar falls behind. Writing it on every frame would break
  // off the smooth scrolling that is just beginning, so it may lag a little.
  private strayed(range: ScrollRange): boolean {
    if (!isSqueezed(range) || this.scrolling()) return false;
    return Math.abs(listToBar(range, this.list) - this.bar) > 4 * this.view;
  }

  /** With `upwards`, only where the bar went up: what grew cannot have moved it down. */
  private onScroll(now: boolean, upwards = false): void {
    const parts = this.parts;
    if (!parts) return;
    const bar = parts.box.scrollTop;
    if (Math.abs(bar - this.bar) < 0.5 || (upwards && bar > this.bar - 1)) return;
    const down = bar > this.bar;
    this.goal = undefined;
    const range = this.range();
    this.list = followScroll(range, this.view, { bar: this.bar, list: this.list }, bar);
    this.bar = bar;
    this.lastScroll = performance.now();
    const end = this.endPosition();
    if (this.follows && this.list < end - 2) this.events.following(false);
    else if (!this.follows && down && this.list >= end - 2) this.events.following(true);
    if (isSqueezed(range)) {
      this.placeRows();
      clearTimeout(this.settleTimer);
      this.settleTimer = setTimeout(() => {
        this.alignBar(this.range());
        this.placeRows();
      }, QUIET_MS);
    }
    if (this.isOther(this.visible())) this.events.redraw(now);
  }

  private range(): ScrollRange {
    return createScrollRange(this.geometry.total);
  }

  private endPosition(): number {
    return Math.max(0, this.geometry.total - this.view);
  }

  private visible(): { first: number; end: number } {
    const { geometry, view, list, overscan } = this;
    if (view === 0) return { first: 0, end: geometry.count <= FEW_ROWS ? geometry.count : 0 };
    if (geometry.count === 0) return { first: 0, end: 0 };
    const first = geometry.rowAt(list);
    const end = geometry.rowAt(list + view) + 1;
    // Rows beside the view are for those who read on; who jumps may jump again.
    const isJump = first >= this.drawn.end || end <= this.drawn.first;
    const beside = isJump && this.drawn.end > 0 ? 1 : overscan;
    return { first: Math.max(0, first - beside), end: Math.min(geometry.count, end + beside) };
  }

  /** Leaves of the rows to draw those that may be drawn now; those at the end where it is followed. */
  private cut(rows: { first: number; end: number }): boolean {
    if (rows.end - rows.first <= this.allowed) return false;
    if (this.follows) rows.first = rows.end - this.allowed;
    else rows.end = rows.first + this.allowed;
    return true;
  }

  private alignBar(range: ScrollRange): void {
    if (!this.parts) return;
    this.moved = false;
    const wanted = listToBar(range, this.list);
    if (Math.abs(wanted - this.bar) < 0.5) return;
    this.parts.box.scrollTop = wanted;
    // The browser rounds, and knows where the end is; right after the write it need not lay out.
    this.bar = this.parts.box.scrollTop;
  }

  private placeRows(): void {
    if (!this.parts) return;
    const squeezed = isSqueezed(this.range());
    const shift = (squeezed ? this.bar - this.list : 0) + this.anchor;
    const transform = `translateY(${shift}px)`;
    if (this.parts.rows.style.transform !== transform) this.parts.rows.style.transform = transform;
  }
}
