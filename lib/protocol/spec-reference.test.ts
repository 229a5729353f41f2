import { describe, expect, test } from "vitest";
import { selectClauses } from "./spec-reference.ts";

const ALL = "1.0 §4.1.4, 0.3 §6.4, 0.2 §6.4, 0.1 §6.4";

describe("the clauses of a reference", () => {
  test.each([
    [ALL, "0.3", "0.3 §6.4"],
    [ALL, "0.1", "0.1 §6.4"],
    ["A2A 1.0 §8.2, RFC 8259 §11", "1.0", "A2A 1.0 §8.2, RFC 8259 §11"],
    ["A2A 0.3 §5.6.4, §5.6.2", "0.3", "A2A 0.3 §5.6.4, §5.6.2"],
    ["1.0 §9.4.2, §11.7, 0.3 §3.3.1", "1.0", "1.0 §9.4.2, §11.7"],
    ["JSON-RPC 2.0 §5", "0.2", "JSON-RPC 2.0 §5"],
  ] as const)("%s, in %s", (reference, version, expected) => {
    expect(selectClauses(reference, version)).toBe(expected);
  });

  test("of the draft of 1.1 are its own, or those of 1.0", () => {
    expect(selectClauses(ALL, "1.1")).toBe("1.0 §4.1.4");
    expect(selectClauses("1.1 draft §3.2.7, 1.0 §4", "1.1")).toBe("1.1 draft §3.2.7");
  });

  test("are all of them where no version is known, or it has none", () => {
    expect(selectClauses(ALL, "unknown")).toBe(ALL);
    expect(selectClauses("1.0 §9.5", "0.3")).toBe("1.0 §9.5");
  });
});
