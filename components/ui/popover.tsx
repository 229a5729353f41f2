"use client";
// A button that opens a small box beside it, to read and to go on from: Escape and a click elsewhere
// close it, and the button has the focus again.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { floatBeside } from "./float.ts";
import { Guarded } from "./guarded.tsx";
import { Icon, type IconName } from "./icons.tsx";

export interface PopoverButtonProps {
  /** What the box is called, and the button where it shows an icon alone. */
  label: string;
  icon: IconName;
  /** Visible content of the button. */
  text?: ReactNode;
  align?: "start" | "end";
  size?: 24 | 28;
  className?: string;
  /** What the box holds; made only when it opens. */
  children: (close: () => void) => ReactNode;
}

export function PopoverButton(props: PopoverButtonProps) {
  const { label, icon, text, align = "start", size = 24, className, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const [element, anchor] = [box.current, button.current];
    if (!open || !element || !anchor) return;
    element.showPopover();
    element.focus();
    // What it holds may come a little later.
    const observer = new ResizeObserver(() => floatBeside(anchor, element, align));
    observer.observe(element);
    const onToggle = (event: ToggleEvent) => event.newState === "closed" && setOpen(false);
    element.addEventListener("toggle", onToggle);
    return () => {
      observer.disconnect();
      element.removeEventListener("toggle", onToggle);
    };
  }, [open, align]);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={text ? undefined : label}
        title={text ? undefined : label}
        data-icon-only={text ? undefined : ""}
        data-size={size}
        className={cx("ui-button", className)}
        onClick={() => setOpen(true)}
      >
        <Icon name={icon} size={14} />
        {text}
      </button>
      {open && (
        <div
          ref={box}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          popover="auto"
          className="ui-menu ui-popover"
        >
          <Guarded what={`“${label}”`}>{children(() => box.current?.hidePopover())}</Guarded>
        </div>
      )}
    </>
  );
}
