// Tag tinted by kind or severity, and status dot.
import type { ReactNode } from "react";
import { boundNode } from "./bounded-text.ts";
import { cx } from "./cx.ts";
import type { Hue } from "./hue.ts";
import { Icon, type IconName } from "./icons.tsx";

/** A tag with a hue stands in an element with `data-hue`. `faint`: less certain than others;
 *  `large`: as high as a chip. */
export function tagClass(hue?: Hue, { faint = false, large = false } = {}): string {
  return cx(
    "inline-flex flex-none items-center gap-1 rounded-1 font-medium whitespace-nowrap forced-colors:border",
    large ? "h-5.5 px-2 text-12" : "h-4.5 px-1.5 text-11/4.5",
    hue ? "bg-tint text-hue" : "bg-bg-3",
    !hue && (faint ? "text-fg-3" : "text-fg-2"),
  );
}

/** What a tag that is a button adds. */
export const TAG_BUTTON = "hover:inset-ring hover:inset-ring-hue-line";

interface TagProps {
  hue?: Hue | undefined;
  icon?: IconName | undefined;
  faint?: boolean;
  children: ReactNode;
  className?: string;
  /** Makes it a button. */
  onClick?: () => void;
}

export function Tag({ hue, icon, faint, children, className, onClick }: TagProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} size={12} />}
      {boundNode(children)}
    </>
  );
  if (onClick) {
    return (
      <button
        type="button"
        data-part="tag"
        data-hue={hue}
        className={cx(tagClass(hue), TAG_BUTTON, className)}
        onClick={onClick}
      >
        {inside}
      </button>
    );
  }
  return (
    <span data-part="tag" data-hue={hue} className={cx(tagClass(hue, { faint }), className)}>
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
      className={cx(
        "size-2 flex-none rounded-full forced-color-adjust-none forced-colors:border",
        hollow ? "inset-ring-[1.5px] inset-ring-line-3" : "bg-hue",
        halo && "ring-3 ring-hue/18",
      )}
    />
  );
}
