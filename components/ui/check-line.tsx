// Checkbox with its label, as one line of a form.
import type { ReactNode } from "react";

/** The look of the line and of its box, for radio buttons too. */
export const CHECK_LINE =
  "inline-flex items-start gap-2 py-0.75 text-12 has-disabled:text-fg-3 max-phone:py-2.25 pointer-coarse:py-2.75";
export const CHECK_BOX = "mt-0.5 size-3.5 flex-none accent-accent-strong";

interface CheckLineProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  title?: string;
  /** Accessible name, if it is not the text. */
  label?: string;
  children: ReactNode;
}

export function CheckLine(props: CheckLineProps) {
  const { checked, onChange, disabled, title, label, children } = props;
  return (
    <label title={title} className={CHECK_LINE}>
      <input
        type="checkbox"
        className={CHECK_BOX}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
