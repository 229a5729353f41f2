// Tag tinted by kind or severity, and status dot.
import type { ReactNode } from "react";
import { boundNode } from "./bounded-text.ts";
import { cx } from "./cx.ts";
import type { Hue } from "./hue.ts";
import { Icon, type IconName } from "./icons.tsx";

export interface TagProps {
  hue?: Hue | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
  className?: string;
  /** Makes it a button. */
  onClick?: () => void;
}

export function Tag({ hue, icon, children, className, onClick }: TagProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} size={12} />}
      {boundNode(children)}
    </>
  );
  if (onClick) {
    return (
      <button type="button" data-hue={hue} className={cx("ui-tag", className)} onClick={onClick}>
        {inside}
      </button>
    );
  }
  return (
    <span data-hue={hue} className={cx("ui-tag", className)}>
      {inside}
    </span>
  );
}

/** Status dot. The label conveys the status without color. */
export function Dot({
  hue,
  label,
  hollow = false,
  halo = false,
}: {
  hue?: Hue;
  label: string;
  hollow?: boolean;
  halo?: boolean;
}) {
  return (
    <span
      role="img"
      aria-label={label}
      data-hue={hue}
      data-hollow={hollow || undefined}
      data-halo={halo || undefined}
      className="ui-dot"
    />
  );
}
