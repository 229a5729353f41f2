/** Secrets in every encoding, up to three nested, with the bytes cut anywhere; and text without secrets. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENCODERS } from "../../fixtures/encoders.ts";
import { SecretMatcher } from "./secret-matcher.ts";

const binary = (text: string) => Buffer.from(text).toString("latin1");

/** The share that was found of the characters that an encoded secret adds to a text. */
function shareFound(secret: string, before: string, after: string, names: readonly string[]) {
  const encode = (text: string) =>
    binary(names.reduce((inner, name) => (ENCODERS[name] ?? String)(inner), text));
  const text = encode(before + secret + after);
  const added = text.length - encode(before + after).length;
  const { hits } = new SecretMatcher([secret]).find(text);
  const found = new Set(hits.flatMap(({ from, to }) => range(from, to))).size;
  return { share: found / added, text };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

const NAMES = Object.keys(ENCODERS);
const KEY = "sk-proj-A1b2/C3d4+E5f6=G7h8~I9j0?K1l2>";

const secretText = fc
  .array(fc.constantFrom(...'abcXYZ0189-_./+=~?>&<"\\%é🌍'), { minLength: 16, maxLength: 60 })
  .map((all) => all.join(""));
const around = fc.constantFrom("", "a", "ab", "abc", "key ", '{"é":');

describe("a secret", () => {
  const two = NAMES.flatMap((inner) => NAMES.map((outer) => [inner, outer]));
  test.each([...NAMES.map((name) => [name]), ...two])("in %s of %s is found", (...names) => {
    for (const before of ["", "a", "ab"]) {
      expect(shareFound(KEY, before, "z", names).share).toBeGreaterThan(0.75);
    }
  });

  test("in up to three nested encodings is found except for its edges", () => {
    const chain = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(secretText, chain, around, around, (secret, names, before, after) => {
        expect(shareFound(secret, before, after, names).share).toBeGreaterThan(0.5);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["upper case", KEY.toUpperCase()],
    ["lower case", KEY.toLowerCase()],
    ["upper case in base64", Buffer.from(`k=${KEY.toUpperCase()}`).toString("base64")],
    ["UTF-16, little-endian", Buffer.from(KEY, "utf16le").toString("latin1")],
    ["UTF-16, big-endian", Buffer.from(KEY, "utf16le").swap16().toString("latin1")],
    ["UTF-16 in base64", Buffer.from(KEY, "utf16le").toString("base64")],
    ["a byte literal", binary([...Buffer.from(KEY)].map((b) => `\\x${b.toString(16)}`).join(""))],
    ["with letters right before it in base64", `data${Buffer.from(KEY).toString("base64")}`],
    ["entities with leading zeros", Array.from(KEY, (c) => `&#000${c.charCodeAt(0)};`).join("")],
  ])("in %s is found", (_, text) => {
    expect(new SecretMatcher([KEY]).find(text).hits).not.toEqual([]);
  });

  test("cut off by the end is reported as open, in every encoding and at every cut", () => {
    for (const names of [...NAMES.map((name) => [name]), ["base64", "hex"], ["\\u", "base64"]]) {
      const { text } = shareFound(KEY, "", "", names);
      const matcher = new SecretMatcher([KEY]);
      const [first] = matcher.find(text).hits;
      if (!first) throw new Error(`not found in ${names}`);
      for (let cut = first.from + 1; cut < first.to; cut++) {
        const { openStarts, weakStart } = matcher.find(text.slice(0, cut));
        expect([...openStarts, weakStart]).toContain(first.from);
      }
    }
  });
});

describe("text without secrets", () => {
  test.each([
    ["prose", "The quick brown fox; 50% of it + more & less, \\n and \\u0041 too. ".repeat(50)],
    [
      "ids",
      Array.from({ length: 300 }, (_, i) => `${i}b5b2a3a0-3f0e-4c8e-${i}a44-6a3b1c2d3e4f`).join(
        "\n",
      ),
    ],
    [
      "other base64",
      Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919) & 255)).toString("base64"),
    ],
    ["a secret without its last character", KEY.slice(0, -1)],
    ["a short secret in another case", "ABCDEF"],
  ])("%s has no hits", (_, text) => {
    expect(new SecretMatcher([KEY, "abcdef"]).find(text).hits).toEqual([]);
  });

  test("short secrets are not searched for in base64, hex or another case", () => {
    const matcher = new SecretMatcher(["abcd"]);
    expect(matcher.find(Buffer.from("abcd").toString("base64")).hits).toEqual([]);
    expect(matcher.find("ABCD").hits).toEqual([]);
    expect(matcher.find("abcd").hits).toHaveLength(1);
  });
});
