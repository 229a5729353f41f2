"use client";
// The lines of a run that match the search, each a link that opens the run at that row.
import type { KeyboardEvent } from "react";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import { ITEM_KINDS } from "../../lib/dialects/kinds.ts";
import type { TextMark } from "../../lib/text/search-terms.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { boundMarks } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";
import { getRowUrl, type RowPlace } from "./use-recording-actions.tsx";

interface MatchingLinesProps {
  recording: string;
  lines: readonly MatchingLine[];
  onOpen: (place: RowPlace) => void;
}

const LINE =
  "flex min-w-0 items-center gap-1.5 rounded-1 px-1 text-12/5.5 text-fg-2 hover:bg-bg-4 hover:text-fg-1 pointer-coarse:min-h-11 [&_mark]:rounded-[2px] [&_mark]:bg-warning/38 [&_mark]:text-fg-1";

export function MatchingLines({ recording, lines, onOpen }: MatchingLinesProps) {
  return (
    <span data-part="lines" className="flex min-w-0 flex-col">
      {lines.map((line) => (
        <a
          key={`${line.row} ${line.event} ${line.text}`}
          href={getRowUrl(recording, line)}
          tabIndex={-1}
          className={LINE}
          onKeyDown={moveInRow}
          onClick={(event) => {
            event.stopPropagation();
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onOpen(line);
          }}
        >
          <LineKind kind={line.kind} />
          <span className="truncate" dir="auto">
            <MarkedText text={line.text} marks={line.marks} />
          </span>
        </a>
      ))}
    </span>
  );
}

function LineKind({ kind: name }: Pick<MatchingLine, "kind">) {
  // The line may come from another version of Loupe with other kinds.
  const kind = ITEM_KINDS.find((one) => one === name) ?? "other";
  const { icon, hue, label } = ITEM_KIND_META[kind];
  return (
    <span data-hue={hue} className="flex-none text-hue" title={label}>
      <Icon name={icon} size={12} />
      <span className="sr-only">{label}: </span>
    </span>
  );
}

function MarkedText({ text, marks }: { text: string; marks: readonly TextMark[] }) {
  const starts = [0, ...marks.map(([, to]) => to)];
  return starts.map((start, index) => {
    const [from, to] = marks[index] ?? [text.length, text.length];
    return (
      <span key={start}>
        {boundMarks(text.slice(start, from))}
        {to > from && <mark>{boundMarks(text.slice(from, to))}</mark>}
      </span>
    );
  });
}

/** Left and right arrow go through the lines and the menu of a row, and back to the row. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const row = event.currentTarget.closest<HTMLElement>("[role=row]");
  if (step === undefined || row === null) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>("a, [aria-haspopup]")];
  const next = stops[stops.indexOf(event.currentTarget) + step];
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}
