// What a tap changed on the way.
import { expect, test } from "vitest";
import { foldRecords, ReportLog } from "../../../fixtures/event-builders.ts";
import { HopLog } from "../../../fixtures/hop-log.ts";
import { listRequestDifferences, listResponseDifferences } from "./hop-differences.ts";

const CALLER = { address: "127.0.0.1", port: 40000 };

test("the request differs in what the tap had to change", () => {
  const received = {
    url: "http://127.0.0.1:9999/",
    headers: [
      ["Host", "127.0.0.1:9999"],
      ["X-A", "1"],
      ["x-a", "2"],
    ] as [string, string][],
    changes: [{ path: "/params/url", from: "http://client/", to: "http://tap/" }],
  };
  const { timeline } = new ReportLog().addOpen("x1", {
    url: "http://127.0.0.1:9998/",
    headers: [
      ["Host", "127.0.0.1:9998"],
      ["X-A", "1"],
      ["X-A", "2"],
    ],
    hop: {
      ...{ via: "reverse", listen: "127.0.0.1:9999", target: "127.0.0.1:9998", connection: 1 },
      ...{ caller: CALLER, firstByte: null, received },
    },
  });
  const [exchange] = timeline.exchanges;
  expect(exchange && listRequestDifferences(exchange)).toEqual([
    { name: "URL", from: "http://127.0.0.1:9999/", to: "http://127.0.0.1:9998/" },
    { name: "host", from: "127.0.0.1:9999", to: "127.0.0.1:9998" },
    { name: "/params/url", from: "http://client/", to: "http://tap/" },
  ]);
});

test("the response differs once it has ended", () => {
  const { records } = new HopLog().plan();
  const delivered = {
    headers: [["content-type", "text/event-stream"]] as [string, string][],
    body: "{}",
    changes: [{ path: "/signatures", from: "[]", to: null }],
  };
  const end = { r: "end", x: "plan", t: 1000, cause: "complete", hop: { delivered } } as const;
  const { timeline } = foldRecords([...records, end]);
  const [exchange] = timeline.exchanges;
  if (!exchange) throw new Error("no exchange");
  expect(listResponseDifferences(exchange, timeline.lastEvent)).toContainEqual({
    name: "/signatures",
    from: "[]",
    to: null,
  });
});

test("what passed as it was does not differ", () => {
  const { timeline } = new HopLog().plan().finish("plan", "completed");
  const [exchange] = timeline.exchanges;
  expect(exchange && listRequestDifferences(exchange)).toEqual([]);
  expect(exchange && listResponseDifferences(exchange, timeline.lastEvent)).toEqual([]);
});
