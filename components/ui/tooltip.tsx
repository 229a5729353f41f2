"use client";
// Tooltip of the wrapped control, shown on hover after a delay and on keyboard focus at once.
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { boundNode } from "./bounded-text.ts";
import { cx } from "./cx.ts";
import { Kbd } from "./kbd.tsx";
import { POPUP } from "./shared-classes.ts";
import { positionElement } from "./use-popover.ts";

interface TooltipProps {
  label: ReactNode;
  keys?: string | undefined;
  /** The label is already the control's accessible name, so it is not added as a description. */
  naming?: boolean;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

const HOVER_DELAY_MS = 400;

const BUBBLE = "pointer-events-none max-w-[min(320px,90vw)] rounded-2 bg-bg-4! px-2 py-1 text-11";

export function Tooltip({ label, keys, naming = false, children }: TooltipProps) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const anchor = box.current?.firstElementChild;
    if (!open || !anchor || !bubble.current) return;
    bubble.current.showPopover();
    positionElement(anchor, bubble.current, "center");
    const close = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") setOpen(false);
    };
    addEventListener("keydown", close, true);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("keydown", close, true);
      removeEventListener("scroll", close, true);
    };
  }, [open]);

  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these only show a hint; the control inside keeps its own behavior
    <span
      ref={box}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType === "touch") return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setOpen(true), HOVER_DELAY_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={hide}
    >
      {naming ? children : cloneElement(children, { "aria-describedby": id })}
      {open ? (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className={cx(POPUP, BUBBLE, keys && "*:ml-1.5")}
        >
          {boundNode(label)}
          {keys && <Kbd plain keys={keys} />}
        </span>
      ) : (
        !naming && (
          <span id={id} hidden>
            {boundNode(label)}
          </span>
        )
      )}
    </span>
  );
}
