// Whatever an agent sent, Loupe's own decoder reads the same from every variant of it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventPayload } from "../../fixtures/arbitrary.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { encodeBase64 } from "../text/utf8.ts";
import type { WireRecord } from "../wire/record.ts";
import { joinBytes, type ResponseBytes, splitBytes, VARIANTS } from "./variants.ts";
import { readWireResponse } from "./wire-response.ts";

const open: WireRecord = {
  r: "open",
  x: "x1",
  t: 0,
  method: "POST",
  url: "http://agent.example/",
  headers: [],
  body: '{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{}}',
};

function read({ headers, writes }: ResponseBytes) {
  const data = writes.map((bytes) => ({ r: "data", x: "x1", t: 0, b64: encodeBase64(bytes) }));
  return readWireResponse([
    open,
    { r: "head", x: "x1", t: 0, status: 200, headers },
    ...(data as WireRecord[]),
    { r: "end", x: "x1", t: 0, cause: "complete" },
  ]).events.map(({ key, kind, isValid, number }) => [number, isValid ? key : kind]);
}

const toResponse = (text: string, type: string): ResponseBytes => ({
  headers: [["content-type", type]],
  isSse: type === "text/event-stream",
  writes: splitBytes(new TextEncoder().encode(text), 50),
});

const envelope = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });
const lineEnd = fc.constantFrom("\n", "\r\n");

describe.each(VARIANTS.map((variant) => [variant.id, variant] as const))("%s", (_, variant) => {
  test("means the same as an event stream", () => {
    fc.assert(
      fc.property(fc.array(eventPayload, { minLength: 1, maxLength: 4 }), lineEnd, (all, end) => {
        const lines = all.map((one) => `data: ${JSON.stringify(envelope(one))}${end}${end}`);
        const response = toResponse(`: hello${end}${end}${lines.join("")}`, "text/event-stream");
        const altered = variant.alter(response);
        if (altered) expect(read(altered)).toEqual(read(response));
      }),
      { numRuns: 60 },
    );
  });

  test("means the same as one JSON document", () => {
    fc.assert(
      fc.property(eventPayload, (one) => {
        const response = toResponse(JSON.stringify(envelope(one)), "application/json");
        const altered = variant.alter(response);
        if (altered) expect(read(altered)).toEqual(read(response));
      }),
      { numRuns: 60 },
    );
  });

  test("changes the bytes of a recorded stream, or how they are sent", () => {
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const text = records
      .map((one) => (one.r === "data" && one.x === "x2" ? one.text : ""))
      .join("");
    const response = toResponse(text, "text/event-stream");
    const altered = variant.alter(response);
    expect(altered).not.toBeNull();
    expect(altered).not.toEqual(response);
    expect(altered && read(altered)).toEqual(read(response));
    expect(read(response)).toHaveLength(11);
  });
});

test("digits that JavaScript rounds are kept", () => {
  const text =
    '{"jsonrpc":"2.0","id":1,"result":{"kind":"message","parts":[{"data":{"n":[9007199254740993]}}]}}';
  const response = toResponse(`data: ${text}\n\n`, "text/event-stream");
  for (const variant of VARIANTS) {
    const altered = variant.alter(response);
    if (!altered) continue;
    expect(new TextDecoder().decode(joinBytes(altered.writes))).toContain("9007199254740993");
    expect(read(altered)).toEqual(read(response));
  }
});

test("what follows the last event is unchanged", () => {
  const response = toResponse(
    'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\ndata: {"a',
    "text/event-stream",
  );
  for (const variant of VARIANTS) {
    const altered = variant.alter(response);
    if (altered)
      expect(new TextDecoder().decode(joinBytes(altered.writes))).toMatch(/data: ?\{"a$/);
  }
});
