import { expect, test } from "vitest";
import { makeProse } from "../../fixtures/hostile-texts.ts";
import { estimateTokens } from "./token-estimate.ts";

const FRAME = {
  jsonrpc: "2.0",
  result: {
    taskId: "5b0c7f52-6a0e-4c0e-9a57-2f7f7a4f9d01",
    status: { state: "working" },
    n: 12345,
  },
};

/**
 * Tokens by the rules of thumb that the makers of models publish: prose four characters a token; code
 * and JSON three; digits, hexadecimal and base64 two; a character of Chinese or an emoji one.
 */
const TEXTS: readonly (readonly [name: string, text: string, least: number])[] = [
  ["prose", makeProse(4000), 4000 / 4],
  ["JSON", JSON.stringify(FRAME).repeat(10), (JSON.stringify(FRAME).length * 10) / 3.2],
  ["indented JSON", JSON.stringify(FRAME, null, 2), JSON.stringify(FRAME, null, 2).length / 4],
  ["digits", "0123456789".repeat(50), 500 / 3],
  ["hexadecimal", "7b226a736f6e727063223a22322e30222c".repeat(10), 340 / 2.4],
  ["base64", "eyJqc29ucnBjIjoiMi4wIiwiaWQiOjF9".repeat(10), 320 / 2.4],
  ["Chinese", "王小明的电话".repeat(20), 120],
  ["emoji", "🎯🔧".repeat(20), 40],
];

test.each(TEXTS)("%s is not underestimated, nor more than twice over", (_, text, least) => {
  const tokens = estimateTokens(text);
  expect(tokens).toBeGreaterThanOrEqual(Math.floor(least));
  expect(tokens).toBeLessThanOrEqual(least * 2.2);
});

test("grows with the text, by its parts", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("two words")).toBe(2);
  expect(estimateTokens("a".repeat(1000))).toBe(200);
});
