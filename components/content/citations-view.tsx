"use client";
// Citations as footnotes, each with the passage of the text that it supports.
import { useMemo } from "react";
import type { Citation } from "../../lib/dialects/payloads/citations.ts";
import { AgentLink, truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";

const MAX_QUOTE_LENGTH = 120;
/** Passages of longer texts are given by their offsets alone. */
const MAX_TEXT_LENGTH = 500_000;

export function CitationsView({
  citations,
  text,
}: {
  citations: readonly Citation[];
  text: string;
}) {
  // Agents count code points.
  const points = useMemo(() => (text.length > MAX_TEXT_LENGTH ? null : [...text]), [text]);
  return (
    <ShowMore
      items={citations}
      renderList={(items) => (
        <ol className="grid list-decimal grid-cols-1 gap-2 pl-5 wrap-anywhere">{items}</ol>
      )}
      renderItem={(citation, i) => (
        <li key={String(i)}>
          <CitedPassage citation={citation} points={points} />
          {citation.title !== null && (
            <span className="block font-medium text-fg-1" dir="auto">
              {truncateText(citation.title)}
            </span>
          )}
          {citation.description !== null && (
            <span className="block" dir="auto">
              {truncateText(citation.description)}
            </span>
          )}
          {citation.url !== null && (
            <span className="flex">
              <AgentLink url={citation.url} />
            </span>
          )}
        </li>
      )}
    />
  );
}

function CitedPassage({
  citation,
  points,
}: {
  citation: Citation;
  points: readonly string[] | null;
}) {
  const { from, to } = citation;
  if (from === null || to === null)
    return <span className="block text-fg-3">Applies to the whole text</span>;
  const isInside = points !== null && from >= 0 && from < to && to <= points.length;
  const range = `characters ${from} to ${to}`;
  if (!isInside) {
    const problem = points === null ? "the text is too long to quote" : "not in the text";
    return (
      <span className="block text-fg-3">
        Applies to {range}: {problem}
      </span>
    );
  }
  const quoted = points.slice(from, Math.min(to, from + MAX_QUOTE_LENGTH)).join("");
  return (
    <q className="block" title={range} dir="auto">
      {quoted}
      {to - from > MAX_QUOTE_LENGTH && "…"}
    </q>
  );
}
