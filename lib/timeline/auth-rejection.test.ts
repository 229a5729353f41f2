import { expect, test } from "vitest";
import type { HeaderList, WireRecord } from "../wire/record.ts";
import { findAuthRejection } from "./auth-rejection.ts";
import { Ingest } from "./ingest.ts";

interface Answer {
  readonly status: number;
  readonly headers?: HeaderList;
  readonly trailers?: HeaderList;
}

const REQUEST: { readonly url: string; readonly headers: HeaderList } = {
  url: "http://agent.test/",
  headers: [],
};

function refusalIn({ status, headers = [], trailers }: Answer, isOver = true, request = REQUEST) {
  const records: WireRecord[] = [
    { r: "open", x: "x", t: 0, method: "POST", ...request },
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
  ["HTTP 401", { status: 401 }, { isUnauthenticated: true, label: "HTTP 401", isIdentified: null }],
  [
    "HTTP 403",
    { status: 403 },
    { isUnauthenticated: false, label: "HTTP 403", isIdentified: null },
  ],
  ["any other status", { status: 404 }, null],
  ["an answer", { status: 200 }, null],
  [
    "a call of gRPC that ends so",
    { status: 200, trailers: status(16) },
    { isUnauthenticated: true, label: "gRPC UNAUTHENTICATED", isIdentified: null },
  ],
  [
    "one that is nothing but its end",
    { status: 200, headers: status(7) },
    { isUnauthenticated: false, label: "gRPC PERMISSION_DENIED", isIdentified: null },
  ],
  ["one that ends well", { status: 200, trailers: status(0) }, null],
  ["one that ends otherwise", { status: 200, trailers: status(5) }, null],
])("%s", (_, answer, expected) => {
  expect(refusalIn(answer)).toEqual(expected);
});

test("a rejection is detected before its body ends", () => {
  expect(refusalIn({ status: 401 }, false)).toEqual({
    isUnauthenticated: true,
    label: "HTTP 401",
    isIdentified: null,
  });
});

test.each<[string, HeaderList, boolean | null]>([
  ["http://a.example/", [], null],
  ["http://a.example/", [["accept", "*/*"]], false],
  ["http://a.example/", [["Authorization", "‹masked›"]], true],
  ["http://a.example/?api_key=‹masked›", [["accept", "*/*"]], true],
])("whether %s with %j carried credentials", (url, headers, isIdentified) => {
  expect(refusalIn({ status: 401 }, true, { url, headers })).toMatchObject({ isIdentified });
});
