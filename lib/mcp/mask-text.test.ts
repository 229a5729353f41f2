import { expect, test } from "vitest";
import { PLANTED_SECRETS } from "../../fixtures/planted-secrets.ts";
import { maskText, maskValue } from "./mask-text.ts";

test("what looks like a credential is masked", () => {
  const { jwt, key } = PLANTED_SECRETS;
  expect(maskText(`failed with ${jwt} and ${key}`)).toBe("failed with ‹masked› and ‹masked›");
  expect(maskText("http://mara:s3cret@agent.example/?token=abc123")).toBe(
    "http://‹masked›:‹masked›@agent.example/?token=‹masked›",
  );
});

test("masks and everything else stay", () => {
  const text = "Bearer ‹masked 0a1b2c› of mara@harbour.example at ?pageToken=2";
  expect(maskText(text)).toBe(text);
});

test("every text of a value is masked", () => {
  const { key } = PLANTED_SECRETS;
  expect(maskValue({ a: [key, 1, null], b: { c: key } })).toEqual({
    a: ["‹masked›", 1, null],
    b: { c: "‹masked›" },
  });
});
