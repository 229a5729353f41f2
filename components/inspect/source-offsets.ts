/** Maps between offsets of a source text and positions on the page, by `data-from` and `data-to`. */
import { type Alignment, alignSource, findShownOffset } from "../markdown/source-alignment.ts";

interface CachedAlignment {
  readonly source: string;
  readonly shown: string;
  readonly alignment: Alignment;
}

const cachedAlignments = new WeakMap<Element, CachedAlignment>();

/** An element that shows a range of the source. */
export interface SourceElement {
  readonly element: HTMLElement;
  readonly from: number;
  readonly to: number;
}

export function findSourceElements(root: Element): SourceElement[] {
  const leaves: SourceElement[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-from]")) {
    const from = Number(element.dataset.from);
    const to = Number(element.dataset.to);
    if (to > from) leaves.push({ element, from, to });
  }
  return leaves;
}

/** Converts a source offset to an offset in the text that an element shows. */
export function toShownOffset(
  { element, from, to }: SourceElement,
  text: string,
  at: number,
): number {
  return findShownOffset(getAlignment(element, text.slice(from, to)), at - from);
}

/** The source offset under a point; `null` if there is none. */
export function findOffsetAtPoint(
  root: Element,
  text: string,
  x: number,
  y: number,
): number | null {
  const caret = getCaretAtPoint(x, y);
  if (!caret || !root.contains(caret.node)) return null;
  const leaf = findSourceElement(caret.node);
  if (!leaf || !root.contains(leaf.element)) return null;
  const offset = getShownOffset(leaf.element, caret.node, caret.offset);
  for (const shown of [offset, offset - 1]) {
    const range = shown >= 0 ? createTextRange(leaf.element, shown, shown + 1) : null;
    for (const box of range?.getClientRects() ?? []) {
      const isOver = x >= box.left && x <= box.right && y >= box.top - 3 && y <= box.bottom + 3;
      if (isOver) return toSourceOffset(leaf, text, shown);
    }
  }
  return null;
}

/** The source offset at the focus of the selection, if it is inside `root`. */
export function findCaretOffset(root: Element, text: string): number | null {
  const selection = getSelection();
  const node = selection?.focusNode;
  if (!selection || !node || !root.contains(node)) return null;
  const leaf = findSourceElement(node);
  if (!leaf || !root.contains(leaf.element)) return null;
  return toSourceOffset(leaf, text, getShownOffset(leaf.element, node, selection.focusOffset));
}

/** A DOM range over characters of an element, clipped to its text. */
export function createTextRange(element: Element, from: number, to: number): Range | null {
  const begin = findDomPosition(element, from, false);
  const end = findDomPosition(element, to, true);
  if (!begin || !end) return null;
  const range = document.createRange();
  range.setStart(begin.node, begin.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

function toSourceOffset(leaf: SourceElement, text: string, shown: number): number {
  const alignment = getAlignment(leaf.element, text.slice(leaf.from, leaf.to));
  return leaf.from + (alignment[Math.min(shown, alignment.length - 1)] ?? 0);
}

function findSourceElement(node: Node): SourceElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  const holder = element?.closest<HTMLElement>("[data-from]");
  if (!holder) return null;
  return { element: holder, from: Number(holder.dataset.from), to: Number(holder.dataset.to) };
}

function getAlignment(element: Element, source: string): Alignment {
  const shown = element.textContent ?? "";
  const before = cachedAlignments.get(element);
  if (before && before.source === source && before.shown === shown) return before.alignment;
  const alignment = alignSource(source, shown);
  cachedAlignments.set(element, { source, shown, alignment });
  return alignment;
}

function getShownOffset(element: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

interface DomPosition {
  readonly node: Node;
  readonly offset: number;
}

/** Between two text nodes, the end of a range belongs to the first node and its start to the second. */
function findDomPosition(element: Element, offset: number, isEnd: boolean): DomPosition | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = offset;
  let last: DomPosition | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (rest < length || (isEnd && rest === length)) return { node, offset: rest };
    rest -= length;
    last = { node, offset: length };
  }
  return last;
}

function getCaretAtPoint(x: number, y: number): DomPosition | null {
  if ("caretPositionFromPoint" in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}
