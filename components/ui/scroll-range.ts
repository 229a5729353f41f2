// Maps scrollbar positions to list offsets. Browsers limit elements to about 33 million pixels, so beyond
// ten million the scrollbar's range is shorter than the list: one to one near both ends, squeezed in
// between. `bar` is scrollTop, `list` is the true offset.

export const MAX_BAR_PX = 10_000_000;
const FAITHFUL_PX = 1_000_000;

export interface ScrollRange {
  /** Height of the list. */
  list: number;
  /** Height of the element that makes the scrollbar. */
  bar: number;
}

export function createScrollRange(total: number): ScrollRange {
  return { list: total, bar: Math.min(total, MAX_BAR_PX) };
}

export function isSqueezed(range: ScrollRange): boolean {
  return range.list > range.bar;
}

export function toListOffset(range: ScrollRange, bar: number): number {
  if (!isSqueezed(range) || bar <= FAITHFUL_PX) return bar;
  const fromEnd = range.bar - bar;
  if (fromEnd <= FAITHFUL_PX) return range.list - fromEnd;
  return FAITHFUL_PX + (bar - FAITHFUL_PX) * getSlope(range);
}

export function listToBar(range: ScrollRange, list: number): number {
  if (!isSqueezed(range) || list <= FAITHFUL_PX) return list;
  const fromEnd = range.list - list;
  if (fromEnd <= FAITHFUL_PX) return range.bar - fromEnd;
  return FAITHFUL_PX + (list - FAITHFUL_PX) / getSlope(range);
}

function getSlope(range: ScrollRange): number {
  return (range.list - 2 * FAITHFUL_PX) / (range.bar - 2 * FAITHFUL_PX);
}

/**
 * The list offset after a scroll. A short movement (wheel, arrow key) moves the list by the same
 * distance; a long one (dragging the thumb) jumps to the position of the bar.
 */
export function followScroll(
  range: ScrollRange,
  view: number,
  from: { bar: number; list: number },
  bar: number,
): number {
  const end = Math.max(0, range.list - view);
  if (!isSqueezed(range)) return Math.min(bar, end);
  if (bar <= 0) return 0;
  if (bar >= range.bar - view - 1) return end;
  const moved = bar - from.bar;
  const list = Math.abs(moved) <= 2 * view ? from.list + moved : toListOffset(range, bar);
  return Math.max(0, Math.min(list, end));
}
