// One chunk's characters on one line. Blanks and line ends are drawn with CSS, so that copying is exact.
import { memo, type ReactNode } from "react";
import { findMarkPiles } from "../ui/bounded-text.ts";
import { ExactText } from "../ui/exact-text.tsx";
import { formatCount } from "../ui/format.ts";

export interface ChunkTextProps {
  text: string;
  /** Offset in the whole text. */
  from: number;
  isChunk: boolean;
  /** Number of characters not shown. */
  rest: number;
}

export const ChunkText = memo(function ChunkText({ text, from, isChunk, rest }: ChunkTextProps) {
  const isExact = findMarkPiles(text).length === 0;
  const range = { "data-from": from, "data-to": from + text.length };
  return (
    <>
      <span className={isChunk ? TOKEN : undefined} {...(isExact && range)}>
        {isExact ? renderBlanks(text) : <ExactText text={text} from={from} draw={renderBlanks} />}
      </span>
      {text === "" && <span className="font-ui text-fg-3 select-none">no text</span>}
      {rest > 0 && (
        <span className="font-ui text-fg-3 select-none"> … {formatCount(rest)} more</span>
      )}
    </>
  );
});

const TOKEN =
  "rounded-[2px] bg-[color-mix(in_oklch,var(--result)_var(--tint),transparent)] px-px py-0.5 group-data-future/row:bg-transparent";

const BLANKS: Readonly<Record<string, string>> = {
  " ": "relative before:absolute before:inset-0 before:text-center before:leading-[15px] before:text-fg-4 before:content-['·']",
  "\n": "whitespace-normal before:text-fg-4 before:content-['⏎']",
  "\r": "whitespace-normal before:text-fg-4 before:content-['␍']",
  "\t": "before:text-fg-4 before:content-['⇥']",
};

function renderBlanks(text: string): ReactNode[] {
  return text.split(/([ \n\r\t])/).map((piece, i) => {
    const key = String(i);
    if (piece === "") return null;
    const look = BLANKS[piece];
    if (!look) return <span key={key}>{piece}</span>;
    return (
      <span key={key} className={look}>
        {piece}
      </span>
    );
  });
}
