"use client";
// Where an agent has something from, as footnotes: each with the words of the text it speaks for.
import { useMemo } from "react";
import type { Citation } from "../../lib/dialects/payloads/citations.ts";
import { Address } from "./address.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";

const MOST_QUOTED = 120;
/** Places in longer texts are told by their numbers alone. */
const LONGEST = 500_000;

export function CitationsView({
  citations,
  text,
}: {
  citations: readonly Citation[];
  text: string;
}) {
  // Agents count code points.
  const points = useMemo(() => (text.length > LONGEST ? null : [...text]), [text]);
  return (
    <Most
      of={citations}
      list={(items) => <ol className="said-notes">{items}</ol>}
      each={(citation, i) => (
        <li key={String(i)}>
          <Place citation={citation} points={points} />
          {citation.title !== null && (
            <span className="said-note-title" dir="auto">
              {short(citation.title)}
            </span>
          )}
          {citation.description !== null && <span dir="auto">{short(citation.description)}</span>}
          {citation.url !== null && <Address url={citation.url} />}
        </li>
      )}
    />
  );
}

function Place({ citation, points }: { citation: Citation; points: readonly string[] | null }) {
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
  const quoted = points.slice(from, Math.min(to, from + MOST_QUOTED)).join("");
  return (
    <q title={place} dir="auto">
      {quoted}
      {to - from > MOST_QUOTED && "…"}
    </q>
  );
}
