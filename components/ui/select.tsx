// Native select, styled as a quiet button with a chevron.
import { boundText } from "./bounded-text.ts";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icons.tsx";

interface SelectProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  mono?: boolean;
  outlined?: boolean;
  /** As wide as its place. */
  fill?: boolean;
  /** As wide as the chosen option. */
  fitted?: boolean;
  disabled?: boolean;
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, onChange, mono, outlined, fill, fitted, disabled } = props;
  const { className } = props;
  return (
    <span
      className={cx(
        buttonClass({ variant: outlined ? "outline" : "quiet" }),
        "pr-0 has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-offset-1 has-[select:focus-visible]:outline-accent",
        fill && "w-full",
        mono && "mono",
        className,
      )}
    >
      <select
        className={cx(
          "h-full appearance-none bg-transparent pr-6 text-ellipsis outline-0 *:bg-bg-2 *:text-fg-1",
          fill && "w-full",
          fitted && "max-w-50 [field-sizing:content]",
          !fill && !fitted && "max-w-65",
        )}
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
      <Icon
        name="chevron-down"
        size={12}
        className="pointer-events-none absolute right-1.5 text-fg-3"
      />
    </span>
  );
}
