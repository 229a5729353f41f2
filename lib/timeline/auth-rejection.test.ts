import { expect, test } from "vitest";
import type { HeaderList, WireRecord } from "../wire/record.ts";
import { findAuthRejection } from "./auth-rejection.ts";
import { Ingest } from "./ingest.ts";

interface Answer {
  readonly status: number;
  readonly headers?: HeaderList;
  readonly trailers?: HeaderList;
}

function refusalIn({ status, headers = [], trailers }: Answer, isOver = true) {
  const records: WireRecord[] = [
    { r: "open", x: "x", t: 0, method: "POST", url: "http://agent.test/", headers: [] },
    { r: "head", x: "x", t: 1, status, headers },
    ...(isOver
      ? [{ r: "end", x: "x", t: 2, cause: "complete", ...(trailers && { trailers }) } as const]
      : []),
  ];
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  const [exchange] = ingest.timeline.exchanges;
  return exchange ? findAuthRejection(exchange) : "no exchange";
}

const status = (code: number): HeaderList => [["grpc-status", String(code)]];

test.each<[string, Answer, ReturnType<typeof refusalIn>]>([
  ["HTTP 401", { status: 401 }, { isUnauthenticated: true, label: "HTTP 401" }],
  ["HTTP 403", { status: 403 }, { isUnauthenticated: false, label: "HTTP 403" }],
  ["any other status", { status: 404 }, null],
  ["an answer", { status: 200 }, null],
  [
    "a call of gRPC that ends so",
    { status: 200, trailers: status(16) },
    { isUnauthenticated: true, label: "gRPC UNAUTHENTICATED" },
  ],
  [
    "one that is nothing but its end",
    { status: 200, headers: status(7) },
    { isUnauthenticated: false, label: "gRPC PERMISSION_DENIED" },
  ],
  ["one that ends well", { status: 200, trailers: status(0) }, null],
  ["one that ends otherwise", { status: 200, trailers: status(5) }, null],
])("%s", (_, answer, expected) => {
  expect(refusalIn(answer)).toEqual(expected);
});

test("a rejection is detected before its body ends", () => {
  expect(refusalIn({ status: 401 }, false)).toEqual({ isUnauthenticated: true, label: "HTTP 401" });
});
