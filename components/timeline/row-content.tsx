"use client";
// What an expanded row shows under its line: the beginning of its text, with the caret while it grows.
import { memo } from "react";
import { textOf } from "../../lib/protocol/parts.ts";
import type { Entry } from "../../lib/timeline/timeline.ts";
import { Markdown } from "../markdown/markdown.tsx";

const SHOWN = 600;

export interface RowContentProps {
  text: string;
  running: boolean;
}

export const RowContent = memo(function RowContent({ text, running }: RowContentProps) {
  if (text === "") return null;
  return (
    <div role="gridcell" className="row-content" data-running={running || undefined}>
      <Markdown text={text} streaming={running} />
    </div>
  );
});

export function beginningOf(entry: Entry, moment: number): string {
  if (entry.kind === "message") return textOf(entry.message.message.parts).slice(0, SHOWN);
  if (entry.kind !== "artifact") return "";
  return entry.artifact.revisionAt(moment)?.beginningAt(moment, SHOWN) ?? "";
}

/** Is there more to say than its one line? */
export function isExpandable(entry: Entry): boolean {
  if (entry.kind === "artifact") return (entry.artifact.current?.textLength ?? 0) > 0;
  return entry.kind === "message" && textOf(entry.message.message.parts).length > 60;
}

/** Streamed text is shown as it comes; the rest waits to be opened. */
export function isOpenAtFirst(entry: Entry): boolean {
  return entry.kind === "artifact" && entry.artifact.updates.count > 2;
}
