"use client";
// A text with the matches of a search marked.
import { Fragment } from "react";
import { boundText } from "../ui/bounded-text.ts";

/** Further matches in a line are not marked. */
const MAX_MATCHES = 20;

export function SearchHighlight({
  text: whole,
  pattern,
}: {
  text: string;
  pattern: RegExp | null;
}) {
  const text = boundText(whole);
  if (!pattern || text === "") return text;
  const segments: { at: number; plain: string; hit: string }[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "" || segments.length === MAX_MATCHES) continue;
    segments.push({ at: match.index, plain: text.slice(from, match.index), hit: match[0] });
    from = match.index + match[0].length;
  }
  return (
    <>
      {segments.map(({ at, plain, hit }) => (
        <Fragment key={at}>
          {plain}
          <mark>{hit}</mark>
        </Fragment>
      ))}
      {text.slice(from)}
    </>
  );
}
