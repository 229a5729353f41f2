"use client";
// Text editor for JSON on CodeMirror: highlighting, folding, search and error marks. It lives in a
// shadow root, the only place where the Content-Security-Policy lets CodeMirror add its styles.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useLayoutEffect, useRef } from "react";

export interface TextFault {
  /** Offset of the character at fault; the length of the text if it ends early. */
  readonly at: number;
  readonly what: string;
}

export interface CodeEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with the text after it changed, to mark its first fault. */
  findFault: (text: string) => TextFault | null;
  isInvalid?: boolean;
  /** What is wrong, for assistive technology. */
  description?: string;
  minLines: number;
  maxLines: number;
  autoFocus?: boolean | undefined;
}

const LINE_HEIGHT = 18;
const PADDING = 6;

/** Marks changes that come from the `value` prop. */
const isFromOutside = Annotation.define<boolean>();

export default function CodeEditor(props: CodeEditorProps) {
  const { value, label, isInvalid = false, description = "" } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const attributes = useRef(new Compartment());
  const current = useRef(props);
  useLayoutEffect(() => {
    current.current = props;
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const { value, minLines, maxLines, autoFocus } = current.current;
    const view = new EditorView({
      parent: root,
      root,
      doc: value,
      extensions: [
        EXTENSIONS,
        createTheme(minLines, maxLines),
        attributes.current.of([]),
        linter((view) => findDiagnostics(view, current.current.findFault), { delay: 100 }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((one) => one.annotation(isFromOutside)))
            current.current.onChange(state.doc.toString());
        }),
      ],
    });
    editor.current = view;
    if (autoFocus) view.focus();
    return () => view.destroy();
  }, []);

  useLayoutEffect(() => {
    const view = editor.current;
    if (!view) return;
    const text = view.state.doc.toString();
    // The editor keeps one kind of line end, as text fields do.
    if (text === value.replace(/\r\n?/g, "\n")) return;
    view.dispatch({
      changes: { from: 0, to: text.length, insert: value },
      annotations: isFromOutside.of(true),
    });
  }, [value]);

  useLayoutEffect(() => {
    const set = EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-invalid": String(isInvalid),
      "aria-description": description,
    });
    editor.current?.dispatch({ effects: attributes.current.reconfigure(set) });
  }, [label, isInvalid, description]);

  return <div ref={host} data-text-field="" />;
}

function findDiagnostics(
  { state: { doc } }: EditorView,
  findFault: CodeEditorProps["findFault"],
): Diagnostic[] {
  const fault = findFault(doc.toString());
  if (!fault) return [];
  const to = Math.min(fault.at + 1, doc.length);
  return [{ from: Math.min(fault.at, to), to, severity: "error", message: fault.what }];
}

/** Left to the application. */
const RESERVED_KEYS: ReadonlySet<string | undefined> = new Set(["Mod-Enter", "Escape"]);

const EXTENSIONS: Extension = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  bracketMatching(),
  indentOnInput(),
  highlightSelectionMatches(),
  search({ top: true }),
  json(),
  EditorState.tabSize.of(2),
  EditorView.contentAttributes.of({ spellcheck: "false", autocapitalize: "off" }),
  keymap.of([
    ...searchKeymap,
    ...defaultKeymap.filter(({ key }) => !RESERVED_KEYS.has(key)),
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
  ]),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: "var(--plan)" },
      { tag: tags.string, color: "var(--fg-1)" },
      { tag: [tags.number, tags.bool, tags.null], color: "var(--tool)" },
      { tag: tags.punctuation, color: "var(--fg-3)" },
    ]),
  ),
];

function createTheme(minLines: number, maxLines: number): Extension {
  return EditorView.theme({
    "&": { color: "var(--fg-1)", fontSize: "12px" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": {
      minHeight: `${minLines * LINE_HEIGHT + 2 * PADDING}px`,
      maxHeight: `${maxLines * LINE_HEIGHT + 2 * PADDING}px`,
      fontFamily: "var(--font-mono)",
      fontVariantLigatures: "none",
      letterSpacing: "-0.01em",
      lineHeight: `${LINE_HEIGHT}px`,
    },
    ".cm-content": { padding: `${PADDING}px 0`, caretColor: "var(--fg-1)" },
    ".cm-content ::selection": {
      background: "color-mix(in oklch, var(--accent) 34%, transparent)",
    },
    ".cm-gutters": { border: "0", background: "none", color: "var(--fg-3)" },
    ".cm-gutter-lint": { width: "12px" },
    ".cm-gutter-lint .cm-gutterElement": { padding: "0 2px" },
    ".cm-lint-marker": { width: "8px", height: "8px", marginTop: "5px" },
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
      outline: "1px solid var(--line-3)",
      background: "none",
    },
    ".cm-selectionMatch, .cm-searchMatch": {
      background: "color-mix(in oklch, var(--warning) 26%, transparent)",
    },
    ".cm-searchMatch-selected": {
      background: "color-mix(in oklch, var(--warning) 50%, transparent)",
    },
    ".cm-foldPlaceholder": {
      padding: "0 4px",
      border: "1px solid var(--line-2)",
      background: "var(--bg-2)",
      color: "var(--fg-2)",
    },
    ".cm-panels": {
      borderBottom: "1px solid var(--line-2)",
      background: "var(--bg-1)",
      color: "var(--fg-2)",
      fontFamily: "var(--font-ui)",
    },
    ".cm-textfield": {
      border: "1px solid var(--line-2)",
      borderRadius: "4px",
      background: "var(--well)",
      color: "var(--fg-1)",
    },
    ".cm-button": {
      border: "1px solid var(--line-2)",
      borderRadius: "4px",
      background: "var(--bg-2)",
      color: "var(--fg-1)",
    },
    ".cm-panel.cm-search [name=close]": { color: "var(--fg-2)" },
    ".cm-tooltip": {
      border: "1px solid var(--line-2)",
      borderRadius: "6px",
      background: "var(--bg-3)",
      color: "var(--fg-1)",
      fontFamily: "var(--font-ui)",
    },
  });
}
