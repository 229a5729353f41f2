"use client";
// JSON being typed: line numbers, the line at fault, and in words what is wrong with it and where.
import { useId, useMemo, useState } from "react";
import { findJsonSyntaxError, formatCaretLines } from "../../lib/protocol/json-syntax-error.ts";
import { cx } from "../ui/cx.ts";

/** As `.json-editor` in the style sheet has it. */
const LINE_HEIGHT = 18;
const MIN_LINES = 3;
const MAX_LINES = 14;
/** A check at each key must not be felt; a text of more is checked when it is sent. */
const MAX_CHECKED_LENGTH = 500_000;

export interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong besides: an object is wanted, or a version cannot carry it. */
  remark?: string | null | undefined;
  /** Nothing typed is nothing wrong. */
  mayBeEmpty?: boolean;
  mostLines?: number;
  autoFocus?: boolean;
  id?: string;
}

export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, remark = null, mayBeEmpty, mostLines = MAX_LINES } = props;
  const said = useId();
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
        className={cx("json-editor-box", (problem || remark) && "invalid")}
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
          aria-invalid={problem !== null || remark !== null || undefined}
          aria-describedby={said}
          // biome-ignore lint/a11y/noAutofocus: it appears because somebody asked to write in it
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
      <div id={said} className="json-editor-said" aria-live="polite">
        {problem && (
          <>
            <p className="text-error">
              Line {problem.line}, column {problem.column}: {problem.what}.
            </p>
            <pre aria-hidden="true">{formatCaretLines(value, problem)}</pre>
          </>
        )}
        {!problem && remark && <p className="text-warning">{remark}</p>}
      </div>
    </div>
  );
}
