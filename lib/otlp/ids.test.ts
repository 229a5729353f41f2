import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveSpanId, deriveTraceId, hash64, hash128 } from "./ids.ts";

test.each([
  ["", "cbf29ce484222325", "6c62272e07bb014262b821756295c58d"],
  ["a", "af63dc4c8601ec8c", "d228cb696f1a8caf78912b704e4a8964"],
  ["foobar", "85944171f73967e8", "343e1662793c64bf6f0d3597ba446f18"],
])("hashes %j as FNV-1a is published", (text, bits64, bits128) => {
  expect(hash64(text)).toBe(bits64);
  expect(hash128(text)).toBe(bits128);
});

test("ids are valid, repeatable, and different for different spans", () => {
  const property = fc.property(
    fc.string(),
    fc.uniqueArray(fc.string(), { minLength: 2 }),
    (key, spans) => {
      expect(deriveTraceId(key)).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(deriveTraceId(key)).toBe(deriveTraceId(key));
      const ids = spans.map((span) => deriveSpanId(key, span));
      for (const id of ids) expect(id).toMatch(/^(?!0+$)[0-9a-f]{16}$/);
      expect(new Set(ids).size).toBe(
        new Set(spans.map((span) => Buffer.from(span).toString())).size,
      );
    },
  );
  fc.assert(property, { numRuns: 200 });
});
