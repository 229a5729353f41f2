import { expect, test } from "vitest";
import { CARD_VERSIONS } from "./card-schema.ts";
import { createCard } from "./cards.testkit.ts";
import { looksLikeCard, looksLikeCardText } from "./detect-card.ts";

test.each(CARD_VERSIONS)("a card of %s is one, whole or broken", (version) => {
  const text = JSON.stringify(createCard(version), null, 2);
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

const REQUIRED = ["name", "url", "supportedInterfaces", "skills", "capabilities", "version"];
const WITHOUT = CARD_VERSIONS.flatMap((version) =>
  REQUIRED.map((member): [string, string] => [version, member]),
);

test.each(WITHOUT)("a card of %s without %s is still a card", (version, member) => {
  expect(
    looksLikeCard(createCard(version as (typeof CARD_VERSIONS)[number], { [member]: undefined })),
  ).toBe(true);
});

test.each([
  ["a package", { name: "a", version: "1.0.0", description: "d" }],
  ["a résumé", { name: "Ann", skills: ["welding"], url: "https://ann.example" }],
  [
    "the start of an MCP session",
    { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s" } },
  ],
  ["a manifest", { name: "App", description: "d", url: "https://app.example", icons: [] }],
  ["an API", { openapi: "3.1.0", info: { title: "t" }, paths: {} }],
  ["a health check", { name: "svc", version: "1", status: "ok" }],
])("%s is no card where nothing asked for one", (_, value) => {
  expect(looksLikeCard(value)).toBe(false);
});

test.each([
  [{ name: "A", url: "http://a" }, true],
  [{ name: "A", description: "d", version: "1" }, true],
  [{ description: "d", skills: [] }, true],
  [{ name: "A" }, false],
  [{ error: "not found" }, false],
  [{ detail: "Not Found" }, false],
  [{ status: "ok", version: "1" }, false],
  [{ jsonrpc: "2.0", id: 1, name: "A", url: "http://a" }, false],
])("%j at the address of a card: %s", (value, isCard) => {
  expect(looksLikeCard(value, true)).toBe(isCard);
});
