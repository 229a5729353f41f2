import { expect, test } from "vitest";
import { cardOf } from "./cards.testkit.ts";
import { CARD_VERSIONS } from "./members.ts";
import { looksLikeCardText } from "./recognise.ts";

test.each(CARD_VERSIONS)("a card of %s is one, whole or broken", (version) => {
  const text = JSON.stringify(cardOf(version), null, 2);
  expect(looksLikeCardText(text)).toBe(true);
  expect(looksLikeCardText(`\ufeff\n${text}`)).toBe(true);
  expect(looksLikeCardText(`${text.slice(0, -1)},}`)).toBe(true);
  expect(looksLikeCardText(text.slice(0, -1))).toBe(version !== "0.1" || /skills/.test(text));
});

test.each([
  "",
  "data: {}",
  "[]",
  '{"r":"loupe","version":1}\n{"r":"open"}',
  '{"jsonrpc":"2.0","id":1,"result":{"kind":"message"}}',
  '{"name":"A","version":"1"}',
  '{"skills":[],"capabilities":{}}\n{"skills":[],"capabilities":{}}',
])("%j is none", (text) => {
  expect(looksLikeCardText(text)).toBe(false);
});
