"use client";
// Two panes with a movable separator. The caller stores the size.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cx } from "./cx.ts";

interface SplitPaneProps {
  /** "row" places the panes side by side, "column" one above the other. */
  direction?: "row" | "column";
  /** The pane with the fixed size; the other takes the rest. */
  sized: "first" | "second";
  size: number;
  min?: number;
  /** In pixels, or as a share of the whole if at most 1. */
  max?: number;
  /** Minimum space of the other pane. */
  keep?: number;
  /** Called while dragging. */
  onResize: (size: number) => void;
  /** Called at the end of a drag or key press. */
  onResizeEnd?: (size: number) => void;
  /** Size restored by a double click or Enter. */
  defaultSize?: number;
  /** Accessible name of the separator: "Resize inspector". */
  label: string;
  first: ReactNode;
  second: ReactNode;
  /** Hides the sized pane and the separator. */
  collapsed?: boolean;
  /** The second pane takes everything; the first stays mounted, hidden. */
  maximized?: boolean;
}

const SEPARATOR =
  "relative z-3 touch-none bg-line-2 before:absolute after:absolute after:rounded-[2px] after:bg-line-3 hover:after:bg-accent data-dragging:after:bg-accent forced-colors:bg-[ButtonBorder] forced-colors:after:bg-[ButtonBorder]";
const VERTICAL_LINE =
  "cursor-col-resize before:-inset-x-1 before:inset-y-0 after:top-[calc(50%-12px)] after:-left-px after:h-6 after:w-[3px]";
const HORIZONTAL_LINE =
  "cursor-row-resize before:inset-x-0 before:-inset-y-1 after:-top-px after:left-[calc(50%-12px)] after:h-[3px] after:w-6";

export function SplitPane(props: SplitPaneProps) {
  const { direction = "row", sized, size, onResize, onResizeEnd, defaultSize, label } = props;
  const { min = 80, max = 0.8, keep = 0, collapsed = false, maximized = false } = props;
  const { first, second } = props;
  const box = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const [whole, setWhole] = useState(0);
  const horizontal = direction === "row";
  const limit = Math.max(min, Math.min(max <= 1 ? whole * max : max, whole - keep));
  const clamp = (wanted: number) => Math.round(Math.max(min, Math.min(wanted, limit)));
  const shown = whole === 0 ? size : clamp(size);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // The observer reports before the next paint; reading the size now would force a layout.
    const measure = () => setWhole(horizontal ? element.clientWidth : element.clientHeight);
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [horizontal]);

  // Set from script: the content security policy blocks style attributes in the server's HTML.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const fixed = `minmax(0, ${shown}px)`;
    const tracks =
      sized === "first" ? `${fixed} 1px minmax(0, 1fr)` : `minmax(0, 1fr) 1px ${fixed}`;
    const template = collapsed || maximized ? "minmax(0, 1fr)" : tracks;
    element.style.gridTemplateColumns = horizontal ? template : "minmax(0, 1fr)";
    element.style.gridTemplateRows = horizontal ? "minmax(0, 1fr)" : template;
  }, [shown, sized, horizontal, collapsed, maximized]);

  const fromPointer = (event: React.PointerEvent) => {
    const area = box.current?.getBoundingClientRect();
    if (!area) return shown;
    const at = horizontal ? event.clientX - area.left : event.clientY - area.top;
    return clamp(sized === "first" ? at : (horizontal ? area.width : area.height) - at);
  };

  const settle = (wanted: number) => {
    const next = clamp(wanted);
    onResize(next);
    onResizeEnd?.(next);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = (event.shiftKey ? 64 : 16) * (sized === "first" ? 1 : -1);
    const [back, on] = horizontal ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === back) settle(shown - step);
    else if (event.key === on) settle(shown + step);
    else if (event.key === "Home") settle(min);
    else if (event.key === "End") settle(limit);
    else if (event.key === "Enter" && defaultSize !== undefined) settle(defaultSize);
    else return;
    event.preventDefault();
  };

  const showFirst = !collapsed || sized === "second";
  const showSecond = !collapsed || sized === "first";
  return (
    <div ref={box} className="grid size-full min-h-0 min-w-0 *:min-h-0 *:min-w-0">
      {showFirst && (
        <div className="relative flex flex-col" hidden={maximized}>
          {first}
        </div>
      )}
      {!collapsed && !maximized && (
        // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, an <hr> is not
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation={horizontal ? "vertical" : "horizontal"}
          aria-valuenow={shown}
          aria-valuemin={min}
          aria-valuemax={Math.round(limit)}
          data-dragging={dragging || undefined}
          className={cx(SEPARATOR, horizontal ? VERTICAL_LINE : HORIZONTAL_LINE)}
          onKeyDown={onKeyDown}
          onDoubleClick={() => defaultSize !== undefined && settle(defaultSize)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
          }}
          onPointerMove={(event) => dragging && onResize(fromPointer(event))}
          onLostPointerCapture={() => {
            if (!dragging) return;
            setDragging(false);
            onResizeEnd?.(shown);
          }}
        />
      )}
      {showSecond && <div className="relative flex flex-col">{second}</div>}
    </div>
  );
}
