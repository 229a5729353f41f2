"use client";
import { useState } from "react";
// Choice of the revision of a replaced artifact, and the toggle to compare revisions.
import type { ArtifactStream, Revision } from "../../lib/timeline/artifact.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import { TextDiff, useTextDiff } from "../content/text-diff.tsx";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";

const RELATION_LABELS: Readonly<Record<Revision["relation"], string>> = {
  first: "",
  same: ", same text",
  extends: ", extends previous",
  shrinks: ", shorter",
  differs: ", different text",
};

interface RevisionBarProps {
  artifact: ArtifactStream;
  revision: Revision;
  playhead: number;
  comparing: boolean;
  onCompare: (on: boolean) => void;
}

export function RevisionBar({
  artifact,
  revision,
  playhead,
  comparing,
  onCompare,
}: RevisionBarProps) {
  const { view } = useSession();
  const { revisions } = artifact;
  const index = revisions.indexOf(revision);
  const known = Math.max(countUpToEvent(revisions, playhead), index + 1);
  if (known < 2) return null;
  const options = revisions.slice(0, known).map((it, i) => ({
    value: String(i),
    label: `Revision ${i + 1} of ${known}${it.source === "snapshot" ? ", from a snapshot" : ""}${RELATION_LABELS[it.relation]}`,
  }));
  const show = (at: number) => {
    const chosen = revisions[at];
    if (!chosen) return;
    const isNewest = at === countUpToEvent(revisions, playhead) - 1;
    const event = chosen.chunkAt(Math.max(0, chosen.chunksAt(playhead) - 1)).event;
    view.setState({ event: isNewest ? null : event });
  };
  return (
    <>
      <Select
        label="Revision"
        options={options}
        value={String(index)}
        onChange={(value) => show(Number(value))}
        className="-ml-1.5"
      />
      <Button size={24} pressed={comparing} onClick={() => onCompare(!comparing)}>
        Compare
      </Button>
    </>
  );
}

interface RevisionComparisonProps {
  artifact: ArtifactStream;
  revision: Revision;
  playhead: number;
}

/** Inline diff of two revisions of an artifact. */
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
