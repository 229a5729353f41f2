import { expect, test } from "vitest";
import { MatcherCache } from "./matcher-cache.ts";

const KEY = "sk-A1b2C3d4E5f6";
const TOKEN = "mR3vXq8Zt1Lw5Yb7";

const fill = (cache: MatcherCache, count: number) => {
  for (let i = 0; i < count; i++) cache.get([`another-secret-${i}`]);
};

test("the same list of secrets gives the same matcher", () => {
  const cache = new MatcherCache();
  const matcher = cache.get([KEY, TOKEN]);
  expect(cache.get([KEY, TOKEN, KEY])).toBe(matcher);
  expect(cache.get(new Set([KEY, TOKEN]))).toBe(matcher);
});

test("another list of secrets gives another matcher, which finds only its own secrets", () => {
  const cache = new MatcherCache();
  const first = cache.get([KEY]);
  for (const list of [[TOKEN], [KEY, TOKEN], [TOKEN, KEY], [`${KEY}","${TOKEN}`]]) {
    expect(cache.get(list)).not.toBe(first);
  }
  const text = `${KEY} ${TOKEN}`;
  expect(
    cache
      .get([KEY])
      .find(text)
      .hits.map(({ secret }) => secret),
  ).toEqual([KEY]);
  expect(
    cache
      .get([TOKEN])
      .find(text)
      .hits.map(({ secret }) => secret),
  ).toEqual([TOKEN]);
});

test("the least recently used list is dropped, and a used list stays", () => {
  const cache = new MatcherCache();
  const used = cache.get([KEY]);
  const unused = cache.get([TOKEN]);
  for (let round = 0; round < 10; round++) {
    fill(cache, 5);
    expect(cache.get([KEY])).toBe(used);
  }
  for (let i = 0; i < 100; i++) cache.get([`one-more-secret-${i}`]);
  expect(cache.get([KEY])).not.toBe(used);
  expect(cache.get([TOKEN])).not.toBe(unused);
});

test.each([
  ["many secrets", Array.from({ length: 17 }, (_, i) => `secret-${i}`)],
  ["a secret as long as a file", ["secret".repeat(1000)]],
])("a list with %s is not cached", (_, list) => {
  const cache = new MatcherCache();
  const matcher = cache.get(list);
  expect(cache.get(list)).not.toBe(matcher);
  expect(matcher.find(list[0] ?? "").hits.length).toBeGreaterThan(0);
});
