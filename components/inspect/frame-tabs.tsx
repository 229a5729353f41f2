"use client";
// A frame's JSON as a tree, and its bytes as they came; for a row without frames, its HTTP side.
import { useMemo } from "react";
import { frameOffset, frameText, frameValue } from "../../lib/timeline/read.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { HeaderList } from "../../lib/wire/record.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { EmptyState } from "../ui/status.tsx";
import { ssePrefix } from "../ui/wire-line.tsx";
import { WireText } from "../ui/wire-text.tsx";
import type { FrameProps } from "./frame-stepper.tsx";

export function DecodedTab({ timeline, entry, ordinal }: FrameProps) {
  const value = useMemo(
    () =>
      ordinal === null ? requestJson(timeline, entry.exchange) : frameValue(timeline, ordinal),
    [timeline, entry, ordinal],
  );
  if (value === undefined) {
    return (
      <EmptyState icon="braces" title="No JSON here">
        The Wire tab shows the exact bytes.
      </EmptyState>
    );
  }
  return <JsonTree key={ordinal} label="Decoded frame" value={value} className="fill" />;
}

export function WireTab({ timeline, entry, ordinal }: FrameProps) {
  const text = useMemo(
    () => (ordinal === null ? httpText(timeline, entry.exchange) : frameText(timeline, ordinal)),
    [timeline, entry, ordinal],
  );
  return (
    <WireText
      label="Exact bytes"
      className="fill"
      text={text}
      baseOffset={ordinal === null ? 0 : frameOffset(timeline, ordinal)}
      {...(ordinal === null ? { gutter: "none" as const } : { prefix: ssePrefix })}
    />
  );
}

function requestJson(timeline: Timeline, exchange: number): unknown {
  const body = timeline.exchanges[exchange]?.open.record.body;
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The exchange as HTTP has it: request, then status and headers of the answer. */
function httpText(timeline: Timeline, index: number): string {
  const exchange = timeline.exchanges[index];
  if (!exchange) return "";
  const { method, url, headers, body } = exchange.open.record;
  const lines = [`${method} ${url}`, ...headerLines(headers), ""];
  if (body !== undefined) lines.push(body, "");
  for (const { record } of exchange.redirects) {
    lines.push(
      `${record.status} redirect to ${record.location}`,
      ...headerLines(record.headers),
      "",
    );
  }
  const head = exchange.head?.record;
  if (head) {
    const version = head.httpVersion ? `HTTP/${head.httpVersion} ` : "";
    lines.push(`${version}${head.status} ${head.statusText ?? ""}`.trimEnd());
    lines.push(...headerLines(head.headers), "");
  }
  const end = exchange.ended?.record;
  if (end) lines.push(`ended: ${end.cause}${end.error ? ` (${end.error.message})` : ""}`);
  return lines.join("\n");
}

function headerLines(headers: HeaderList): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}
