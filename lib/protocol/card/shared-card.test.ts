import fc from "fast-check";
import { expect, test } from "vitest";
import { readCard } from "./card.ts";
import { describeOfferedCard, isCardOfAnother, listsAddress } from "./shared-card.ts";

const createCard = (url: string) => {
  const card = readCard({ name: "Root", url, skills: [] });
  if (!card) throw new Error("no card");
  return card;
};

const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((all) => `/${all.join("/")}`);

test("a card lists its own path and those above it, with or without a slash, on any host", () => {
  fc.assert(
    fc.property(path, path, fc.boolean(), (above, below, hasSlash) => {
      const card = createCard(`https://public.example${above}${below}${hasSlash ? "/" : ""}`);
      for (const asked of [`${above}${below}`, above, `${above}/`, ""]) {
        expect(listsAddress(card, "http://a.example/", `http://a.example${asked}`)).toBe(true);
      }
      expect(listsAddress(card, "http://a.example/", `http://a.example${above}${below}/x`)).toBe(
        false,
      );
    }),
  );
});

const ROOT = "http://a.example/.well-known/agent-card.json";

test.each([
  ["http://a.example/c/x", ROOT, "/rpc", true],
  ["http://a.example/c/x", ROOT, "/c/x/rpc", false],
  ["http://a.example/", ROOT, "/rpc", false],
  ["a.example", ROOT, "/rpc", false],
  ["http://a.example/c/x", "http://a.example/c/x/.well-known/agent-card.json", "/rpc", false],
  ["http://a.example/c/x", "http://b.example/.well-known/agent-card.json", "/rpc", false],
  ["not an address", ROOT, "/rpc", false],
])("for %s, the card at %s with %s: another's is %s", (address, url, listed, isAnother) => {
  expect(isCardOfAnother(createCard(listed), url, address)).toBe(isAnother);
});

test("an offered card is named with its place, and the address that connects to it", () => {
  const text = JSON.stringify({ name: "x".repeat(500), url: "/", skills: [] });
  const atRoot = describeOfferedCard("http://a.example/c/x/", { url: ROOT, text });
  expect(atRoot).toMatchObject({
    path: "/c/x",
    place: "at the root of this host",
    address: "http://a.example",
  });
  expect(atRoot.name.length).toBeLessThan(100);
  const url = "http://a.example/api/.well-known/agent-card.json?assistant_id=x";
  expect(describeOfferedCard("http://a.example/api/a2a/x", { url, text })).toMatchObject({
    place: "at /api/.well-known/agent-card.json?assistant_id=x",
    address: url,
  });
});
