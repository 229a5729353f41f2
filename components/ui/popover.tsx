"use client";
// Button with a popover. Escape and a click elsewhere close it and return the focus to the button.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { usePopover } from "./use-popover.ts";

export interface PopoverButtonProps {
  /** Accessible name of the popover, and of the button if it shows only an icon. */
  label: string;
  icon: IconName;
  /** Visible content of the button. */
  text?: ReactNode;
  align?: "start" | "end";
  size?: 24 | 28;
  className?: string;
  /** Content of the popover, rendered when it opens. */
  children: (close: () => void) => ReactNode;
}

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
        data-icon-only={text ? undefined : ""}
        data-size={size}
        className={cx("ui-button", className)}
      >
        <Icon name={icon} size={14} />
        {text}
      </button>
      {open && (
        <div {...boxProps} role="dialog" aria-label={label} className="ui-menu ui-popover">
          <ErrorBoundary what={`“${label}”`}>{children(hide)}</ErrorBoundary>
        </div>
      )}
    </>
  );
}
