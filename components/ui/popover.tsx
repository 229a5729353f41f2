"use client";
// Button with a popover. Escape and a click elsewhere close it and return the focus to the button.
import type { ReactNode } from "react";
import { type ButtonSize, buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { POPUP } from "./shared-classes.ts";
import { usePopover } from "./use-popover.ts";

interface PopoverButtonProps {
  /** Accessible name of the popover, and of the button if it shows only an icon. */
  label: string;
  icon: IconName;
  /** Visible content of the button. */
  text?: ReactNode;
  align?: "start" | "end";
  size?: ButtonSize;
  className?: string;
  /** Content of the popover, rendered when it opens. */
  children: (close: () => void) => ReactNode;
}

const POPOVER =
  "max-h-[min(70vh,640px)] w-[min(400px,calc(100vw-8px))] overflow-auto rounded-3 p-3 outline-0";

export function PopoverButton(props: PopoverButtonProps) {
  const { label, icon, text, align = "start", size = 24, className, children } = props;
  const { open, hide, buttonProps, boxProps } = usePopover({ align });

  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-haspopup="dialog"
        aria-label={text ? undefined : label}
        title={text ? undefined : label}
        className={cx(buttonClass({ size, iconOnly: !text }), className)}
      >
        <Icon name={icon} size={14} />
        {text}
      </button>
      {open && (
        <div {...boxProps} role="dialog" aria-label={label} className={cx(POPUP, POPOVER)}>
          <ErrorBoundary what={`“${label}”`}>{children(hide)}</ErrorBoundary>
        </div>
      )}
    </>
  );
}
