"use client";
// A frame's JSON as a tree, with what Loupe inferred, mapped or found irregular marked in place.
import { useMemo } from "react";
import { marksOf } from "../../lib/timeline/event-marks.ts";
import { frameValue } from "../../lib/timeline/read.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatPath } from "../ui/json-rows.ts";
import { type JsonMark, type JsonPath, JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import type { FrameProps } from "./frame-stepper.tsx";

const HUES = { inferred: "accent", mapped: "state", irregular: "warning" } as const;

export function DecodedTab({ timeline, item, ordinal }: FrameProps) {
  const { value, marks } = useMemo(() => {
    if (ordinal === null) return { value: requestJson(timeline, item.exchange), marks: [] };
    const decoded = frameValue(timeline, ordinal);
    return { value: decoded, marks: marksOf(timeline, ordinal, decoded) };
  }, [timeline, item, ordinal]);
  const at = useMemo(() => byPath(marks), [marks]);
  const notes = marks.length > 0 && (
    <ul className="decoded-notes" aria-label="What was read otherwise">
      {marks.slice(0, 50).map(({ path, kind, note }) => (
        <li key={`${formatPath(path)} ${note}`}>
          <Tag hue={HUES[kind]}>{kind}</Tag>
          <span>
            {path.length > 0 && <code>{formatPath(path)}</code>} {note}
          </span>
        </li>
      ))}
    </ul>
  );
  if (value === undefined) {
    return (
      <>
        {notes}
        <EmptyState icon="braces" title="No JSON here">
          The Wire tab shows the exact bytes.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {notes}
      <JsonTree
        label="Decoded frame"
        value={value}
        marks={(path) => at.get(JSON.stringify(path))}
        className="fill"
      />
    </>
  );
}

/** One mark a place: several notes are read one after the other. */
function byPath(marks: readonly (JsonMark & { path: JsonPath })[]): Map<string, JsonMark> {
  const at = new Map<string, JsonMark>();
  for (const { path, kind, note } of marks) {
    const key = JSON.stringify(path);
    const before = at.get(key);
    at.set(key, before ? { kind: before.kind, note: `${before.note} ${note}` } : { kind, note });
  }
  return at;
}

function requestJson(timeline: Timeline, exchange: number): unknown {
  const body = timeline.exchanges[exchange]?.open.record.body;
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
