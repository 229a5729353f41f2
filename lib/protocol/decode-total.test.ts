/** Whatever was sent: no exception, at least one event, and nothing left over for the next. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DecodedEvent, decode } from "./decode.testkit.ts";
import { EVENT_KINDS } from "./model.ts";

const KEYS = [
  ..."jsonrpc id result error method params kind type root data payload message msg".split(" "),
  ..."task taskId task_id status statusUpdate status_update artifact artifactUpdate".split(" "),
  ..."artifactId artifacts history parts content text file raw url role state final".split(" "),
  ..."append lastChunk index name tasks skills generation metadata contextId update".split(" "),
  ..."code title details __proto__ constructor toString hasOwnProperty".split(" "),
];
const WORDS = [
  ..."2.0 text data file task message status-update artifact-update taskStatusUpdate".split(" "),
  ..."working TASK_STATE_WORKING pending user ROLE_AGENT message/send __proto__ constructor".split(
    " ",
  ),
  '{"kind":"task"}',
  "[1]",
  "",
];

const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 9, -1, 0.5, ...WORDS),
    fc.jsonValue(),
    fc.array(tie("value"), { maxLength: 4 }),
    // Built by the parser, so that `__proto__` is a key like any other.
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie("value")), { maxLength: 6 })
      .map((pairs): unknown =>
        JSON.parse(
          `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`,
        ),
      ),
  ),
})).value;

const context = fc.record({
  requestId: fc.constantFrom(undefined, null, 1, "1"),
  operation: fc.constantFrom(null, "send", "stream", "list", "push-list", "push-delete", "get"),
  httpStatus: fc.constantFrom(null, 200, 404),
  rest03: fc.boolean(),
});

const isWhole = ({ event }: DecodedEvent) =>
  (EVENT_KINDS as readonly string[]).includes(event.kind);

describe("anything at all", () => {
  test("becomes at least one event", () => {
    fc.assert(
      fc.property(anything, context, (value, about) => {
        const found = decode(value, about as Parameters<typeof decode>[1]);
        expect(found.length).toBeGreaterThan(0);
        expect(found.every(isWhole)).toBe(true);
      }),
      { numRuns: 4000 },
    );
  });

  test("becomes the same the second time, and is not changed", () => {
    fc.assert(
      fc.property(anything, (value) => {
        const before = JSON.stringify(value);
        expect(decode(value)).toEqual(decode(value));
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});

describe("5,000 levels deep", () => {
  const deep = (open: string, close: string): unknown =>
    JSON.parse(`${open.repeat(5_000)}1${close.repeat(5_000)}`);
  const nested: Record<string, unknown> = {
    lists: deep("[", "]"),
    results: deep('{"result":', "}"),
    envelopes: deep('{"jsonrpc":"2.0","id":1,"result":', "}"),
    payloads: deep('{"payload":', "}"),
    roots: deep('{"root":', "}"),
    "tasks in tasks": deep('{"task":{"id":"t","status":{},"x":', "}}"),
    prototypes: deep('{"__proto__":', "}"),
    errors: deep('{"error":', "}"),
  };
  const places: Record<string, (value: unknown) => unknown> = {
    "by itself": (value) => value,
    "as a result": (value) => ({ jsonrpc: "2.0", id: 1, result: value }),
    "as an error": (value) => ({ jsonrpc: "2.0", id: 1, error: value }),
    "as an error's data": (value) => ({
      jsonrpc: "2.0",
      id: 1,
      error: { code: 1, message: "m", data: value },
    }),
    "as a part's data": (value) => ({
      kind: "message",
      role: "agent",
      parts: [{ kind: "data", data: value }],
    }),
    "as a part": (value) => ({ kind: "message", role: "agent", parts: [value] }),
    "as a state": (value) => ({ kind: "status-update", taskId: "t", status: { state: value } }),
    "as every id": (value) => ({
      kind: "status-update",
      taskId: value,
      contextId: value,
      status: value,
    }),
    "as metadata": (value) => ({ kind: "task", id: "t", status: {}, metadata: value }),
    "as history": (value) => ({
      kind: "task",
      id: "t",
      status: {},
      history: [value],
      artifacts: [value],
    }),
    "as parameters": (value) => ({ jsonrpc: "2.0", id: 1, method: "message/send", params: value }),
  };
  test.each(
    Object.keys(nested).flatMap((name) =>
      Object.keys(places).map((place) => [name, place] as const),
    ),
  )("%s %s", (name, place) => {
    const found = decode(places[place]?.(nested[name]));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(isWhole)).toBe(true);
  });
});

test("a prototype in the data gives nothing its fields", () => {
  const [found] = decode(
    JSON.parse('{"__proto__":{"kind":"task","id":"t","status":{"state":"working"}}}'),
  );
  expect(found?.event.kind).toBe("other");
});
