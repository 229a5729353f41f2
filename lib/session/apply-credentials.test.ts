import { describe, expect, test } from "vitest";
import { type CardSecurity, NO_SECURITY, readSecurity } from "../protocol/card/security.ts";
import {
  addPlaceholders,
  fillPlaceholders,
  toCardRequestCredentials,
} from "./apply-credentials.ts";
import {
  type Credential,
  getOrigin,
  NO_CREDENTIALS,
  type OriginCredentials,
  parseOriginCredentials,
} from "./origin-credentials.ts";

const bare = {
  method: "POST",
  url: "https://a.example/rpc?x=1#part",
  headers: [
    ["accept", "application/json"],
    ["X-Own", "card's"],
  ],
  body: "‹A2A_TOKEN›",
} as const;

const held = (part: Partial<OriginCredentials>): OriginCredentials => ({
  ...NO_CREDENTIALS,
  ...part,
});
const key = (place: "header" | "query" | "cookie", name: string, value: string): Credential => ({
  kind: "key",
  place,
  name,
  value,
});

const worn = (given: OriginCredentials, security: CardSecurity = NO_SECURITY) => {
  const dressed = addPlaceholders(bare, given, security);
  const filled = fillPlaceholders(dressed, given, security);
  if (typeof filled === "string") throw new Error(filled);
  return { dressed, filled };
};

const CARD = readSecurity({
  securitySchemes: {
    k: { type: "apiKey", in: "query", name: "key" },
    b: { type: "http", scheme: "basic" },
    t: { type: "http", scheme: "bearer" },
    d: { type: "http", scheme: "Digest" },
  },
  security: [{ k: [], b: [] }, { t: [] }],
});

describe("credentials are applied", () => {
  test("in their location, first as placeholders, then as values", () => {
    const { dressed, filled } = worn(
      held({
        schemes: {
          k: key("query", "key", "a b&c"),
          b: { kind: "basic", user: "ä", password: "p:w" },
        },
        always: [
          key("cookie", "s", "c1"),
          key("cookie", "t", "c2"),
          key("header", "x-own", "mine"),
        ],
      }),
      CARD,
    );
    expect(dressed.url).toBe("https://a.example/rpc?x=1&key=‹A2A_API_KEY›#part");
    expect(dressed.headers).toEqual([
      ["accept", "application/json"],
      ["x-own", "‹A2A_X_OWN›"],
      ["Authorization", "Basic ‹A2A_BASIC›"],
      ["Cookie", "s=‹A2A_S›; t=‹A2A_T›"],
    ]);
    expect(filled.url).toBe("https://a.example/rpc?x=1&key=a%20b%26c#part");
    expect(filled.headers).toEqual([
      ["accept", "application/json"],
      ["x-own", "mine"],
      ["Authorization", `Basic ${Buffer.from("ä:p:w").toString("base64")}`],
      ["Cookie", "s=c1; t=c2"],
    ]);
    expect(filled.body).toBe("‹A2A_TOKEN›");
    expect(new Set(filled.secrets)).toEqual(
      new Set(["mine", "c1", "c2", "a b&c", "p:w", Buffer.from("ä:p:w").toString("base64")]),
    );
  });

  test("by the satisfied requirement, one per target", () => {
    const token = { kind: "bearer", token: "tok" } as const;
    const basic = { kind: "basic", user: "u", password: "p" } as const;
    const authorization = (given: OriginCredentials) =>
      worn(given, CARD).filled.headers.filter(([name]) => name === "Authorization");
    expect(authorization(held({ schemes: { b: basic, t: token } }))).toEqual([
      ["Authorization", "Bearer tok"],
    ]);
    // No requirement is satisfied: the available credentials may be accepted anyway.
    expect(authorization(held({ schemes: { b: basic } }))).toHaveLength(1);
    expect(authorization(held({ schemes: { t: token }, always: [basic] }))).toEqual([
      ["Authorization", "Basic dTpw"],
    ]);
  });

  test("only if they match the scheme's kind in the card", () => {
    const other = held({
      schemes: { k: key("header", "x", "v"), constructor: key("query", "q", "w") },
    });
    expect(worn(other, CARD).filled).toMatchObject({ url: bare.url, headers: bare.headers });
    expect(worn(other).filled.url).toBe(bare.url);
  });

  test("to the request for a card, but not in its URL", () => {
    const given = toCardRequestCredentials(
      held({ schemes: { k: key("query", "key", "v"), t: { kind: "bearer", token: "tok" } } }),
    );
    const { filled } = worn(given);
    expect(filled.url).toBe(bare.url);
    expect(filled.headers).toContainEqual(["Authorization", "Bearer tok"]);
  });

  test("without placeholders if they are not secret", () => {
    const { dressed, filled } = worn(
      held({ always: [{ kind: "key", place: "header", name: "x", value: "1", isOpen: true }] }),
    );
    expect(dressed.headers).toContainEqual(["x", "1"]);
    expect(filled.secrets).toBeUndefined();
  });
});

test("a request with an unknown placeholder is not sent", () => {
  const request = { ...bare, headers: [["Authorization", "Bearer ‹A2A_TOKEN›"]] as const };
  expect(fillPlaceholders(request, NO_CREDENTIALS, NO_SECURITY)).toContain("‹A2A_TOKEN›");
});

test("two placeholders with one name get different numbers", () => {
  const two = held({ always: [key("header", "X-A", "1"), key("query", "x.a", "2")] });
  const { dressed } = worn(two);
  expect(dressed.variables).toEqual(["A2A_X_A", "A2A_X_A_2"]);
});

test("an origin is that of a URL, whatever its scheme", () => {
  expect(getOrigin("https://a.example:443/x?y#z")).toBe("https://a.example");
  expect(getOrigin("grpc://a.example:50051/x")).toBe("grpc://a.example:50051");
  expect(getOrigin("nonsense")).toBe("");
});

test("only valid stored credentials are loaded", () => {
  const given: OriginCredentials = {
    schemes: {
      k: key("cookie", "c", "v"),
      b: { kind: "basic", user: "u", password: "p" },
      t: { kind: "bearer", token: "t" },
      d: { kind: "other", scheme: "digest", value: "x" },
      o: {
        kind: "oauth",
        grant: {
          accessToken: "a",
          expiresAt: 5,
          refreshToken: "r",
          scope: null,
          tokenUrl: "https://idp.example/token",
          byClientAlone: false,
          client: { id: "i", secret: "", method: "none" },
        },
      },
    },
    always: [{ kind: "key", place: "header", name: "x", value: "1", isOpen: true }],
    tls: { certificate: "c", key: "k", acceptUntrusted: true },
    clients: { o: { id: "i", secret: "s", method: "post", scope: null } },
    keep: "tab",
  };
  expect(parseOriginCredentials(JSON.parse(JSON.stringify(given)), "tab")).toEqual(given);
  for (const nonsense of [
    null,
    3,
    [],
    { schemes: [1], always: {}, tls: [] },
    { schemes: { k: {} } },
  ]) {
    expect(parseOriginCredentials(nonsense, "page")).toEqual(NO_CREDENTIALS);
  }
});
