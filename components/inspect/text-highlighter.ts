/**
 * Draws marks over a text without touching its elements: boxes around a range, the text after the
 * playhead in grey, and the caret between the two.
 */
import {
  createTextRange,
  findSourceElements,
  type SourceElement,
  toShownOffset,
} from "./source-offsets.ts";

export interface TextHighlight {
  readonly text: string;
  /** The range to mark. */
  readonly mark: { readonly from: number; readonly to: number } | null;
  /** Text from here on comes after the playhead. */
  readonly cut: number;
  readonly caret: boolean;
}

const TO_COME_HIGHLIGHT = "to-come";
const REVEAL_MS = 400;
const MAX_BOXES = 400;
/** Characters marked next to a range without visible characters. */
const SCROLL_MARGIN = 12;

export class TextHighlighter {
  readonly #overlay: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #stop: () => void;
  #highlight: TextHighlight | null = null;
  #upcoming: Range | null = null;
  #revealUntil = 0;

  /** `overlay` is a child of the element that contains the text. */
  constructor(overlay: HTMLElement) {
    const layer = overlay.parentElement;
    if (!layer) throw new Error("overlay is not attached to the page");
    this.#overlay = overlay;
    this.#layer = layer;
    const mutations = new MutationObserver((records) => {
      if (records.some(({ target }) => !overlay.contains(target))) this.#draw();
    });
    mutations.observe(layer, {
      childList: true,
      characterData: true,
      subtree: true,
      attributeFilter: ["style"],
    });
    const sizes = new ResizeObserver(() => this.#draw());
    sizes.observe(layer);
    this.#stop = () => {
      mutations.disconnect();
      sizes.disconnect();
    };
  }

  show(marks: TextHighlight): void {
    const before = this.#highlight;
    this.#highlight = marks;
    // At the end, only changes of the text can move a mark, and those are observed.
    const isAtEnd = (it: TextHighlight) => it.cut >= it.text.length;
    const isSame = before?.mark?.from === marks.mark?.from && before?.mark?.to === marks.mark?.to;
    if (before && isAtEnd(before) && isAtEnd(marks) && isSame && before.caret === marks.caret)
      return;
    this.#draw();
  }

  /** Keeps the mark or the caret in view while row heights around it are measured. */
  reveal(): void {
    this.#revealUntil = performance.now() + REVEAL_MS;
    this.#draw();
  }

  dispose(): void {
    this.#stop();
    this.#highlightUpcoming(null);
  }

  #draw(): void {
    const marks = this.#highlight;
    if (!marks) return;
    const leaves = findSourceElements(this.#layer);
    const boxes: HTMLElement[] = [];
    if (marks.mark) boxes.push(...this.#getHighlightBoxes(leaves, marks.text, marks.mark));
    const cut = this.#findCut(leaves, marks);
    this.#highlightUpcoming(cut && marks.cut < marks.text.length ? cut : null);
    const isAbove = (leaves[0]?.from ?? 0) > marks.cut + SCROLL_MARGIN;
    const carets = marks.caret && cut && !isAbove ? this.#getCaretBox(cut) : [];
    this.#overlay.replaceChildren(...boxes, ...carets);
    if (performance.now() > this.#revealUntil) return;
    const target = marks.mark ? this.#isDrawn(leaves, marks.mark.from) && boxes[0] : carets[0];
    if (target) this.#scrollTo(target);
  }

  #getHighlightBoxes(
    leaves: readonly SourceElement[],
    text: string,
    { from, to }: { from: number; to: number },
  ) {
    const boxes: HTMLElement[] = [];
    for (const leaf of leaves) {
      if (leaf.to <= from || leaf.from >= to) continue;
      const first = toShownOffset(leaf, text, Math.max(from, leaf.from));
      const end = toShownOffset(leaf, text, Math.min(to, leaf.to));
      if (end > first)
        boxes.push(...this.#boxes(createTextRange(leaf.element, first, end), "mark"));
      if (boxes.length > MAX_BOXES) break;
    }
    if (boxes.length > 0) return boxes;
    const after = leaves.find((leaf) => leaf.to > from);
    const before = leaves.findLast((leaf) => leaf.from <= from) ?? after;
    if (!before) return boxes;
    const at = toShownOffset(before, text, Math.max(from, before.from));
    return this.#boxes(
      createTextRange(before.element, Math.max(0, at - SCROLL_MARGIN), Math.max(at, 1)),
      "near",
    );
  }

  #boxes(range: Range | null, kind: MarkKind): HTMLElement[] {
    const base = this.#layer.getBoundingClientRect();
    const boxes: HTMLElement[] = [];
    for (const { left, top, width, height } of range?.getClientRects() ?? []) {
      if (width === 0) continue;
      boxes.push(createBox(kind, left - base.left, top - base.top, width, height));
    }
    return boxes;
  }

