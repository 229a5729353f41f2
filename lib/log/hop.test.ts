import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import type { EndHop, EndRecord, OpenHop, OpenRecord, WireRecord } from "../wire/record.ts";
import { parseRecord } from "./record-shape.ts";

const HOP: OpenHop = {
  via: "reverse",
  listen: "127.0.0.1:9999",
  target: "127.0.0.1:9998",
  connection: 3,
  caller: {
    address: "127.0.0.1",
    port: 51_544,
    program: { pid: 4711, name: "python planner.py", listens: [9001] },
  },
  firstByte: 0.8,
  received: { url: "http://127.0.0.1:9999/?key=abcdef123", headers: [["Host", "tap:9999"]] },
};
const OPEN: OpenRecord = {
  r: "open",
  x: "x1",
  t: 1,
  method: "POST",
  url: "http://127.0.0.1:9998/?key=abcdef123",
  headers: [["Authorization", "Bearer secret-token-1"]],
  body: '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}',
  hop: HOP,
};
const END_HOP: EndHop = {
  delay: { request: { reads: 1, mean: 0.1, max: 0.1 } },
  delivered: {
    headers: [["Content-Length", "2"]],
    body: '{"echo":"secret-token-1"}',
    changes: [{ path: "/url", from: "http://a/secret-token-1", to: null }],
  },
};
const END: EndRecord = { r: "end", x: "x1", t: 9, cause: "complete", hop: END_HOP };

const parse = (value: unknown) => parseRecord(JSON.stringify(value));

test("a log keeps the hop of its exchanges", () => {
  const text = [{ r: "loupe", version: 1, id: "a", at: null, by: "test" }, OPEN, END]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
  const { records, skipped } = openFixtureLog(Buffer.from(text));
  expect(skipped).toEqual([]);
  expect(records.slice(1)).toEqual([OPEN, END]);
});

test("an exchange with a hop is read as the same exchange without one", () => {
  const withoutHop = ({ hop: _, ...record }: OpenRecord | EndRecord) => record as WireRecord;
  const { hops, ...rest } = createLogReport(foldRecords([OPEN, END]));
  expect(rest).toEqual(createLogReport(foldRecords([withoutHop(OPEN), withoutHop(END)])));
  expect(hops?.calls.map(({ to }) => to.target)).toEqual([HOP.target]);
});

describe("a record with a damaged hop is no record", () => {
  test.each([
    ["no caller", { ...HOP, caller: undefined }],
    [
      "ports that are no numbers",
      { ...HOP, caller: { ...HOP.caller, program: { listens: ["1"] } } },
    ],
    ["a hop that is a text", "takeover"],
  ])("%s", (_, hop) => {
    expect(parse({ ...OPEN, hop })).toBeNull();
  });
  test("of an end", () => {
    expect(parse({ ...END, hop: { delay: { request: 1 } } })).toBeNull();
    expect(
      parse({ ...END, hop: { delivered: { headers: [], body: "", changes: [{}] } } }),
    ).toBeNull();
  });
});

test("unknown members of a hop are accepted", () => {
  const hop = { ...HOP, more: 1, via: "sidecar" };
  expect(parse({ ...OPEN, hop })).toEqual({ ...OPEN, hop });
});
