// Toggle button of a filter: color swatch, label and count.
import { cx } from "./cx.ts";
import type { Hue } from "./hue.ts";
import { Icon, type IconName } from "./icons.tsx";

export interface ToggleChipProps {
  label: string;
  pressed: boolean;
  hue?: Hue;
  count?: number | string;
  /** Icon shown instead of the swatch. */
  icon?: IconName;
  /** Filled with a tint while pressed. */
  tinted?: boolean;
  /** `only` is true for an Alt-click, which shows only this kind. */
  onToggle: (only: boolean) => void;
  className?: string;
}

export function ToggleChip(props: ToggleChipProps) {
  const { label, pressed, hue, count, icon, tinted = false, onToggle, className } = props;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      data-hue={hue}
      data-hollow={count === 0 || undefined}
      data-tinted={tinted || undefined}
      className={cx("ui-toggle", className)}
      onClick={(event) => onToggle(event.altKey)}
    >
      {icon ? <Icon name={icon} size={13} /> : <i aria-hidden="true" />}
      <span className="ui-toggle-label">{label}</span>
      {count !== undefined && <span className={tinted ? undefined : "text-fg-3"}>{count}</span>}
    </button>
  );
}
