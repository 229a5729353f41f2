// An event without an end is not collected without a limit: nothing throws, and it is reported.
import { expect, test } from "vitest";
import type { Framing, WireRecord } from "../wire/record.ts";
import { Ingest } from "./ingest.ts";

const EVENT = '{"jsonrpc":"2.0","id":"1","result":{"kind":"task","id":"t","contextId":"c"}}';

function read(framing: Framing, first: string, endless: string) {
  const ingest = new Ingest({ maxEventLength: 1000 });
  const x = "x1";
  const records: WireRecord[] = [
    { r: "open", x, t: 0, method: "POST", url: "http://a/", headers: [], framing },
    { r: "head", x, t: 1, status: 200, headers: [] },
    { r: "data", x, t: 2, text: first },
    ...Array.from({ length: 20 }, () => ({ r: "data", x, t: 3, text: endless }) as const),
    { r: "end", x, t: 4, cause: "complete" },
  ];
  for (const record of records) ingest.push(record);
  return ingest;
}

test.each([
  ["a line", "sse", `data: ${EVENT}\n\n`, "x".repeat(100)],
  ["an event of many lines", "sse", `data: ${EVENT}\n\n`, `data: ${"x".repeat(90)}\n`],
  ["a value", "json", `${EVENT}\n`, `{"a":${"[".repeat(90)}`],
  ["white space", "json", `${EVENT}\n`, " ".repeat(100)],
] as const)(
  "%s without an end is read no further, and a row says so",
  (_, framing, first, piece) => {
    const { timeline, skipped } = read(framing, first, piece);
    expect(timeline.tasks.map(({ id }) => id)).toEqual(["t"]);
    const errors = timeline.entries.filter((entry) => entry.kind === "error");
    expect(errors).toMatchObject([
      {
        title: "Loupe's limit: event length",
        detail: expect.stringContaining("1000 characters came without the end of an event."),
      },
    ]);
    expect(skipped).toMatchObject([
      { at: first.trimEnd().length + (framing === "sse" ? 2 : 0), x: "x1" },
    ]);
    expect(timeline.exchanges[0]?.body.bytes).toBe(first.length + 20 * piece.length);
  },
);

test("does not wait for a gRPC message with an excessive length", () => {
  const ingest = new Ingest({ maxEventLength: 1000 });
  const headers = [["content-type", "application/grpc"]] as const;
  const open = { r: "open", x: "x1", t: 0, method: "POST", url: "http://a/s/M", headers } as const;
  ingest.push({ ...open, framing: "grpc" });
  ingest.push({ r: "head", x: "x1", t: 1, status: 200, headers });
  const b64 = Buffer.concat([Buffer.from([0, 255, 255, 255, 255]), Buffer.alloc(600)]);
  for (let i = 0; i < 3; i++) {
    ingest.push({ r: "data", x: "x1", t: 2, b64: b64.toString("base64") });
  }
  expect(ingest.skipped).toMatchObject([{ at: 0, x: "x1" }]);
  expect(ingest.timeline.entries.at(-1)).toMatchObject({ kind: "error" });
});

test("events within the limit are read, however many there are", () => {
  const events = `data: ${EVENT}\n\n`.repeat(50);
  expect(read("sse", events, ": alive\n\n").skipped).toEqual([]);
});
