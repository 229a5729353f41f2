// Parts of the export form: a group of choices, one choice with a hint, and a progress line.
import type { ComponentProps, ReactNode } from "react";
import { CHECK_BOX } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { ProgressLine } from "../ui/status.tsx";

export const HINT = "block text-fg-3";

interface ChoiceGroupProps {
  legend: string;
  /** Its columns and gaps. */
  className: string;
  children: ReactNode;
}

export function ChoiceGroup({ legend, className, children }: ChoiceGroupProps) {
  return (
    <fieldset className={cx("grid min-w-0", className)}>
      {/* A floating legend is laid out like the other elements of the grid. */}
      <legend className="float-left col-span-full mb-1 w-full font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

const CHOICE = "flex min-h-6 items-start gap-2 py-0.75 has-disabled:text-fg-3 max-phone:min-h-9";

interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  type: "checkbox" | "radio";
  text: ReactNode;
  hint: ReactNode;
}

export function Choice({ text, hint, ...input }: ChoiceProps) {
  return (
    <label className={CHOICE}>
      <input className={CHECK_BOX} {...input} />
      <span className="min-w-0">
        {text}
        <span className={HINT}>{hint}</span>
      </span>
    </label>
  );
}

interface ProgressRowProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  children?: ReactNode;
}

export function ProgressRow({ label, share, children }: ProgressRowProps) {
  return (
    <div className="flex items-center gap-3 text-fg-2">
      <ProgressLine value={share} label={label} />
      <span className="flex-none">
        {label}: {Math.floor(share * 100)} %
      </span>
      {children}
    </div>
  );
}
