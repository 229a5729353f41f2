import { describe, expect, test } from "vitest";
import { getCardCandidates, isCardUrl } from "./candidates.ts";

const urls = (pasted: string) => {
  const found = getCardCandidates(pasted);
  return "urls" in found ? found.urls : [];
};

const AT_ROOT = [
  "/.well-known/agent-card.json",
  "/.well-known/agent.json",
  "/v1/card",
  "/a2a/v1/card",
  "/extendedAgentCard",
  "/",
];

describe("the list", () => {
  test.each([
    ["https://a.example/cards/me.json", ["https://a.example/cards/me.json"]],
    ["https://a.example/me.json?v=1#x", ["https://a.example/me.json?v=1"]],
    ["https://a.example", AT_ROOT.map((path) => `https://a.example${path}`)],
    ["  https://a.example/  ", AT_ROOT.map((path) => `https://a.example${path}`)],
    [
      "http://a.example/x/y/",
      [
        "http://a.example/x/y/.well-known/agent-card.json",
        "http://a.example/x/y/.well-known/agent.json",
        "http://a.example/.well-known/agent-card.json",
        "http://a.example/.well-known/agent.json",
        "http://a.example/x/y/v1/card",
        "http://a.example/x/y/a2a/v1/card",
        "http://a.example/x/y/extendedAgentCard",
        "http://a.example/x/y/",
      ],
    ],
    [
      "https://a.example/rpc?tenant=1",
      [
        "https://a.example/rpc/.well-known/agent-card.json",
        "https://a.example/rpc/.well-known/agent.json",
        "https://a.example/.well-known/agent-card.json",
        "https://a.example/.well-known/agent.json",
        "https://a.example/rpc/v1/card",
        "https://a.example/rpc/a2a/v1/card",
        "https://a.example/rpc/extendedAgentCard",
        "https://a.example/rpc?tenant=1",
      ],
    ],
    [
      "http://a.example/api/a2a/weather",
      [
        "http://a.example/api/a2a/weather/.well-known/agent-card.json",
        "http://a.example/api/a2a/weather/.well-known/agent.json",
        "http://a.example/api/.well-known/weather/agent-card.json",
        "http://a.example/api/.well-known/weather/agent.json",
        "http://a.example/api/.well-known/agent-card.json?assistant_id=weather",
        "http://a.example/.well-known/agent-card.json",
        "http://a.example/.well-known/agent.json",
        "http://a.example/api/a2a/weather/v1/card",
        "http://a.example/api/a2a/weather/a2a/v1/card",
        "http://a.example/api/a2a/weather/extendedAgentCard",
        "http://a.example/api/a2a/weather",
      ],
    ],
  ])("%s", (pasted, expected) => {
    expect(urls(pasted)).toEqual(expected);
  });
});

test.each([
  ["http://a/.well-known/agent-card.json", true],
  ["http://a/x/.well-known/agent.json?v=1", true],
  ["http://a/.well-known/weather/agent-card.json", true],
  ["http://a/.well-known/openid-configuration", false],
  ["http://a/agent-card.json", false],
])("%s is the address of a card: %s", (url, isCard) => {
  expect(isCardUrl(url)).toBe(isCard);
});

test.each([
  ["localhost:9999", "http://localhost:9999"],
  ["localhost", "http://localhost"],
  ["127.0.0.1:9999/a", "http://127.0.0.1:9999"],
  ["[::1]:9", "http://[::1]:9"],
  ["192.168.1.5", "http://192.168.1.5"],
  ["172.20.0.3", "http://172.20.0.3"],
  ["[fd00::1]", "http://[fd00::1]"],
  ["printer.local", "http://printer.local"],
  ["agent.example.com", "https://agent.example.com"],
  ["agent.example.com/a/b", "https://agent.example.com"],
  ["agent.example.com:8080", "http://agent.example.com:8080"],
  ["agent.example.com:443", "https://agent.example.com"],
  ["//agent.example.com", "https://agent.example.com"],
  ["172.32.0.3", "https://172.32.0.3"],
  ["HTTP://Agent.Example", "http://agent.example"],
])("%s is meant as %s", (pasted, origin) => {
  expect(new URL(urls(pasted)[0] ?? "").origin).toBe(origin);
});

test.each([
  ["", /Enter the URL/],
  ["   ", /Enter the URL/],
  ["two words", /spaces/],
  ["javascript:alert(1)", /not javascript:/],
  ["file:///etc/passwd", /not file:/],
  ["mailto:me@a.example", /not mailto:/],
  ["ftp://a.example", /not ftp:/],
  ["http://", /not a valid URL/],
  ["http://[::1", /not a valid URL/],
  ["localhost:99999", /not a valid URL/],
  ["https://me:pw@a.example", /credentials/],
  ["me:pw@a.example", /not me:|credentials/],
])("%j is refused", (pasted, error) => {
  expect(getCardCandidates(pasted)).toEqual({ error: expect.stringMatching(error) });
});
