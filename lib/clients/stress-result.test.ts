// What is said of the smallest response that breaks a client.
import { expect, test } from "vitest";
import { formatSmallestSize } from "./stress-result.ts";

test.each([
  [[["Content-Type", "Text/Event-Stream"]], [12], "12 bytes of Text/Event-Stream"],
  [[["content-type", "application/json"]], [5, 4, 3], "12 bytes of application/json in 3 writes"],
  [[], [12], "12 bytes"],
] as const)("%j in writes of %j", (headers, writes, text) => {
  expect(formatSmallestSize({ headers, writes, body: "", bytes: 12 })).toBe(text);
});
