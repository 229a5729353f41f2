"use client";
// One rendered row of a virtual list: positioned, with its role, and observed for its height.
import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import type { RowObserver } from "./row-observer.ts";

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
