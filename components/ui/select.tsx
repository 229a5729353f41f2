// Native select, styled as a quiet button with a chevron.
import { boundText } from "./bounded-text.ts";
import { cx } from "./cx.ts";
import { Icon } from "./icons.tsx";

export interface SelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  mono?: boolean;
  outlined?: boolean;
  disabled?: boolean;
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, mono, outlined, disabled, className } = props;
  return (
    <span
      className={cx("ui-button ui-select", mono && "mono", className)}
      data-variant={outlined ? "outline" : "quiet"}
    >
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {boundText(option.label)}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={12} />
    </span>
  );
}
