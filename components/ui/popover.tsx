"use client";
// A button that opens a small box beside it, to read and to go on from: Escape and a click elsewhere
// close it, and the button has the focus again.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { usePopover } from "./use-popover.ts";

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
  const { open, hide, ofButton, ofBox } = usePopover({ align });

  return (
    <>
      <button
        {...ofButton}
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
        <div {...ofBox} role="dialog" aria-label={label} className="ui-menu ui-popover">
          <ErrorBoundary what={`“${label}”`}>{children(hide)}</ErrorBoundary>
        </div>
      )}
    </>
  );
}
