/** Responses that make redaction slow: each must finish, without a secret left. */
import { describe, expect, test } from "vitest";
import {
  makeAddresses,
  makeHostileTexts,
  makeProse,
  recordAnswer,
} from "../../fixtures/hostile-texts.ts";
import { findSecretsInRun, redactRun } from "./redact-run.ts";
import { toSecrets } from "./secret-finding.ts";

const SIZE = 1 << 16;

describe("a hostile response", () => {
  test.each(Object.entries(makeHostileTexts(SIZE)))("of %s is scanned and redacted", (_, text) => {
    const records = recordAnswer(text);
    const found = findSecretsInRun(records);
    const after = redactRun(records, toSecrets(found)).records;
    expect(JSON.stringify(after)).toHaveLength(JSON.stringify(records).length);
  });

  test("of prose stays unchanged", () => {
    const records = recordAnswer(makeProse(SIZE));
    expect(findSecretsInRun(records)).toEqual([]);
    expect(redactRun(records, []).records).toEqual(records);
  });

  test("of thousands of e-mail addresses keeps none of them", () => {
    const count = 12_000;
    const records = recordAnswer(`é ${makeAddresses(count)}`);
    const found = findSecretsInRun(records);
    expect(found).toHaveLength(count);
    const after = JSON.stringify(redactRun(records, toSecrets(found)).records);
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
  ["percent encoding twice", (text: string) => encodeURIComponent(encodeURIComponent(text))],
])("a secret in %s is redacted", (_, encode) => {
  const secret = "sk-A1b2/C3d4+E5f6/G7h8";
  const encoded = encode(secret);
  const records = recordAnswer(`here: ${encoded}.`);
  const after = JSON.stringify(redactRun(records, [{ text: secret, everywhere: true }]).records);
  expect(after).toHaveLength(JSON.stringify(records).length);
  expect(after).not.toContain(JSON.stringify(encoded).slice(1, -1));
});
