"use client";
// Where an agent has something from, as footnotes: each with the words of the text it speaks for.
import { useMemo } from "react";
import type { Citation } from "../../lib/dialects/payloads/citations.ts";
import { AgentLink } from "./agent-link.tsx";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";

const MAX_QUOTE_LENGTH = 120;
/** Places in longer texts are told by their numbers alone. */
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
      renderList={(items) => <ol className="said-notes">{items}</ol>}
      renderItem={(citation, i) => (
        <li key={String(i)}>
          <CitedPassage citation={citation} points={points} />
          {citation.title !== null && (
            <span className="said-note-title" dir="auto">
              {truncateText(citation.title)}
            </span>
          )}
          {citation.description !== null && (
            <span dir="auto">{truncateText(citation.description)}</span>
          )}
          {citation.url !== null && <AgentLink url={citation.url} />}
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
  if (from === null || to === null) return <span className="text-fg-3">Of all of it</span>;
  const isInside = points !== null && from >= 0 && from < to && to <= points.length;
  const place = `characters ${from} to ${to}`;
  if (!isInside) {
    const why =
      points === null
        ? "; the text is too long to be quoted here"
        : ", which the text does not have";
    return (
      <span className="text-fg-3">
        Of {place}
        {why}
      </span>
    );
  }
  const quoted = points.slice(from, Math.min(to, from + MAX_QUOTE_LENGTH)).join("");
  return (
    <q title={place} dir="auto">
      {quoted}
      {to - from > MAX_QUOTE_LENGTH && "…"}
    </q>
  );
}
