"use client";
// Hook for a button with a native popover. Escape, a click elsewhere and a second click on the button
// close it. The browser owns the open state and reports changes a task later, so handlers read the
// current state from the element.

import { useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface PopoverOptions {
  align: "start" | "end";
  /** The element to focus on opening; by default the popover. */
  first?: ((box: HTMLElement) => HTMLElement | undefined) | undefined;
}

export function usePopover({ align, first }: PopoverOptions) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    const [element, anchor] = [box.current, button.current];
    if (!open || !element || !anchor) return;
    // The content may load later and change the size.
    const observer = new ResizeObserver(() => positionElement(anchor, element, align));
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, align]);

  // Synchronous, so that the next key goes to the popover.
  const show = () => {
    flushSync(() => setOpen(true));
    const element = box.current;
    if (!element || isShown(element)) return;
    // Closing returns the focus to the element that has it now.
    button.current?.focus();
    element.showPopover();
    (first?.(element) ?? element).focus();
  };
  const hide = () => box.current?.hidePopover();

  return {
    open,
    box,
    show,
    hide,
    buttonProps: {
      ref: button,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      // Marks the button as part of the popover, so that a click on it is not a click elsewhere.
      popoverTarget: id,
      onClick: (event: React.MouseEvent) => {
        event.preventDefault();
        if (box.current && isShown(box.current)) hide();
        else show();
      },
    },
    boxProps: {
      ref: box,
      id,
      popover: "auto" as const,
      tabIndex: -1,
      onToggle: (event: React.ToggleEvent<HTMLElement>) => setOpen(isShown(event.currentTarget)),
    },
  };
}

function isShown(element: HTMLElement): boolean {
  return element.matches(":popover-open");
}

// Positions a floating box below or above its anchor, inside the window.
interface AnchorBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function getAnchoredPosition(
  anchor: AnchorBox,
  float: { width: number; height: number },
  view: { width: number; height: number },
  align: "start" | "center" | "end",
  gap = 6,
): { left: number; top: number } {
  const wanted = {
    start: anchor.left,
    center: anchor.left + anchor.width / 2 - float.width / 2,
    end: anchor.left + anchor.width - float.width,
  }[align];
  const below = anchor.top + anchor.height + gap;
  const above = anchor.top - gap - float.height;
  const fitsBelow = below + float.height <= view.height - 4;
  const left = Math.max(4, Math.min(wanted, view.width - float.width - 4));
  const top = fitsBelow || above < 4 ? below : above;
  return { left: Math.round(left), top: Math.round(top) };
}

export function positionElement(
  anchor: Element,
  float: HTMLElement,
  align: "start" | "center" | "end",
): void {
  const size = { width: float.offsetWidth, height: float.offsetHeight };
  const view = { width: window.innerWidth, height: window.innerHeight };
  const { left, top } = getAnchoredPosition(anchor.getBoundingClientRect(), size, view, align);
  float.style.left = `${left}px`;
  float.style.top = `${top}px`;
}