  /** The drawn text after the playhead; empty at the end. */
  #findCut(leaves: readonly SourceElement[], { text, cut }: TextHighlight): Range | null {
    const index = leaves.findIndex(({ to }) => to > cut);
    const leaf = leaves[index];
    const range = document.createRange();
    range.setEndBefore(this.#overlay);
    if (leaf) {
      const start = createTextRange(
        leaf.element,
        leaf.from >= cut ? 0 : toShownOffset(leaf, text, cut),
        Number.MAX_SAFE_INTEGER,
      );
      if (!start) return null;
      range.setStart(start.startContainer, start.startOffset);
      return range;
    }
    const last = leaves[leaves.length - 1];
    if (!last || !this.#isLast(last)) return null;
    const end = createTextRange(last.element, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    if (!end) return null;
    range.setStart(end.endContainer, end.endOffset);
    return range;
  }

  #getCaretBox(cut: Range): HTMLElement[] {
    const { startContainer, startOffset } = cut;
    const range = document.createRange();
    range.setStart(startContainer, Math.max(0, startOffset - 1));
    range.setEnd(
      startContainer,
      Math.max(startOffset, Math.min(1, startContainer.nodeValue?.length ?? 0)),
    );
    const rects = range.getClientRects();
    const rect = rects[rects.length - 1];
    if (!rect) return [];
    const base = this.#layer.getBoundingClientRect();
    const isRtl = getComputedStyle(startContainer.parentElement ?? this.#layer).direction === "rtl";
    const atEnd = startOffset > 0 !== isRtl;
    const left = (atEnd ? rect.right : rect.left) - base.left;
    return [createBox("caret", left, rect.top - base.top, 2, rect.height)];
  }

  #highlightUpcoming(range: Range | null): void {
    // Browsers without the Highlight API show only the caret.
    if (typeof CSS === "undefined" || !("highlights" in CSS)) return;
    const highlight = CSS.highlights.get(TO_COME_HIGHLIGHT) ?? new Highlight();
    if (this.#upcoming) highlight.delete(this.#upcoming);
    if (range) highlight.add(range);
    this.#upcoming = range;
    CSS.highlights.set(TO_COME_HIGHLIGHT, highlight);
  }

  /** Whether this is the end of the whole text, not only of what is drawn. */
  #isLast({ element }: SourceElement): boolean {
    const space = this.#layer.parentElement?.getBoundingClientRect();
    return !space || space.bottom - element.getBoundingClientRect().bottom < 60;
  }

  #isDrawn(leaves: readonly SourceElement[], at: number): boolean {
    const first = leaves[0];
    const last = leaves[leaves.length - 1];
    return first !== undefined && last !== undefined && first.from <= at && at <= last.to;
  }

  #scrollTo(element: HTMLElement): void {
    const list = this.#layer.closest<HTMLElement>("[data-part=list]");
    if (!list) return;
    const view = list.getBoundingClientRect();
    const top = this.#layer.getBoundingClientRect().top + Number.parseFloat(element.style.top);
    if (top < view.top + 8) list.scrollTop -= view.top + 40 - top;
    else if (top > view.bottom - 32) list.scrollTop += top - view.bottom + 60;
  }
}

/** `near` stands beside a range without visible characters. */
const MARKS = {
  mark: "rounded-[2px] bg-mark ring ring-accent forced-colors:outline forced-colors:outline-[Highlight]",
  near: "rounded-[2px] border-e-2 border-accent bg-accent-bg forced-colors:border-e-[Highlight]",
  caret:
    "animate-breathe rounded-[1px] bg-accent forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none",
} as const;
type MarkKind = keyof typeof MARKS;

function createBox(
  kind: MarkKind,
  left: number,
  top: number,
  width: number,
  height: number,
): HTMLElement {
  const element = document.createElement("i");
  element.className = `absolute ${MARKS[kind]}`;
  Object.assign(element.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return element;
}
