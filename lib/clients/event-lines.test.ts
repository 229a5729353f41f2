// The lines of a response: equal events are one, behind an error that was thrown nothing is equal.
import { expect, test } from "vitest";
import { createExchangeResult } from "./create-client-result.ts";
import { listEventLines } from "./event-lines.ts";
import { readWireResponse } from "./wire-response.ts";

const STATES = ["submitted", "working", "input-required", "working", "completed"];
const EVENTS = STATES.map((state, i) => ({
  kind: "status-update",
  taskId: "t",
  contextId: "c",
  status: { state, timestamp: `2026-01-01T00:00:0${i}.000Z` },
  final: state === "completed",
}));
const RESPONSE = readWireResponse([
  { r: "open", x: "x1", t: 0, method: "POST", url: "http://a/", headers: [], framing: "sse" },
  ...EVENTS.map((result, i) => ({
    r: "data" as const,
    x: "x1",
    t: i,
    text: `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`,
  })),
  { r: "end", x: "x1", t: 9, cause: "complete" },
]);

function listLines(events: readonly unknown[], thrown: string | null = null) {
  const output = {
    hasAsked: true,
    events,
    thrown: thrown === null ? null : { message: thrown, text: thrown, after: events.length },
    failure: null,
  };
  const result = createExchangeResult({ exchange: 1, id: "x1" }, RESPONSE, output);
  return listEventLines(result).map((line) =>
    line.kind === "equal"
      ? `${line.from.event}–${line.to.event}`
      : [line.row?.event ?? null, ...line.differences.map(({ kind }) => kind)],
  );
}

test.each([
  [EVENTS, ["1–5"]],
  [EVENTS.filter((_, i) => i !== 2), ["1–2", [3, "lost"], "4–5"]],
  [
    [...EVENTS, EVENTS[4]],
    ["1–4", [5, "doubled"]],
  ],
  [
    [...EVENTS, { kind: "message", role: "agent", messageId: "m", parts: [] }],
    ["1–5", [null, "changed"]],
  ],
])("%#", (events, lines) => {
  expect(listLines(events)).toEqual(lines);
});

test("behind an error, events are lost", () => {
  expect(listLines(EVENTS.slice(0, 2), "oops")).toEqual(["1–2", [3, "thrown"], [4], [5]]);
});
