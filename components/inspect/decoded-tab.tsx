"use client";
// Tab with a frame's JSON as a tree. Inferred, mapped and irregular values are marked in place.
import { useCallback, useMemo } from "react";
import { type Delta, getEventDeltas } from "../../lib/dialects/deltas.ts";
import { findBrokenRuleLocations } from "../../lib/lint/violation-locations.ts";
import type { DecodeAnnotation } from "../../lib/protocol/decode-annotations.ts";
import { readGrpcBody } from "../../lib/protocol/grpc/body.ts";
import { shorten } from "../../lib/text/graphemes.ts";
import { getEventAnnotations } from "../../lib/timeline/event-annotations.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { parseFrameValue } from "../../lib/timeline/timeline-queries.ts";
import { PendingText, useTextRead } from "../loaded-text.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatCount } from "../ui/format.ts";
import { formatPath } from "../ui/json-rows.ts";
import { type JsonMark, type JsonRowPath, JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import type { FrameViewProps } from "./frame-stepper.tsx";
import { useViolationLocation } from "./use-violation-location.ts";

const ANNOTATION_HUES = { inferred: "accent", mapped: "state", irregular: "warning" } as const;

const NOTES =
  "max-h-29 flex-none overflow-auto border-b border-line-1 px-3 py-1.5 text-12 text-fg-2";
const NOTE = "flex gap-2 py-0.5";

export function DecodedTab({ timeline, interpretation, item, ordinal }: FrameViewProps) {
  const read = useTextRead(
    useCallback(() => {
      if (ordinal === null) return { value: getRequestJson(timeline, item.exchange), marks: [] };
      const value = parseFrameValue(timeline, ordinal);
      return { value, marks: getAllAnnotations(timeline, ordinal, value) };
    }, [timeline, item, ordinal]),
  );
  const { value, marks } = read.kind === "loaded" ? read.value : NOTHING_READ;
  const at = useMemo(() => indexByPath(marks), [marks]);
  const pointed = useViolationLocation(timeline, ordinal);
  if (read.kind !== "loaded") return <PendingText read={read} />;
  const isDraft = interpretation.details.get(item)?.kind === "draft";
  const added = isDraft && ordinal !== null && (
    <Deltas deltas={getEventDeltas(interpretation, ordinal)} />
  );
  const notes = marks.length > 0 && (
    <ul className={NOTES} aria-label="Normalized values">
      {marks.slice(0, 50).map(({ path, kind, note }) => (
        <li key={`${formatPath(path)} ${note}`} className={NOTE}>
          <Tag hue={ANNOTATION_HUES[kind]}>{kind}</Tag>
          <span>
            {path.length > 0 && (
              <code className="mono text-[11.5px] text-fg-1">{boundText(formatPath(path))}</code>
            )}{" "}
            {boundText(note)}
          </span>
        </li>
      ))}
    </ul>
  );
  if (value === undefined) {
    return (
      <>
        {added}
        {notes}
        <EmptyState icon="braces" title="No JSON here">
          The Wire tab shows the exact bytes.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {added}
      {notes}
      <JsonTree
        label="Decoded frame"
        value={value}
        marks={(path) => at.get(JSON.stringify(path))}
        pointed={pointed?.path}
        className="flex-1"
      />
    </>
  );
}

const NOTHING_READ: { readonly value: unknown; readonly marks: readonly DecodeAnnotation[] } = {
  value: undefined,
  marks: [],
};

/** Decode annotations and the locations of broken rules, without duplicates. */
function getAllAnnotations(
  timeline: Timeline,
  ordinal: number,
  value: unknown,
): DecodeAnnotation[] {
  const marks = getEventAnnotations(timeline, ordinal, value);
  const isAnnotated = (path: JsonRowPath) =>
    marks.some((mark) => mark.kind !== "inferred" && formatPath(mark.path) === formatPath(path));
  const added = findBrokenRuleLocations(timeline, ordinal, value)
    .filter(({ path }) => !isAnnotated(path))
    .map(({ path, missing, rule }): DecodeAnnotation => {
      const note = missing === undefined ? rule.message : `${missing} is missing. ${rule.message}`;
      return { path, kind: "irregular", note };
    });
  return [...marks, ...added];
}

/** Changes that a frame makes to a streamed message, in the terms of the extension. */
function Deltas({ deltas }: { deltas: readonly Delta[] }) {
  if (deltas.length === 0) return null;
  return (
    <ul className={NOTES} aria-label="Added by this frame">
      {deltas.slice(0, MAX_DELTAS).map((delta, i) => (
        <li key={`${String(i)} ${delta.kind}`} className={NOTE}>
          <Tag hue="message">{delta.kind}</Tag>
          <span dir="auto">{boundText(formatDelta(delta))}</span>
        </li>
      ))}
      {deltas.length > MAX_DELTAS && (
        <li className={NOTE}>{formatCount(deltas.length - MAX_DELTAS)} more in the frame below</li>
      )}
    </ul>
  );
}

const MAX_DELTAS = 50;
const MAX_DELTA_LENGTH = 200;

function formatDelta(delta: Delta): string {
  switch (delta.kind) {
    case "text":
      return `${truncateDelta(JSON.stringify(delta.text))} in part ${delta.part}`;
    case "part":
      return `part ${delta.part}: ${truncateDelta(JSON.stringify(delta.value))}`;
    case "metadata":
      return truncateDelta(JSON.stringify(delta.metadata) ?? "");
    case "artifact":
      return delta.artifact.artifactId;
    case "state":
      return delta.label;
  }
}

function truncateDelta(text: string): string {
  return shorten(text, MAX_DELTA_LENGTH);
}

/** One mark per path: several notes are joined. */
function indexByPath(marks: readonly (JsonMark & { path: JsonRowPath })[]): Map<string, JsonMark> {
  const at = new Map<string, JsonMark>();
  for (const { path, kind, note } of marks) {
    const key = JSON.stringify(path);
    const existing = at.get(key);
    at.set(
      key,
      existing ? { kind: existing.kind, note: `${existing.note} ${note}` } : { kind, note },
    );
  }
  return at;
}

function getRequestJson(timeline: Timeline, exchange: number): unknown {
  const { body, bodyB64, url } = timeline.exchanges[exchange]?.open.record ?? {};
  if (bodyB64 !== undefined && url !== undefined) return readGrpcBody(url, bodyB64)?.value;
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
