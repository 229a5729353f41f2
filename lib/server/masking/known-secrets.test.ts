import { expect, test } from "vitest";
import { SecretMatcher } from "../../secrets/secret-matcher.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { MatcherList } from "./secret-masker.ts";

const createSecret = (number: number) => `s3cret-number-${String(number).padStart(4, "0")}`;

test("secrets of other exchanges are found, and those of a running exchange never forgotten", () => {
  const known = new KnownSecrets();
  const running = new MatcherList(new SecretMatcher([]), known);
  running.add([createSecret(0)]);
  for (let i = 1; i <= 200; i++) {
    known.add([createSecret(i), createSecret(i - 1)]);
    expect(known.matchers.length).toBeLessThanOrEqual(20);
  }
  const other = new MatcherList(new SecretMatcher(["own-secret"]), known);
  const isFound = (list: MatcherList, text: string) => list.find(text).hits.length > 0;
  expect(isFound(running, createSecret(0))).toBe(true);
  expect(isFound(other, createSecret(0))).toBe(false);
  // The newest ones, and what the exchange has itself.
  for (let i = 140; i <= 200; i++) expect(isFound(other, createSecret(i))).toBe(true);
  expect(isFound(other, "an own-secret")).toBe(true);
  expect(isFound(other, "nothing")).toBe(false);
});

test("a message with thousands of secrets costs no more than one with a few", () => {
  const known = new KnownSecrets();
  const list = new MatcherList(new SecretMatcher([]), known);
  const secrets = Array.from({ length: 5000 }, (_, i) => createSecret(i));
  for (const secret of secrets) list.add([secret]);
  list.add(["s".repeat(5000)]);
  expect(known.matchers.length).toBeLessThanOrEqual(20);
  const { hits } = list.find(`${createSecret(31)} ${createSecret(4999)}`);
  expect(new Set(hits.map(({ secret }) => secret))).toEqual(new Set([createSecret(31)]));
});

test("a secret that is known gets no second matcher", () => {
  const known = new KnownSecrets();
  known.add(["one-secret", "one-secret"]);
  known.add(["one-secret"]);
  expect(known.matchers).toHaveLength(1);
});
