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
      <span className={isChunk ? "chunk-token" : undefined} {...(isExact && range)}>
        {isExact ? renderBlanks(text) : <ExactText text={text} from={from} draw={renderBlanks} />}
      </span>
      {text === "" && <span className="chunk-none">no text</span>}
      {rest > 0 && <span className="chunk-none"> … {formatCount(rest)} more</span>}
    </>
  );
});

function renderBlanks(text: string): ReactNode[] {
  return text.split(/([ \n\r\t])/).map((piece, i) => {
    const key = String(i);
    if (piece === "") return null;
    const kind = { " ": "space", "\n": "lf", "\r": "cr", "\t": "tab" }[piece];
    if (!kind) return <span key={key}>{piece}</span>;
    return (
      <span key={key} className="blank" data-blank={kind}>
        {piece}
      </span>
    );
  });
}
