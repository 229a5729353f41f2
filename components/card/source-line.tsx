// One line of the card's source, unchanged, with syntax colors. A marked line links to its problem.
import type { CSSProperties, ReactNode } from "react";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import { JSON_COLORS } from "../ui/json-line.tsx";

interface SourceLineProps {
  text: string;
  /** `null` in the continuation rows of a long line. */
  number: number | null;
  hue: Hue | undefined;
  isPointed: boolean;
  /** The problems that start on this line. */
  title: string | undefined;
  onPoint: (() => void) | undefined;
}

const LINE = "grid grid-cols-[38px_minmax(0,1fr)] gap-x-3.5 pr-3";
const POINTED = "shadow-[inset_3px_0_var(--hue),inset_-3px_0_var(--hue)]";
// Generated content, so that copied text does not contain line numbers.
const NUMBER = "pr-0.5 text-right select-none";
const TEXT =
  "min-h-4.75 pl-[calc(var(--hang)*1ch)] indent-[calc(var(--hang)*-1ch)] wrap-anywhere whitespace-pre-wrap";
const MARKED =
  "relative before:absolute before:inset-y-0 before:-left-3 before:w-0.75 before:rounded-[1px] before:bg-hue forced-colors:before:bg-[CanvasText]";

export function SourceLine({ text, number, hue, isPointed, title, onPoint }: SourceLineProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a convenience for the pointer; the number is the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the number is the button
    <div
      className={cx(LINE, hue && "bg-hue/11", isPointed && POINTED)}
      data-hue={hue}
      data-pointed={isPointed || undefined}
      onClick={onPoint && (() => getSelection()?.isCollapsed !== false && onPoint())}
    >
      {title !== undefined && onPoint ? (
        <button
          type="button"
          className={cx(NUMBER, "text-fg-2")}
          title={boundText(title)}
          aria-label={`Line ${number}: ${boundText(title)}`}
          onClick={onPoint}
        >
          {number}
        </button>
      ) : (
        <span
          className={cx(NUMBER, "drawn-label", hue ? "text-fg-2" : "text-fg-3")}
          data-label={number ?? ""}
        />
      )}
      <span data-part="text" className={cx(TEXT, hue && MARKED)} style={getHangingIndent(text)}>
        {colorTokens(boundMarks(text))}
      </span>
    </div>
  );
}

/** Wrapped text is indented a little further than its line. */
function getHangingIndent(text: string): CSSProperties {
  const indent = Math.min(text.search(/\S|$/), 20) + 2;
  return { "--hang": indent } as CSSProperties;
}

const JSON_TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function colorTokens(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(JSON_TOKENS)) {
    const [whole, string, colon] = found;
    if (found.index > at) out.push(text.slice(at, found.index));
    const kind = string === undefined ? "scalar" : colon === undefined ? "string" : "key";
    out.push(
      <span key={found.index} className={JSON_COLORS[kind]}>
        {string ?? whole}
      </span>,
      colon ?? "",
    );
    at = found.index + whole.length;
  }
  out.push(text.slice(at));
  return out;
}
