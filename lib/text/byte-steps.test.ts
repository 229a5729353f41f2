import fc from "fast-check";
import { expect, test } from "vitest";
import { Body } from "../wire/body.ts";
import { ByteSteps } from "./byte-steps.ts";
import { findByteOfUnit, getUtf8Length } from "./utf8.ts";

const piece = fc.constantFrom("a", "é", "王", "🌍", "plain text, ");
const long = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((all) => all.join("").repeat(700));

test("every unit starts at the byte found by counting from the start, as text and as bytes", () => {
  fc.assert(
    fc.property(long, fc.array(fc.nat(9000), { maxLength: 20 }), (text, units) => {
      const steps = new ByteSteps(text, null);
      const bytes = new TextEncoder().encode(text);
      const inBytes = new ByteSteps(text, bytes);
      for (const unit of units.map((one) => one % text.length)) {
        expect(steps.byteOf(unit)).toBe(getUtf8Length(text.slice(0, unit)));
        expect(inBytes.byteOf(unit)).toBe(findByteOfUnit(bytes, unit));
      }
    }),
    { numRuns: 30 },
  );
});

test("a long chunk with invalid bytes maps to its original bytes", () => {
  const body = new Body();
  const bytes = Buffer.concat([
    Buffer.from("é".repeat(9000)),
    Buffer.from([0xff]),
    Buffer.from("x"),
  ]);
  body.push({ r: "data", x: "x", t: 0, b64: bytes.toString("base64"), n: bytes.length }, 0);
  expect(body.byteOffset(8999)).toBe(17_998);
  expect(body.byteOffset(9001)).toBe(18_001);
});
