// API requests as clients send them.
import { expect, test } from "vitest";
import type * as z from "zod";
import { NAME_LIMIT } from "../../api/recording-metadata.ts";
import {
  EXCHANGE_REQUEST,
  FEED_REQUEST,
  INBOX_REQUEST,
  LIMIT_CHANGE,
  METADATA_PATCH,
  VERDICT_UPDATE,
} from "../../api/schemas/api-requests.ts";
import { toVerdictSummary } from "../../lint/verdict.ts";
import { createMetadataChanges } from "./metadata-changes.ts";
import { readRequest } from "./read-request.ts";

const verdict = { kind: "ended-while-working", clean: false, caveats: [], evidence: [] } as const;
const createRequest = (value: unknown) =>
  new Request("http://loupe.example/", { method: "PUT", body: JSON.stringify(value) });
const sent = (update: object) => readRequest(createRequest(update), VERDICT_UPDATE);

test("a verdict may leave open who ended the run", async () => {
  const update = {
    ...toVerdictSummary({ ...verdict, because: "The log ends.", by: null }),
    bytes: 7,
  };
  expect(await sent(update)).toEqual(update);
  const { endedBy, ...rest } = update;
  expect(await sent(rest)).toEqual({ ...rest, endedBy });
  await expect(sent({ ...update, endedBy: 1 })).rejects.toThrow("endedBy");
});

test("a verdict with an agent's text becomes one line", async () => {
  const update = toVerdictSummary({
    ...verdict,
    because: `It said:\n${"x".repeat(2e6)}`,
    by: "agent",
  });
  const kept = await sent({ ...update, bytes: 7 });
  expect(kept.because).toMatch(/^It said: x+$/);
  expect(kept.because).toHaveLength(NAME_LIMIT);
});

test("decisions about calls are checked", async () => {
  const now = new Date("2026-01-02T03:04:05Z");
  const read = async (...edges: unknown[]) =>
    createMetadataChanges(await readRequest(createRequest({ edges }), METADATA_PATCH), now);
  const at = now.toISOString();
  expect(await read({ x: "a", parent: "b" }, { x: "c", parent: null }, { x: "d" })).toEqual([
    { a: "edge", at, x: "a", parent: "b" },
    { a: "edge", at, x: "c", parent: null },
    { a: "edge", at, x: "d" },
  ]);
  await expect(read({ parent: "b" })).rejects.toThrow("x");
  await expect(read({ x: "a", parent: 7 })).rejects.toThrow("parent");
  await expect(read({ x: "a".repeat(NAME_LIMIT + 1) })).rejects.toThrow("edges[0].x");
});

test.each<[z.ZodType<object>, unknown, string]>([
  [EXCHANGE_REQUEST, { url: 7, method: "GET", headers: [] }, '"url" must be a string.'],
  [
    EXCHANGE_REQUEST,
    { url: "", method: "GET", headers: ["a"] },
    '"headers[0]" must be a [name, value] pair.',
  ],
  [
    EXCHANGE_REQUEST,
    { url: "", method: "GET", headers: [], framing: "xml" },
    '"framing" must be "sse" or "json" or "grpc".',
  ],
  [
    EXCHANGE_REQUEST,
    { url: "", method: "GET", headers: [], idleTimeoutMs: 0 },
    '"idleTimeoutMs" must be a number of more than 0.',
  ],
  [INBOX_REQUEST, { token: " " }, '"token" must be a non-empty string.'],
  [FEED_REQUEST, { subscriptions: [] }, '"subscriptions" must be a list of at least 1.'],
  [
    FEED_REQUEST,
    { subscriptions: Array(2).fill({ recording: "a", from: 0 }) },
    "A recording is listed twice.",
  ],
  [LIMIT_CHANGE, { speed: 1 }, 'Unknown member "speed".'],
  [VERDICT_UPDATE, [], "This is not a JSON object."],
] as const)(
  "a wrong request is refused with what is wrong (%#)",
  async (schema, value, problem) => {
    await expect(readRequest(createRequest(value), schema)).rejects.toThrow(problem);
  },
);

test("members that no schema names are left out", async () => {
  const request = { url: "http://a", method: "GET", headers: [], x: 1 };
  const { x: _, ...known } = request;
  expect(await readRequest(createRequest(request), EXCHANGE_REQUEST)).toEqual(known);
});

test("a body that is too long is not read to its end", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent++;
      controller.enqueue(new Uint8Array(1 << 16));
    },
  });
  // Node.js needs `duplex`, which the types of the browser lack.
  const init = { method: "PUT", body, duplex: "half" };
  const request = new Request("http://loupe.example/", init);
  await expect(readRequest(request, LIMIT_CHANGE)).rejects.toThrow("too long");
  expect(sent).toBeLessThan(30);
});
