"use client";
// What an expanded row shows under its line: the beginning of its text, with the caret while it grows.
import { textAt, textLengthAt } from "../../lib/dialects/content.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { DialectReading } from "../../lib/dialects/reading.ts";
import { Markdown } from "../markdown/markdown.tsx";

const SHOWN = 600;

export function RowContent({
  reading,
  item,
  moment,
  running,
}: {
  reading: DialectReading;
  item: Item;
  moment: number;
  running: boolean;
}) {
  const text = textAt(reading, item, moment, SHOWN);
  if (text === "") return null;
  return (
    <div role="gridcell" className="row-content" data-running={running || undefined}>
      <Markdown text={text} streaming={running} />
    </div>
  );
}

/** Is there more to say than its one line? */
export function isExpandable(reading: DialectReading, item: Item): boolean {
  const { entry } = item;
  const length = textLengthAt(reading, item, Number.MAX_SAFE_INTEGER);
  return length > (entry.kind === "message" ? 60 : 0);
}

/** Streamed text is shown as it comes; the rest waits to be opened. */
export function isOpenAtFirst({ kind, track }: Item): boolean {
  return kind !== "tool" && kind !== "state" && track.count > 2;
}
