"use client";
// Editor for JSON that names the place of a syntax error and what was expected there.
import { useMemo } from "react";
import { findJsonSyntaxError, formatCaretLines } from "../../lib/json/json-syntax-error.ts";
import { cx } from "../ui/cx.ts";
import { createLazyComponent } from "../ui/lazy-component.tsx";

const CodeEditor = createLazyComponent(() => import("../ui/code-editor.tsx"));

const MIN_LINES = 3;
const MAX_LINES = 14;
/** Longer texts are checked when they are sent, so that typing stays fast. */
const MAX_CHECKED_LENGTH = 500_000;

interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A problem other than syntax, such as a value that must be an object. */
  warning?: string | null | undefined;
  /** An empty text is valid. */
  mayBeEmpty?: boolean;
  mostLines?: number;
  autoFocus?: boolean;
}

export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, warning = null, mayBeEmpty = false } = props;
  const { mostLines = MAX_LINES, autoFocus } = props;
  const findFault = mayBeEmpty ? findFaultUnlessEmpty : findCheckedFault;
  const problem = useMemo(() => findFault(value), [value, findFault]);
  const message = problem
    ? `Line ${problem.line}, column ${problem.column}: ${problem.what}.`
    : (warning ?? "");
  return (
    <div className="w-full min-w-0">
      <div
        className={cx(
          "min-h-16.5 overflow-hidden rounded-2 bg-well inset-ring forced-colors:border",
          message === "" ? "inset-ring-line-2 focus-within:inset-ring-accent" : "inset-ring-error",
        )}
      >
        <CodeEditor
          label={label}
          value={value}
          onChange={onChange}
          findFault={findFault}
          isInvalid={message !== ""}
          description={message}
          minLines={MIN_LINES}
          maxLines={mostLines}
          autoFocus={autoFocus}
        />
      </div>
      <div className="pt-1 text-12/5 empty:hidden" aria-live="polite">
        {problem && (
          <>
            <p className="text-error">{message}</p>
            <pre aria-hidden="true" className="mono overflow-x-auto text-11/3.75 text-fg-3">
              {formatCaretLines(value, problem)}
            </pre>
          </>
        )}
        {!problem && warning && <p className="text-warning">{warning}</p>}
      </div>
    </div>
  );
}

const findCheckedFault = (text: string) =>
  text.length > MAX_CHECKED_LENGTH ? null : findJsonSyntaxError(text);

const findFaultUnlessEmpty = (text: string) => (text.trim() === "" ? null : findCheckedFault(text));
