"use client";
// Segmented control: a radio group with its options side by side.
import { type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { getRovingTarget } from "./roving-focus.ts";
import { FORCED_CHECKED } from "./shared-classes.ts";

interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode; name?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

const OPTION =
  "min-w-7.5 rounded-1 px-1.75 text-center text-11/5 font-medium text-fg-3 hover:text-fg-1 aria-checked:bg-bg-4 aria-checked:text-fg-1";

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, className } = props;
  const group = useRef<HTMLDivElement>(null);
  const current = options.findIndex((option) => option.value === value);
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={cx(
        "inline-flex h-6 flex-none rounded-2 bg-bg-2 p-0.5 inset-ring inset-ring-line-2 forced-colors:border",
        className,
      )}
      onKeyDown={(event) => {
        const to = getRovingTarget(event.key, current, options.length);
        const option = to === undefined ? undefined : options[to];
        if (to === undefined || !option) return;
        event.preventDefault();
        onChange(option.value);
        group.current?.querySelectorAll<HTMLElement>("[role=radio]")[to]?.focus();
      }}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: native radios cannot hold rich labels in this layout
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.name}
          tabIndex={index === Math.max(current, 0) ? 0 : -1}
          className={cx(OPTION, FORCED_CHECKED)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
