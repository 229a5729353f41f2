/** Answers made to keep redaction busy: each has to come to an end, and nothing of it stays. */
import { describe, expect, test } from "vitest";
import { Log } from "../../fixtures/compose.ts";
import { secretsOf } from "./finding.ts";
import { findIn, redactIn } from "./whole.ts";

const SIZE = 1 << 16;

const answer = (text: string) =>
  new Log()
    .open()
    .head()
    .text(JSON.stringify({ result: { parts: [{ kind: "text", text }] } })).records;

const repeated = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

const HOSTILE: Readonly<Record<string, string>> = {
  "//aaaa and no end": `//${"a".repeat(SIZE)}`,
  "//aaaa and an @": `//${"a".repeat(SIZE)}@`,
  "//aaaa@": repeated("//aaaa@"),
  "password=": repeated("password="),
  "password without a value": repeated("password"),
  AKIA: repeated("AKIA"),
  "sk-": repeated("sk-"),
  "Bearer ": repeated("Bearer "),
  "Bearer and spaces": `Bearer${" ".repeat(SIZE)}`,
  "?token=": repeated("?token="),
  "beginnings of tokens": repeated("eyJaaaaaaaa-"),
  "beginnings of keys": repeated("-----BEGIN PRIVATE KEY-----"),
  "a key of spaces": `-----BEGIN PRIVATE KEY-----${" ".repeat(SIZE)}`,
  backslashes: repeated("\\"),
  "percent signs": repeated("%25"),
  references: repeated("&#38;"),
  "base64 of base64": repeated("YWFhYWFhYWFh"),
  "an end of dots": `password: hunter2-and-more ${".".repeat(SIZE)}`,
  prose: repeated("It is said, 50% of the time, that all is well (see https://a.example/x?y=1). "),
};

describe("an answer of", () => {
  test.each(Object.entries(HOSTILE))("%s is looked through and written", (_, text) => {
    const records = answer(text);
    const found = findIn(records);
    const after = redactIn(records, secretsOf(found)).records;
    expect(JSON.stringify(after)).toHaveLength(JSON.stringify(records).length);
  });

  test("prose is left as it is", () => {
    const records = answer(HOSTILE.prose ?? "");
    expect(findIn(records)).toEqual([]);
  });

  test("thousands of e-mail addresses leaves none of them, however it is wrapped", () => {
    const addresses = Array.from({ length: 12_000 }, (_, i) => `u${i}@h${i % 97}.example`);
    const records = answer(`é ${addresses.join(" ")}`);
    const found = findIn(records);
    expect(found).toHaveLength(addresses.length);
    const after = JSON.stringify(redactIn(records, secretsOf(found)).records);
    expect(after).toHaveLength(JSON.stringify(records).length);
    expect(after).not.toMatch(/@h\d/);
  });
});

test.each([
  ["HTML", (text: string) => text.replaceAll("/", "&#47;").replaceAll("+", "&#x2b;")],
  ["HTML in numbers", (text: string) => Array.from(text, (c) => `&#${c.charCodeAt(0)};`).join("")],
  ["upper case", (text: string) => text.toUpperCase()],
  ["lower case", (text: string) => text.toLowerCase()],
  ["base64 in hex", (text: string) => Buffer.from(btoa(`k: ${text}`)).toString("hex")],
  ["base64 in base64", (text: string) => btoa(btoa(`key: ${text}`))],
  ["JSON three times", (text: string) => [1, 2, 3].reduce((it) => JSON.stringify(it), text)],
  ["percent signs twice", (text: string) => encodeURIComponent(encodeURIComponent(text))],
])("a secret in %s is taken out of what leaves", (_, encode) => {
  const secret = "sk-A1b2/C3d4+E5f6/G7h8";
  const encoded = encode(secret);
  const records = answer(`here: ${encoded}.`);
  const after = JSON.stringify(redactIn(records, [{ text: secret, everywhere: true }]).records);
  expect(after).toHaveLength(JSON.stringify(records).length);
  expect(after).not.toContain(JSON.stringify(encoded).slice(1, -1));
});
