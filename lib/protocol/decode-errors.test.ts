/** Errors of every binding, and what is no A2A at all. */

import { describe, expect, test } from "vitest";
import { decode, decodeOne, getBitNames, NO_CONTEXT } from "./decode.testkit.ts";
import { decodeUnreadable, decodeValue } from "./decode.ts";
import { DecodeIssue } from "./decode-flags.ts";
import type { ProtocolEvent } from "./model.ts";

const info = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "TASK_NOT_FOUND",
  domain: "a2a-protocol.org",
};

/** The events of a payload in a frame that is named `error`. */
const underErrorName = (payload: unknown): ProtocolEvent[] =>
  decodeValue(payload, NO_CONTEXT, DecodeIssue.ErrorEvent).map(({ event }) => event);

describe("an error is an error in every binding", () => {
  test.each<[string, unknown, object]>([
    [
      "JSON-RPC",
      { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "Task not found" } },
      { layer: "json-rpc", code: -32001, message: "Task not found", reason: null, data: null },
    ],
    [
      "JSON-RPC with details",
      { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "m", data: [info] } },
      { layer: "json-rpc", code: -32001, reason: "TASK_NOT_FOUND", data: [info] },
    ],
    [
      "JSON-RPC with a code in quotes",
      { jsonrpc: "2.0", id: 1, error: { code: "-32001", message: "m" } },
      { layer: "json-rpc", code: -32001 },
    ],
    [
      "JSON-RPC with a word for an error",
      { jsonrpc: "2.0", id: 1, error: "boom" },
      { layer: "json-rpc", code: null, message: "boom" },
    ],
    [
      "JSON-RPC with a list for an error",
      { jsonrpc: "2.0", id: 1, error: ["a", 1] },
      { layer: "json-rpc", code: null, message: '["a",1]' },
    ],
    [
      "google.rpc.Status",
      { error: { code: 404, status: "NOT_FOUND", message: "m", details: [info] } },
      { layer: "http", code: 404, reason: "TASK_NOT_FOUND", message: "m" },
    ],
    [
      "google.rpc.Status without details",
      { error: { code: 404, status: "NOT_FOUND", message: "m" } },
      { layer: "http", code: 404, reason: "NOT_FOUND" },
    ],
    [
      "RFC 9457",
      { type: "about:blank", title: "Not Found", status: 404, detail: "no such task" },
      { layer: "http", code: 404, message: "no such task" },
    ],
    [
      "RFC 9457 without detail",
      { title: "Not Found", status: 404 },
      { layer: "http", code: 404, message: "Not Found" },
    ],
    [
      "a bare code and message",
      { code: -32001, message: "m", data: { a: 1 } },
      { layer: "http", code: -32001, message: "m", data: { a: 1 } },
    ],
    [
      "a word in error",
      { error: "Not Found", path: "/x" },
      { layer: "http", code: null, message: "Not Found" },
    ],
  ])("%s", (_, payload, error) => {
    expect(decodeOne(payload).event).toMatchObject({ kind: "error", error });
  });

  test("a message alone is one only where the status says so", () => {
    expect(decodeOne({ message: "no" }, { httpStatus: 404 }).event).toMatchObject({
      kind: "error",
      error: { layer: "http", message: "no" },
    });
    expect(decodeOne({ message: "no" }, { httpStatus: 200 }).event.kind).toBe("other");
    expect(decodeOne({ message: "no" }).event.kind).toBe("other");
  });

  test.each<[string, unknown, object]>([
    ["a message alone", { message: "boom" }, { message: "boom", code: null }],
    ["words of its own", { reason: "x", n: 1 }, { message: '{"reason":"x","n":1}' }],
    ["a string", "boom", { message: "boom" }],
    ["a number", 7, { message: "7" }],
    ["null", null, { message: "null" }],
    ["an envelope", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "m" } }, { code: 1 }],
    ["a collector's", { data: { jsonrpc: "2.0", id: 1, error: { code: 2 } } }, { code: 2 }],
  ])("what is sent under event: error is one: %s", (_, payload, error) => {
    expect(underErrorName(payload)).toEqual([
      expect.objectContaining({ kind: "error", error: expect.objectContaining(error) }),
    ]);
  });

  test("text that is no JSON is one under event: error", () => {
    const why = new SyntaxError("Unexpected token");
    const events = decodeUnreadable("Internal error", why, NO_CONTEXT, DecodeIssue.ErrorEvent).map(
      ({ event }) => event,
    );
    expect(events).toMatchObject([{ kind: "error", error: { message: "Internal error" } }]);
  });

  test("a task under event: error is still a task", () => {
    const task = { kind: "task", id: "t", status: { state: "failed" } };
    expect(underErrorName(task)).toMatchObject([{ kind: "task" }]);
  });

  test("a null error is none", () => {
    const result = { kind: "task", id: "t", status: {} };
    expect(decode({ jsonrpc: "2.0", id: 1, result, error: null })).toMatchObject([
      { event: { kind: "task" }, decodeIssues: [] },
    ]);
  });

  test("a result beside an error: both, and noted", () => {
    const found = decode({
      jsonrpc: "2.0",
      id: 1,
      result: { kind: "task", id: "t" },
      error: { code: 1, message: "m" },
    });
    expect(found.map(({ event }) => event.kind)).toEqual(["task", "error"]);
    expect(found[0]?.decodeIssues).toEqual(["ResultAndError"]);
  });
});

test("a null result beside an error is no event of its own, but noted", () => {
  const error = { code: -32004, message: "no" };
  expect(
    decode({ jsonrpc: "2.0", id: 1, result: null, error }, { operation: "send" }),
  ).toMatchObject([{ event: { kind: "error", error }, decodeIssues: ["ResultAndError"] }]);
});

describe("unknown content is an event that says so", () => {
  test.each<[unknown, string]>([
    [{}, "An empty object"],
    [{ a: 1, b: 2 }, "An object with a, b"],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, "An object with a, b, c, d…"],
    [{ kind: "surprise" }, "surprise"],
    [[], "An empty array"],
    [1, "A bare number"],
    [true, "A bare boolean"],
    ["hello", "A bare string"],
    [[[[[1]]]], "Nested arrays"],
    [{ jsonrpc: "2.0", id: 1 }, "An envelope without result or error"],
  ])("%j", (payload, title) => {
    expect(decodeOne(payload)).toMatchObject({
      event: { kind: "other", title, reason: expect.stringMatching(/\w/) },
      decodeIssues: expect.arrayContaining(["Unclassified"]),
    });
  });

  test.each([
    ["[DONE]", "[DONE]", "Done"],
    ["", "Empty frame", "NotJson"],
    ["<html>", "Not JSON", "NotJson"],
  ])("%j, which is not JSON", (data, title, bit) => {
    const error = new SyntaxError("Unexpected token");
    const [found, ...others] = decodeUnreadable(data, error, NO_CONTEXT, 0);
    expect(found).toMatchObject({ event: { kind: "other", title } });
    expect(getBitNames(found?.decodeIssues ?? 0, DecodeIssue)).toEqual([bit]);
    expect(others).toEqual([]);
  });
});
