import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalizeJson } from "./canonical-json.ts";

test("the numbers of RFC 8785, appendix B", () => {
  const written = (bits: string) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    return canonicalizeJson(view.getFloat64(0));
  };
  const table: Record<string, string | null> = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555555": "333333333.3333333",
    "7fffffffffffffff": null,
    "7ff0000000000000": null,
  };
  for (const [bits, expected] of Object.entries(table)) expect(written(bits)).toBe(expected);
});

test("members stand in the order of their UTF-16 units", () => {
  const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, ö: 7 };
  expect(Object.values(JSON.parse(canonicalizeJson(value) ?? ""))).toHaveLength(7);
  expect((canonicalizeJson(value) ?? "").match(/:(\d)/g)?.join("")).toBe(":2:4:6:7:1:5:3");
});

test("only what must be escaped is, and in small letters", () => {
  expect(canonicalizeJson('\u20ac$\u000f\nA\'B"\\\\"/')).toBe(
    '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
  );
});

test("one value has one form, whatever the order of its members, and it is the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const form = canonicalizeJson(value);
      expect(form).not.toBeNull();
      expect(JSON.parse(form ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalizeJson(turned(value))).toBe(form);
      expect(canonicalizeJson(JSON.parse(form ?? ""))).toBe(form);
    }),
  );
});

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([k, v]) => [k, turned(v)]),
  );
}

test.each([[undefined], [Number.NaN], ["\ud800"], [{ "\udc00": 1 }], [() => 1]])(
  "%s has none",
  (value) => expect(canonicalizeJson(value)).toBeNull(),
);
