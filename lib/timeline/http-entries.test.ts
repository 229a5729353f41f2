import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords, ReportLog } from "../../fixtures/event-builders.ts";
import type { WireRecord } from "../wire/record.ts";

const event = (text: string) => {
  const result = {
    kind: "message",
    role: "agent",
    messageId: text,
    parts: [{ kind: "text", text }],
  };
  return `data: ${JSON.stringify({ jsonrpc: "2.0", id: "1", result })}\n\n`;
};
const said = (t: number | null, text: string): WireRecord => ({ r: "data", x: "x1", t, text });

const talk = (...said: WireRecord[]) => [
  ...new ReportLog().addOpen().addHead().records,
  ...said,
  { r: "end", x: "x1", t: 90_000, cause: "complete" } as const,
];
const titles = (records: readonly WireRecord[], n?: number) =>
  createLogReport(foldRecords(records), n)
    .entries.filter(({ kind }) => kind === "http")
    .map(({ title, startMs, events }) => [title, startMs, events.length]);

describe("a line that is only kept open", () => {
  const records = talk(
    said(1_000, event("a")),
    said(16_000, ": ping\n\n"),
    said(31_000, ": ping\n\n"),
    said(40_000, event("b")),
    said(41_000, ": ping\n\n"),
    said(42_000, event("c")),
    said(60_000, ": ping\n\n"),
  );

  test("is a silence with its length, before what ended it", () => {
    expect(titles(records).slice(1)).toEqual([
      ["no events for 39 s, 2 keep-alives", 16_000, 0],
      ["no events for 48 s, 1 keep-alive", 60_000, 0],
      ["stream ended", 90_000, 0],
    ]);
  });

  test("is not known until something ends it", () => {
    expect(titles(records, 0).slice(1)).toEqual([]);
    expect(titles(records, 1).slice(1)).toHaveLength(1);
  });

  test("is none in a log that has no times", () => {
    const timeless = records.map((record) => ({ ...record, t: null }) as WireRecord);
    expect(titles(timeless).map(([title]) => title)).not.toContainEqual(
      expect.stringContaining("silent"),
    );
  });
});
