// Renders a range of a text for views that copy exactly. Piles of marks are drawn as a count that is not
// text. The segments around it carry their offsets, so that a selection across it stays exact.
import type { ReactNode } from "react";
import { findMarkPiles } from "./bounded-text.ts";

interface ExactTextProps {
  /** The characters to show, and their offset in the whole text. */
  text: string;
  from: number;
  draw?: (text: string) => ReactNode;
}

export function ExactText({ text, from, draw = (part) => part }: ExactTextProps) {
  const out: ReactNode[] = [];
  const push = (begin: number, end: number) => {
    if (end <= begin) return;
    out.push(
      <span key={begin} data-from={from + begin} data-to={from + end}>
        {draw(text.slice(begin, end))}
      </span>,
    );
  };
  let at = 0;
  for (const pile of findMarkPiles(text)) {
    push(at, pile.from);
    out.push(
      <span
        key={pile.from}
        data-part="pile"
        className="drawn-label text-fg-3"
        role="img"
        aria-label={pile.label}
        data-label={pile.label}
        data-from={from + pile.from}
        data-to={from + pile.to}
      />,
    );
    at = pile.to;
  }
  push(at, text.length);
  return out;
}
