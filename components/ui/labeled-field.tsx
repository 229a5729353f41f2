// A field of a form: its label above, and its problem or else its hint below.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface LabeledFieldProps {
  /** The field has it as its accessible name. */
  label: string;
  /** Places it in the form. */
  className?: string | undefined;
  hint?: string;
  problem?: string | null;
  /** ID of the problem or hint, which describes the field. */
  noteId?: string;
  /** A problem is not announced: it comes and goes while the user types. */
  isQuiet?: boolean;
  children: ReactNode;
}

export function LabeledField(props: LabeledFieldProps) {
  const { label, className, hint, problem = null, noteId, isQuiet = false, children } = props;
  return (
    <div className={cx("grid min-w-0 content-start gap-1", className)}>
      <span aria-hidden="true" className="text-fg-2">
        {label}
      </span>
      {children}
      {problem !== null ? (
        <Problem id={noteId} isQuiet={isQuiet}>
          {problem}
        </Problem>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="max-w-[72ch] text-fg-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

interface ProblemProps {
  id: string | undefined;
  isQuiet?: boolean;
  children: string;
}

/** What is wrong with what was entered. */
export function Problem({ id, isQuiet = false, children }: ProblemProps) {
  return (
    <p
      id={id}
      role={isQuiet ? undefined : "alert"}
      className="max-w-[72ch] text-12 wrap-anywhere text-error"
    >
      {children}
    </p>
  );
}
