import fc from "fast-check";
import { expect, test } from "vitest";
import { createCard, createInterface, createSkill } from "./cards.testkit.ts";
import { compareCards } from "./compare-cards.ts";

const inWords = (before: unknown, after: unknown) =>
  compareCards(before, after).map(({ kind, path }) => `${kind} ${path}`);

test("what an extended card adds, takes away and changes", () => {
  const before = createCard("1.0", {
    skills: [createSkill(), createSkill({ id: "old" })],
    supportedInterfaces: [createInterface()],
  });
  const after = createCard("1.0", {
    description: "Plans more",
    skills: [createSkill({ id: "secret" }), createSkill({ tags: ["travel", "more"] })],
    supportedInterfaces: [createInterface({ tenant: "t" })],
    documentationUrl: "https://docs.example",
  });
  expect(inWords(before, after).toSorted()).toEqual([
    "added documentationUrl",
    'added skills["plan"].tags["more"]',
    'added skills["secret"]',
    'added supportedInterfaces["https://agent.example/ JSONRPC"].tenant',
    "changed description",
    'removed skills["old"]',
  ]);
});

test("another order is a change, another spelling of the same is none", () => {
  expect(inWords({ a: ["x", "y"] }, { a: ["y", "x"] })).toEqual(["changed a"]);
  expect(inWords({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  expect(inWords({ a: { "odd name": 1 } }, { a: {} })).toEqual(['removed a["odd name"]']);
});

test("a card is like itself, and unlike what it is not", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(compareCards(a, structuredClone(a))).toEqual([]);
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      if (!isSame && compareCards(a, b).length === 0) expect(sorted(a)).toBe(sorted(b));
    }),
  );
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
