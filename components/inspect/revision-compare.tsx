"use client";
// Two revisions of an artifact in one text: what went, what came, what stayed.
import { useMemo, useState } from "react";
import type { ArtifactStream, Revision } from "../../lib/timeline/artifact.ts";
import { type DiffPiece, diff } from "../../lib/timeline/diff.ts";
import { bornBy } from "../../lib/timeline/track.ts";
import { formatCount, plural } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";

export interface RevisionCompareProps {
  artifact: ArtifactStream;
  revision: Revision;
  moment: number;
}

/** Above this a text is not laid out in one piece. */
const LONGEST = 200_000;
const CONTEXT = 400;

export function RevisionCompare({ artifact, revision, moment }: RevisionCompareProps) {
  const index = artifact.revisions.indexOf(revision);
  const [other, setOther] = useState<number | null>(null);
  const known = Math.max(bornBy(artifact.revisions, moment), index + 1);
  const against =
    other !== null && other !== index && other < known ? other : index > 0 ? index - 1 : index + 1;
  const before = artifact.revisions[against]?.textAt(moment) ?? "";
  const after = revision.textAt(moment);
  const { pieces, isFine } = useMemo(() => diff(before, after), [before, after]);
  const changed = pieces.filter(({ kind }) => kind !== "same").length;
  const options = artifact.revisions
    .slice(0, known)
    .map((_, i) => ({ value: String(i), label: `Revision ${i + 1}`, disabled: i === index }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="compare" aria-label="Comparison" tabIndex={0}>
      <p className="compare-head">
        Compared with
        <Select
          label="Compared with"
          options={options}
          value={String(against)}
          onChange={(value) => setOther(Number(value))}
        />
        <span>
          {changed === 0 ? "no difference" : plural(changed, "change")}
          {!isFine && "; too long to compare word by word"}
        </span>
      </p>
      <div className="compare-text" dir="auto">
        {pieces.map((piece, i) => (
          <Piece key={String(i)} piece={piece} isFirst={i === 0} isLast={i === pieces.length - 1} />
        ))}
      </div>
    </section>
  );
}

function Piece({
  piece,
  isFirst,
  isLast,
}: {
  piece: DiffPiece;
  isFirst: boolean;
  isLast: boolean;
}) {
  const { kind, text } = piece;
  if (kind === "removed") return <del>{text.slice(0, LONGEST)}</del>;
  if (kind === "added") return <ins>{text.slice(0, LONGEST)}</ins>;
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const left = text.length - head - tail;
  if (left < CONTEXT) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, head)}</span>
      <span className="compare-same">{formatCount(left)} characters the same</span>
      <span>{text.slice(text.length - tail)}</span>
    </>
  );
}
