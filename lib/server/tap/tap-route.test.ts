import { describe, expect, test } from "vitest";
import {
  checkTapProxy,
  checkTapRoutes,
  formatHost,
  formatProxy,
  formatRoute,
  parseTapProxy,
  parseTapRoute,
  RouteError,
} from "./tap-route.ts";

const parse = (text: string) => parseTapRoute(text, "takeover");

describe("a route", () => {
  test.each([
    ["9999=9998", "localhost:9999 → localhost:9998"],
    ["9999=127.0.0.1:9998", "localhost:9999 → 127.0.0.1:9998"],
    ["0.0.0.0:80=http://agent.example", "0.0.0.0:80 → agent.example:80"],
    ["9999=http://agent.example:81/", "localhost:9999 → agent.example:81"],
    ["[::1]:9999=[::1]:9998", "[::1]:9999 → [::1]:9998"],
    ["9999=HTTP://Agent:8000", "localhost:9999 → agent:8000"],
  ])("%s", (text, formatted) => {
    expect(formatRoute(parse(text))).toBe(formatted);
  });

  test.each([
    ["9999", /is not LISTEN=TARGET/],
    ["=9998", /neither a port nor HOST:PORT/],
    ["9999=", /neither a port/],
    ["0=9998", /neither a port/],
    ["9999=70000", /neither a port/],
    ["9999=https://agent.example", /neither https nor a path; use --reverse 9999=https/],
    ["9999=http://agent.example/a2a", /neither https nor a path/],
    ["9999=http://agent.example/a2a?x", /has a query/],
    ["9999=ftp://agent.example", /neither an http nor an https address/],
    ["9999=user:pass@agent:1", /neither a port/],
    ["9999=agent.example", /neither a port/],
  ])("%s is rejected", (text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow(RouteError);
  });
});

test.each([
  ["9=https://agent.example", "localhost:9 → https://agent.example:443", "agent.example"],
  ["9=https://agent:8443/a/b/", "localhost:9 → https://agent:8443/a/b", "agent:8443"],
  ["9=http://agent/a2a", "localhost:9 → http://agent:80/a2a", "agent"],
  ["9=443", "localhost:9 → localhost:443", "localhost:443"],
])("a reverse route %s", (text, formatted, host) => {
  const route = parseTapRoute(text, "reverse");
  expect([formatRoute(route), formatHost(route.target)]).toEqual([formatted, host]);
});

describe("routes", () => {
  const check = (...texts: string[]) => checkTapRoutes(texts.map(parse));

  test("may lead from one to the other", () => {
    expect(() => check("9999=9998", "9998=9997")).not.toThrow();
  });

  test.each([
    [["9999=9998", "127.0.0.1:9999=9997"], /port 9999 is given twice/],
    [["0.0.0.0:9999=9998", "9999=9997"], /given twice/],
    [["9999=127.0.0.1:9999"], /leads back/],
    [["9999=9998", "9998=9997", "9997=localhost:9999"], /leads back/],
  ])("%j are rejected", (texts, message) => {
    expect(() => check(...texts)).toThrow(message);
  });
});

describe("a proxy", () => {
  test.each([
    [["http://agent.example"], "localhost:9999 → agent.example:80"],
    [
      ["https://agent.example", "8000"],
      "localhost:9999 → https://agent.example:443, localhost:8000",
    ],
  ])("for %j", (targets, formatted) => {
    expect(formatProxy(parseTapProxy("9999", targets))).toBe(formatted);
  });

  test.each([
    [["http://agent.example/a2a"], /has a path/],
    [["http://agent.example?x"], /neither a port/],
    [["agent.example"], /neither a port/],
    [["localhost:9999"], /leads back/],
  ])("for %j is rejected", (targets, message) => {
    expect(() => checkTapProxy(parseTapProxy("9999", targets), [])).toThrow(message);
  });

  test("at the port of a route is rejected", () => {
    expect(() => checkTapProxy(parseTapProxy("9999", ["1"]), [parse("9999=9998")])).toThrow(
      /twice/,
    );
  });
});
