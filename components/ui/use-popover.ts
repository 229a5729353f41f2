"use client";
// A box that its button opens, on the browser's own popover: Escape and a click elsewhere close it, a
// second click of the button too. Whether it is open is the browser's to say. It tells of a change a
// task later, when the box may be as it was again.
import { useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { positionElement } from "./anchored-position.ts";

export interface PopoverOptions {
  align: "start" | "end";
  /** What gets the focus as the box opens; without it, the box. */
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
    // What it holds may come a little later.
    const observer = new ResizeObserver(() => positionElement(anchor, element, align));
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, align]);

  // At once: the key that comes next is for what is inside.
  const show = () => {
    flushSync(() => setOpen(true));
    const element = box.current;
    if (!element || isShown(element)) return;
    // The focus goes back to what has it now.
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
    ofButton: {
      ref: button,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      // A click of its own button is not one elsewhere.
      popoverTarget: id,
      onClick: (event: React.MouseEvent) => {
        event.preventDefault();
        if (box.current && isShown(box.current)) hide();
        else show();
      },
    },
    ofBox: {
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
