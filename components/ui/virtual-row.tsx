"use client";
// One rendered row of a virtual list: positioned, with its role, and observed for its height.
import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";

export type RowProps = HTMLAttributes<HTMLDivElement> & { [name: `data-${string}`]: unknown };

interface VirtualRowProps {
  /** Identity of the row, independent of its index. */
  id: string | number;
  index: number;
  top: number;
  height: number | undefined;
  observer: RowObserver | undefined;
  role: string | undefined;
  rowIndex: number | undefined;
  tabIndex: number | undefined;
  onFocus: (() => void) | undefined;
  props: RowProps | undefined;
  children: ReactNode;
}

const ROW =
  "absolute inset-x-0 top-0 focus-visible:-outline-offset-3 forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 forced-colors:aria-selected:outline-[Highlight]";

export function VirtualRow(row: VirtualRowProps) {
  const { id, index, top, height, observer, role, rowIndex, tabIndex, onFocus, props, children } =
    row;
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!element.current || !observer) return;
    return observer.observe(element.current);
  }, [observer]);

  // A row that moved to another index keeps its height; another row is measured again.
  const drawn = useRef(id);
  useLayoutEffect(() => {
    if (!element.current || !observer) return;
    if (drawn.current === id) observer.moveRow(element.current, index);
    else observer.replaceRow(element.current, index);
    drawn.current = id;
  }, [observer, id, index]);

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the index is set only for rows of a grid
    // biome-ignore lint/a11y/noStaticElementInteractions: its role follows from the list's
    <div
      ref={element}
      role={role}
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      data-row={index}
      {...props}
      className={cx(ROW, props?.className)}
      style={{ ...props?.style, transform: `translateY(${top}px)`, height }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus?.();
        props?.onFocus?.(event);
      }}
    >
      {children}
    </div>
  );
}

// Observes the heights of drawn rows with one ResizeObserver and reports them by row index.
type ReportHeights = (heights: [row: number, height: number][]) => void;

export class RowObserver {
  #observer: ResizeObserver | undefined;
  #report: ReportHeights | undefined;
  readonly #elements = new Map<Element, { index: number; height: number }>();

  start(report: ReportHeights): () => void {
    this.#report = report;
    this.#observer = new ResizeObserver((entries) => {
      const heights: [number, number][] = [];
      for (const entry of entries) {
        const known = this.#elements.get(entry.target);
        const height = entry.borderBoxSize[0]?.blockSize;
        if (!known || height === undefined) continue;
        known.height = height;
        heights.push([known.index, height]);
      }
      if (heights.length > 0) report(heights);
    });
    for (const element of this.#elements.keys()) this.#observer.observe(element);
    return () => {
      this.#observer?.disconnect();
      this.#observer = undefined;
      this.#report = undefined;
    };
  }

  observe(element: HTMLElement): () => void {
    this.#elements.set(element, { index: Number(element.dataset.row), height: 0 });
    this.#observer?.observe(element);
    return () => {
      this.#elements.delete(element);
      this.#observer?.unobserve(element);
    };
  }

  /** Reports all known heights again, for a list that cleared them. */
  reportAll(): void {
    const heights = [...this.#elements.values()].filter((known) => known.height > 0);
    if (heights.length === 0) return;
    queueMicrotask(() => this.#report?.(heights.map((known) => [known.index, known.height])));
  }

  /** The element now draws another row, whose height is unknown until it is laid out. */
  replaceRow(element: HTMLElement, index: number): void {
    const known = this.#elements.get(element);
    if (!known) return;
    Object.assign(known, { index, height: 0 });
    this.#observer?.unobserve(element);
    this.#observer?.observe(element);
  }

  moveRow(element: HTMLElement, index: number): void {
    const known = this.#elements.get(element);
    if (!known || known.index === index) return;
    known.index = index;
    if (known.height === 0) return;
    const { height } = known;
    // Deferred, because React cannot render synchronously during a commit.
    queueMicrotask(() => this.#report?.([[index, height]]));
  }
}
