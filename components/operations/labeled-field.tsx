// A field of the form with its visible label and its error, and the grid of such fields.
import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";

export const FIELD_GRID =
  "grid w-full grid-cols-2 gap-x-3 gap-y-2.5 empty:hidden max-[560px]:grid-cols-1";

export interface LabeledFieldProps {
  label: string;
  /** As wide as the form. */
  isWide?: boolean;
  problem: string | null;
  problemId: string;
  /** Announces the error. */
  isLive?: boolean;
  children: ReactNode;
}

export function LabeledField(props: LabeledFieldProps) {
  const { label, isWide = false, problem, problemId, isLive = false, children } = props;
  return (
    <div className={cx("grid min-w-0 content-start gap-1", isWide && "col-span-full")}>
      <span aria-hidden="true" className="text-fg-2">
        {label}
      </span>
      {children}
      {problem !== null && (
        <p id={problemId} role={isLive ? "alert" : undefined} className="text-12 text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
