// Button in four variants and two heights, and an icon button, which requires a label.
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Tooltip } from "./tooltip.tsx";

export type ButtonVariant = "primary" | "quiet" | "outline" | "danger";

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  variant?: ButtonVariant;
  size?: 24 | 28;
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
      data-size={size}
      aria-pressed={pressed}
      className={cx("ui-button", className)}
      {...rest}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
      {trailing && <Icon name={trailing} size={trailing === "chevron-down" ? 12 : 14} />}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "trailing"> {
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
      data-size={size}
      className={cx("ui-button", className)}
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
