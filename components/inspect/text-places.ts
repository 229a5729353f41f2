/** Between characters of a source text and the page: by the offsets that elements carry. */
import { type Alignment, align, shownAt } from "../markdown/offsets.ts";

interface Known {
  readonly source: string;
  readonly shown: string;
  readonly places: Alignment;
}

const known = new WeakMap<Element, Known>();

/** An element that shows a piece of the source, and what piece. */
export interface Leaf {
  readonly element: HTMLElement;
  readonly from: number;
  readonly to: number;
}

export function leavesIn(root: Element): Leaf[] {
  const leaves: Leaf[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-from]")) {
    const from = Number(element.dataset.from);
    const to = Number(element.dataset.to);
    if (to > from) leaves.push({ element, from, to });
  }
  return leaves;
}

/** The characters of a leaf that show a span of the source, as offsets in what it shows. */
export function shownIn({ element, from, to }: Leaf, text: string, at: number): number {
  return shownAt(alignmentOf(element, text.slice(from, to)), at - from);
}

/** The source character under a point; `null` where there is none. */
export function placeAtPoint(root: Element, text: string, x: number, y: number): number | null {
  const caret = caretAt(x, y);
  if (!caret || !root.contains(caret.node)) return null;
  const leaf = leafOf(caret.node);
  if (!leaf || !root.contains(leaf.element)) return null;
  const offset = offsetIn(leaf.element, caret.node, caret.offset);
  for (const shown of [offset, offset - 1]) {
    const range = shown >= 0 ? rangeIn(leaf.element, shown, shown + 1) : null;
    for (const box of range?.getClientRects() ?? []) {
      const isOver = x >= box.left && x <= box.right && y >= box.top - 3 && y <= box.bottom + 3;
      if (isOver) return sourceAt(leaf, text, shown);
    }
  }
  return null;
}

/** The source character at the moving end of the selection, if that is inside. */
export function placeOfCaret(root: Element, text: string): number | null {
  const selection = getSelection();
  const node = selection?.focusNode;
  if (!selection || !node || !root.contains(node)) return null;
  const leaf = leafOf(node);
  if (!leaf || !root.contains(leaf.element)) return null;
  return sourceAt(leaf, text, offsetIn(leaf.element, node, selection.focusOffset));
}

/** Characters of what an element shows, as a range; clipped to what there is. */
export function rangeIn(element: Element, from: number, to: number): Range | null {
  const begin = pointIn(element, from, false);
  const end = pointIn(element, to, true);
  if (!begin || !end) return null;
  const range = document.createRange();
  range.setStart(begin.node, begin.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

function sourceAt(leaf: Leaf, text: string, shown: number): number {
  const places = alignmentOf(leaf.element, text.slice(leaf.from, leaf.to));
  return leaf.from + (places[Math.min(shown, places.length - 1)] ?? 0);
}

function leafOf(node: Node): Leaf | null {
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>("[data-from]");
  if (!holder) return null;
  return { element: holder, from: Number(holder.dataset.from), to: Number(holder.dataset.to) };
}

function alignmentOf(element: Element, source: string): Alignment {
  const shown = element.textContent ?? "";
  const before = known.get(element);
  if (before && before.source === source && before.shown === shown) return before.places;
  const places = align(source, shown);
  known.set(element, { source, shown, places });
  return places;
}

function offsetIn(element: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

interface Point {
  readonly node: Node;
  readonly offset: number;
}

/** At a seam of two text nodes the end of a range belongs to the first, its beginning to the second. */
function pointIn(element: Element, offset: number, isEnd: boolean): Point | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = offset;
  let last: Point | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (rest < length || (isEnd && rest === length)) return { node, offset: rest };
    rest -= length;
    last = { node, offset: length };
  }
  return last;
}

function caretAt(x: number, y: number): Point | null {
  if ("caretPositionFromPoint" in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}
