import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CredentialRange,
  findHeaderCredentials,
  findUrlCredentials,
  isCounter,
  isSecret,
  replaceCredentials,
} from "./credentials.ts";

const list = (text: string, ranges: readonly CredentialRange[]) =>
  ranges.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

describe("headers", () => {
  test.each([
    ["Authorization", "Bearer abc", ["header abc"]],
    ["Authorization", "Basic dTpw", ["header dTpw"]],
    ["Proxy-Authorization", "Unknown abc", ["header Unknown abc"]],
    ["X-Api-Key", "abc", ["header abc"]],
    ["X-Auth-Token", "", []],
    ["Cookie", "a=1; b=2 ; c", ["cookie 1", "cookie 2 ", "cookie c"]],
    ["Set-Cookie", "a=1; Path=/; token=2", ["cookie 1"]],
    ["Content-Type", "token/secret", []],
  ])("%s: %s", (name, value, found) => {
    expect(list(value, findHeaderCredentials(name, value))).toEqual(found);
  });

  test("a header that counts tokens is no secret", () => {
    expect(isCounter("X-RateLimit-Remaining-Tokens", "12, 30s")).toBe(true);
    expect(isCounter("X-RateLimit-Token", "a12")).toBe(false);
    expect(isCounter("X-Token", "12")).toBe(false);
  });
});

describe("URLs", () => {
  test.each([
    ["http://u:p@a.example/", ["user u", "password p"]],
    ["http://u:p@ss:w@a.example/", ["user u", "password p@ss:w"]],
    ["http://token@a.example/", ["password token"]],
    ["http://:p@a.example/", ["password p"]],
    ["http://a.example/?q=1&api_key=k%20k#access_token=t", ["parameter k%20k", "parameter t"]],
    ["http://a.example/?api%5Fkey=k&page_token=2", ["parameter k"]],
    ["http://a.example/?key=", []],
    ["not a URL ?key=k", ["parameter k"]],
  ])("%s", (url, found) => {
    expect(list(url, findUrlCredentials(url))).toEqual(found);
  });

  test("in a text end at quotes", () => {
    const text = `<a href='http://u:p@a.example/?key=k'>`;
    expect(list(text, findUrlCredentials(text, { isInText: true }))).toEqual([
      "user u",
      "password p",
      "parameter k",
    ]);
  });

  test("may have other names of secrets", () => {
    const isSecretName = (name: string) => name === "code";
    const found = findUrlCredentials("http://a/?code=7&mode=8", { isSecretName });
    expect(found).toMatchObject([{ kind: "parameter" }]);
  });
});

test("replaces what was found, and one inside another with it", () => {
  const url = "http://u:p@a.example/?token=http://v:q@b.example/&x=1";
  expect(replaceCredentials(url, findUrlCredentials(url), () => "*")).toBe(
    "http://*:*@a.example/?token=*&x=1",
  );
});

test("any text keeps what surrounds its credentials", () => {
  const word = fc.constantFrom("//", "u", ":", "@", "?", "&", "key", "=", "token", "#", " ", '"');
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(text, fc.boolean(), (all, isInText) => {
      const ranges = findUrlCredentials(all, { isInText });
      for (const { from, to } of ranges) expect(to).toBeGreaterThan(from);
      expect(replaceCredentials(all, ranges, (secret) => secret)).toBe(all);
      const left = replaceCredentials(all, ranges, () => "");
      const covered = new Set(
        ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
      );
      expect(left).toBe(
        Array.from(all)
          .filter((_, i) => !covered.has(i))
          .join(""),
      );
    }),
  );
});

test.each(["", " ", "‹masked 4f2a91›", "***", "<token>", "$TOKEN"])("%j is no secret", (text) => {
  expect(isSecret(text)).toBe(false);
});

test("long texts without end cost linear time", () => {
  for (const unit of ["//", "//a", "?a", "?key", "&#", "@", "//a:@"]) {
    const text = unit.repeat(200_000);
    expect(findUrlCredentials(text).length).toBeLessThanOrEqual(text.length);
  }
});
