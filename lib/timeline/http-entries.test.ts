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
const data = (t: number | null, text: string): WireRecord => ({ r: "data", x: "x1", t, text });

const exchangeOf = (...data: WireRecord[]) => [
  ...new ReportLog().addOpen().addHead().records,
  ...data,
  { r: "end", x: "x1", t: 90_000, cause: "complete" } as const,
];
const titles = (records: readonly WireRecord[], n?: number) =>
  createLogReport(foldRecords(records), n)
    .entries.filter(({ kind }) => kind === "http")
    .map(({ title, startMs, events }) => [title, startMs, events.length]);

describe("a connection with only keep-alives", () => {
  const records = exchangeOf(
    data(1_000, event("a")),
    data(16_000, ": ping\n\n"),
    data(31_000, ": ping\n\n"),
    data(40_000, event("b")),
    data(41_000, ": ping\n\n"),
    data(42_000, event("c")),
    data(60_000, ": ping\n\n"),
  );

  test("is reported with its duration, before the event that ends it", () => {
    expect(titles(records).slice(1)).toEqual([
      ["no events for 39 s, 2 keep-alives", 16_000, 0],
      ["no events for 48 s, 1 keep-alive", 60_000, 0],
      ["stream ended", 90_000, 0],
    ]);
  });

  test("is not reported until something ends it", () => {
    expect(titles(records, 0).slice(1)).toEqual([]);
    expect(titles(records, 1).slice(1)).toHaveLength(1);
  });

  test("is not reported in a log without times", () => {
    const timeless = records.map((record) => ({ ...record, t: null }) as WireRecord);
    expect(titles(timeless).map(([title]) => title)).not.toContainEqual(
      expect.stringContaining("silent"),
    );
  });
});
