"use client";
// Inline diff of two revisions of an artifact.
import { useState } from "react";
import type { ArtifactStream, Revision } from "../../lib/timeline/artifact.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import { TextDiff, useTextDiff } from "../content/text-diff.tsx";
import { Select } from "../ui/select.tsx";

interface RevisionComparisonProps {
  artifact: ArtifactStream;
  revision: Revision;
  playhead: number;
}

export function RevisionComparison({ artifact, revision, playhead }: RevisionComparisonProps) {
  const index = artifact.revisions.indexOf(revision);
  const [other, setOther] = useState<number | null>(null);
  const known = Math.max(countUpToEvent(artifact.revisions, playhead), index + 1);
  const against =
    other !== null && other !== index && other < known ? other : index > 0 ? index - 1 : index + 1;
  const before = artifact.revisions[against]?.textAt(playhead) ?? "";
  const after = revision.textAt(playhead);
  const { segments, summary } = useTextDiff(before, after);
  const options = artifact.revisions
    .slice(0, known)
    .map((_, i) => ({ value: String(i), label: `Revision ${i + 1}`, disabled: i === index }));
  return (
    <section
      className="min-h-30 flex-1 overflow-auto px-4 pb-4"
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <p className="flex flex-wrap items-center gap-0.5 text-12/5 text-fg-3">
        Compared with
        <Select
          label="Compared with"
          options={options}
          value={String(against)}
          onChange={(value) => setOther(Number(value))}
        />
        <span>{summary}</span>
      </p>
      <TextDiff segments={segments} />
    </section>
  );
}
