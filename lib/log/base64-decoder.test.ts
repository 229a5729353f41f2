import fc from "fast-check";
import { expect, test } from "vitest";
import { Base64Decoder } from "./base64-decoder.ts";

function read(text: string, cuts: readonly number[] = []) {
  const bytes: number[] = [];
  const reader = new Base64Decoder((some) => bytes.push(...some));
  let from = 0;
  let damagedAt = -1;
  for (const to of [...cuts, text.length]) {
    const at = damagedAt < 0 ? reader.push(text.slice(from, to)) : -1;
    if (at >= 0) damagedAt = from + at;
    from = to;
  }
  return { bytes, damagedAt, isWhole: reader.isComplete };
}

test("decodes any bytes, with any white space", () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(9), (bytes, step) => {
    const text = Buffer.from(bytes)
      .toString("base64")
      .replace(/.{7}/g, `$&${" \n".repeat(step)}`);
    expect(read(text)).toEqual({ bytes: [...bytes], damagedAt: -1, isWhole: true });
  });
  fc.assert(property);
});

test("ends at the same position, however it is split", () => {
  const text = fc.string({ unit: fc.constantFrom(..."Aa0+/==\n ?<é"), maxLength: 40 });
  const cuts = fc.array(fc.nat(40), { maxLength: 6 });
  const property = fc.property(text, cuts, (said, places) => {
    const inside = places.filter((place) => place < said.length).sort((a, b) => a - b);
    expect(read(said, inside)).toEqual(read(said));
  });
  fc.assert(property, { numRuns: 2000 });
});

test.each([
  ["QUJD", 3, -1, true],
  ["QUI=", 2, -1, true],
  ["QQ = = \n", 1, -1, true],
  ["QUJDQQ", 3, -1, false],
  ["QUI=QUJD", 2, 4, true],
  ["QUJD=", 3, 4, true],
  ["Q===", 0, 1, false],
  ["QU?D", 0, 2, false],
])("%j is %i bytes, damaged at %i", (text, length, damagedAt, isWhole) => {
  const { bytes, ...found } = read(text);
  expect({ length: bytes.length, ...found }).toEqual({ length, damagedAt, isWhole });
});
