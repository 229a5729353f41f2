"use client";
// Text box for JSON with line numbers. Marks the line of a syntax error and describes the error.
import { useId, useMemo, useState } from "react";
import { findJsonSyntaxError, formatCaretLines } from "../../lib/json/json-syntax-error.ts";
import { cx } from "../ui/cx.ts";

/** Must match `.json-editor` in the style sheet. */
const LINE_HEIGHT = 18;
const MIN_LINES = 3;
const MAX_LINES = 14;
/** Longer texts are checked when they are sent, so that typing stays fast. */
const MAX_CHECKED_LENGTH = 500_000;

export interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A problem other than syntax, such as a value that must be an object. */
  warning?: string | null | undefined;
  /** An empty text is valid. */
  mayBeEmpty?: boolean;
  mostLines?: number;
  autoFocus?: boolean;
  id?: string;
}

export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, warning = null, mayBeEmpty, mostLines = MAX_LINES } = props;
  const messageId = useId();
  const [scrolled, setScrolled] = useState(0);
  const lines = useMemo(() => value.split("\n").length, [value]);
  const isChecked = value.length <= MAX_CHECKED_LENGTH && !(mayBeEmpty && value.trim() === "");
  const problem = useMemo(
    () => (isChecked ? findJsonSyntaxError(value) : null),
    [value, isChecked],
  );
  const shown = Math.min(Math.max(lines, MIN_LINES), mostLines);
  const first = Math.floor(scrolled / LINE_HEIGHT);
  return (
    <div className="json-editor">
      <div
        className={cx("json-editor-box", (problem || warning) && "invalid")}
        style={{ height: shown * LINE_HEIGHT + 12 }}
      >
        <ol aria-hidden="true" style={{ transform: `translateY(${-(scrolled % LINE_HEIGHT)}px)` }}>
          {Array.from({ length: Math.min(shown + 1, lines - first) }, (_, i) => first + i + 1).map(
            (number) => (
              <li key={number} data-fault={number === problem?.line || undefined}>
                {number}
              </li>
            ),
          )}
        </ol>
        <textarea
          id={props.id}
          aria-label={label}
          aria-invalid={problem !== null || warning !== null || undefined}
          aria-describedby={messageId}
          // biome-ignore lint/a11y/noAutofocus: it appears when the user asks to edit it
          autoFocus={props.autoFocus}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
        />
      </div>
      <div id={messageId} className="json-editor-said" aria-live="polite">
        {problem && (
          <>
            <p className="text-error">
              Line {problem.line}, column {problem.column}: {problem.what}.
            </p>
            <pre aria-hidden="true">{formatCaretLines(value, problem)}</pre>
          </>
        )}
        {!problem && warning && <p className="text-warning">{warning}</p>}
      </div>
    </div>
  );
}
