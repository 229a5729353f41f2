// Checkbox with its label, as one line of a form.
import type { ReactNode } from "react";

export interface CheckLineProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  title?: string;
  children: ReactNode;
}

export function CheckLine({ checked, onChange, disabled, title, children }: CheckLineProps) {
  return (
    <label
      title={title}
      className="inline-flex min-h-6 items-center gap-1.5 has-disabled:text-fg-3"
    >
      <input
        type="checkbox"
        className="accent-accent-strong"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
