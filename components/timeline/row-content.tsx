"use client";
// What an expanded row shows under its line: the beginning of its text, with the caret while it grows.
import { memo } from "react";
import { textAt, textLengthAt } from "../../lib/dialects/content.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { DialectReading } from "../../lib/dialects/reading.ts";
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

export function beginningOf(reading: DialectReading, item: Item, moment: number): string {
  return textAt(reading, item, moment, SHOWN);
}

/** Is there more to say than its one line? */
export function isExpandable(reading: DialectReading, item: Item): boolean {
  const { entry } = item;
  const length = textLengthAt(reading, item, Number.MAX_SAFE_INTEGER);
  return length > (entry.kind === "message" ? 60 : 0);
}

/** Streamed text is shown as it comes; the rest waits to be opened. */
export function isOpenAtFirst({ kind, entry, track }: Item): boolean {
  const isText = entry.kind === "artifact" || entry.kind === "message";
  return isText && kind !== "tool" && track.count > 2;
}
