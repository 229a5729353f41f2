// Button in four variants and two heights, and an icon button, which requires a label.
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";
import { FORCED_PRESSED } from "./shared-classes.ts";
import { Tooltip } from "./tooltip.tsx";

export type ButtonVariant = "primary" | "quiet" | "outline" | "danger";

/** Heights: 20 beside a line of text, 24 in bars, 28 elsewhere, 36 on the start page. */
export type ButtonSize = 20 | 24 | 28 | 36;

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  iconOnly?: boolean;
}

const BUTTON =
  "relative inline-flex flex-none items-center gap-1.5 rounded-2 font-medium whitespace-nowrap transition-colors disabled:text-fg-3 aria-disabled:text-fg-3 aria-pressed:bg-accent-bg aria-pressed:text-accent forced-colors:border";

const CLEARED = "disabled:bg-transparent aria-disabled:bg-transparent";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  quiet: `text-fg-2 hover:bg-bg-3 hover:text-fg-1 ${CLEARED}`,
  outline: `text-fg-2 bg-bg-2 inset-ring inset-ring-line-2 hover:bg-bg-3 hover:text-fg-1 ${CLEARED}`,
  primary:
    "font-semibold text-accent-fg bg-accent-strong hover:enabled:bg-accent-hover disabled:bg-bg-3 aria-disabled:bg-bg-3",
  danger: `text-error inset-ring inset-ring-error/45 hover:bg-error/10 ${CLEARED}`,
};

const TOUCH = "touch:h-9 touch:before:absolute touch:before:inset-x-0 touch:before:-inset-y-1";

const SIZES: Readonly<Record<ButtonSize, { text: string; icon: string }>> = {
  20: { text: "h-5 px-1.5 text-11", icon: "size-5 justify-center text-11" },
  24: {
    text: `h-6 px-2 text-12 ${TOUCH}`,
    icon: `size-6 justify-center text-12 touch:w-9 ${TOUCH}`,
  },
  28: {
    text: `h-7 px-2 text-12 ${TOUCH}`,
    icon: `size-7 justify-center text-12 touch:w-9 ${TOUCH}`,
  },
  36: { text: "h-9 pr-3 pl-3.5 text-13", icon: "size-9 justify-center text-13" },
};

/** The look of a button, for elements that are none: links, and selects. */
export function buttonClass({
  variant = "quiet",
  size = 28,
  iconOnly = false,
}: ButtonLook): string {
  const isWide = variant === "primary" && !iconOnly && size !== 36;
  return cx(
    BUTTON,
    FORCED_PRESSED,
    VARIANTS[variant],
    SIZES[size][iconOnly ? "icon" : "text"],
    isWide && "pl-2.5 not-has-[kbd,svg]:pr-2.5",
  );
}

interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** Icon after the text, for menus and forward steps. */
  trailing?: IconName;
  type?: "button" | "submit";
  /** Makes it a toggle. */
  pressed?: boolean;
}

export function Button({
  variant = "quiet",
  size = 28,
  icon,
  trailing,
  type = "button",
  pressed,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      data-variant={variant}
      aria-pressed={pressed}
      className={cx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
      {trailing && <Icon name={trailing} size={trailing === "chevron-down" ? 12 : 14} />}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "trailing"> {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  /** Shortcut shown in the tooltip, e.g. "mod+K". */
  keys?: string;
  iconSize?: number;
  tooltip?: boolean;
  badge?: ReactNode;
}

export function IconButton({
  icon,
  label,
  keys,
  variant = "quiet",
  size = 28,
  type = "button",
  pressed,
  iconSize = 16,
  tooltip = true,
  badge,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      data-icon-only=""
      data-variant={variant}
      className={cx(buttonClass({ variant, size, iconOnly: true }), className)}
      {...rest}
    >
      <Icon name={icon} size={iconSize} />
      {badge}
    </button>
  );
  return tooltip ? (
    <Tooltip label={label} keys={keys} naming>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
