// A range of a text for views that copy exactly. What is piled up on a letter is drawn as a count
// that is no text; pieces then carry their offsets in the text, so that what is selected across
// such a count is still known to the character.
import type { ReactNode } from "react";
import { findMarkPiles } from "./bounded-text.ts";

interface ExactTextProps {
  /** The characters to show, and where they stand in the whole text. */
  text: string;
  from: number;
  draw?: (text: string) => ReactNode;
}

export function ExactText({ text, from, draw = (piece) => piece }: ExactTextProps) {
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
        className="ui-pile"
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
