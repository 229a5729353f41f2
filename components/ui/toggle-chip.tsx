// Toggle button of a filter: color swatch, label and count.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Hue } from "./hue.ts";
import { Icon, type IconName } from "./icons.tsx";
import { FORCED_PRESSED } from "./shared-classes.ts";

interface ToggleLook {
  pressed: boolean;
  tinted?: boolean;
}

const TOGGLE =
  "relative inline-flex h-6.5 flex-none items-center gap-1.25 rounded-2 px-1.5 text-12 whitespace-nowrap touch:h-9 touch:before:absolute touch:before:inset-x-0 touch:before:-inset-y-1 forced-colors:border";

export function toggleClass({ pressed, tinted = false }: ToggleLook): string {
  return cx(
    TOGGLE,
    FORCED_PRESSED,
    pressed && tinted
      ? "bg-tint font-medium text-hue"
      : cx("hover:bg-bg-3", pressed ? "text-fg-2" : "text-fg-3"),
  );
}

function ToggleSwatch({ filled }: { filled: boolean }) {
  return (
    <i
      aria-hidden="true"
      className={cx(
        "inline-block size-2 rounded-[2px] inset-ring forced-colors:border forced-colors:forced-color-adjust-none",
        filled ? "bg-hue inset-ring-hue" : "inset-ring-line-3",
      )}
    />
  );
}

interface ToggleLabelProps {
  pressed: boolean;
  className?: string;
  children: ReactNode;
}

/** The label of a toggle, struck through while off. */
function ToggleLabel({ pressed, className, children }: ToggleLabelProps) {
  return (
    <span className={cx(className, !pressed && "line-through decoration-fg-4")}>{children}</span>
  );
}

/* A row of toggles sets `--room`: positive if all labels fit, else negative. */
const IF_ROOM = "inline-block max-w-[clamp(0px,var(--room)*1000,60em)] overflow-hidden align-top";
const IF_NO_ROOM =
  "inline-block max-w-[clamp(0px,var(--room)*-1000,60em)] overflow-hidden align-middle";

/** The room that a toggle with a label needs, in pixels: at least what it takes. */
export const estimateToggleWidth = (label: string, count: number | string): number =>
  34 + 7.5 * (label.length + String(count).length);

interface ToggleChipProps {
  label: string;
  pressed: boolean;
  hue?: Hue;
  count?: number | string;
  /** Icon shown instead of the swatch. */
  icon?: IconName;
  /** Icon shown instead of swatch and label where a row of toggles has no room for its labels. */
  shortIcon?: IconName;
  /** Filled with a tint while pressed. */
  tinted?: boolean;
  /** `only` is true for an Alt-click, which shows only this kind. */
  onToggle: (only: boolean) => void;
  className?: string;
}

export function ToggleChip(props: ToggleChipProps) {
  const {
    label,
    pressed,
    hue,
    count,
    icon,
    shortIcon,
    tinted = false,
    onToggle,
    className,
  } = props;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-hue={hue}
      aria-label={shortIcon && [label, count].filter((part) => part !== undefined).join(" ")}
      title={shortIcon && label}
      data-hollow={count === 0 || undefined}
      className={cx(toggleClass({ pressed, tinted }), className)}
      onClick={(event) => onToggle(event.altKey)}
    >
      {shortIcon ? (
        <span>
          <span className={IF_NO_ROOM}>
            <Icon name={shortIcon} size={13} className={pressed ? "text-hue" : "text-fg-4"} />
          </span>
          <span className={IF_ROOM}>
            <ToggleSwatch filled={pressed && count !== 0} />
            <ToggleLabel pressed={pressed} className="ms-1.25">
              {label}
            </ToggleLabel>
          </span>
        </span>
      ) : (
        <>
          {icon ? (
            <Icon name={icon} size={13} className={pressed && hue ? "text-hue" : ""} />
          ) : (
            <ToggleSwatch filled={pressed && count !== 0} />
          )}
          <ToggleLabel pressed={pressed}>{label}</ToggleLabel>
        </>
      )}
      {count !== undefined && (
        <span className={tinted ? undefined : "text-fg-3 forced-colors:text-inherit"}>{count}</span>
      )}
    </button>
  );
}
