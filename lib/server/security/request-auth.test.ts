import { describe, expect, test } from "vitest";
import { createDemoKey, DEMO_HEADER } from "../demo-access.ts";
import { type AuthRules, authorizeRequest } from "./request-auth.ts";

const local: AuthRules = {
  port: 4100,
  hosts: [],
  token: null,
  users: [],
  wide: false,
  publicUrl: null,
  startKey: "first-start",
};

type Headers = Readonly<Record<string, string>>;

function knock(path: string, headers: Headers = {}, rules = local, method = "GET") {
  const all: Headers = { host: "127.0.0.1:4100", ...headers };
  return authorizeRequest({ method, path, header: (name) => all[name] ?? null }, rules);
}

const outcome = (...args: Parameters<typeof knock>) => {
  const admission = knock(...args);
  return admission.kind === "refused" ? admission.status : admission.kind;
};

describe("the host", () => {
  test.each([
    ["127.0.0.1:4100", "allowed"],
    ["localhost:4100", "allowed"],
    ["LOCALHOST:4100", "allowed"],
    ["[::1]:4100", "allowed"],
    ["127.0.0.1", 421],
    ["localhost", 421],
    ["localhost:4101", 421],
    ["localhost.:4100", 421],
    ["127.0.0.1.:4100", 421],
    ["2130706433:4100", 421],
    ["0x7f000001:4100", 421],
    ["0177.0.0.1:4100", 421],
    ["[0:0:0:0:0:0:0:1]:4100", 421],
    ["[::ffff:127.0.0.1]:4100", 421],
    ["[::1%lo]:4100", 421],
    ["127.0.0.1:04100", 421],
    ["127.0.0.1:4100, evil.example", 421],
    ["evil@127.0.0.1:4100", 421],
    ["127.1:4100", 421],
    ["evil.example:4100", 421],
    ["evil.example", 421],
    ["localhost.evil.example:4100", 421],
    ["127.0.0.1:4100.evil.example", 421],
    ["192.168.1.5:4100", 421],
    ["0.0.0.0:4100", 421],
    ["", 400],
  ])("%j: %s", (host, expected) => {
    expect(outcome("/", { host })).toBe(expected);
  });

  test("needs no port number on port 80", () => {
    expect(outcome("/", { host: "localhost" }, { ...local, port: 80 })).toBe("allowed");
  });

  test("may be a listed name, with or without a port", () => {
    const rules = { ...local, hosts: ["box.lan", "proxy.example:8443"] };
    expect(outcome("/", { host: "box.lan" }, rules)).toBe("allowed");
    expect(outcome("/", { host: "box.lan:4100" }, rules)).toBe("allowed");
    expect(outcome("/", { host: "box.lan:4101" }, rules)).toBe(421);
    expect(outcome("/", { host: "proxy.example:8443" }, rules)).toBe("allowed");
  });

  test("may be any IP address, but no other name, on a wide server", () => {
    const rules = { ...local, wide: true };
    expect(outcome("/", { host: "192.168.1.5:4100" }, rules)).toBe("allowed");
    expect(outcome("/", { host: "[fd00::5]:4100" }, rules)).toBe("allowed");
    expect(outcome("/", { host: "192.168.1.5:80" }, rules)).toBe(421);
    expect(outcome("/", { host: "box.lan:4100" }, rules)).toBe(421);
  });
});

test("a request target must be a path, not another host", () => {
  for (const path of ["http://evil.example/", "http://127.0.0.1:4100/", "//evil.example/", "*"]) {
    expect(outcome(path)).toBe(400);
  }
  expect(outcome("/\\evil.example/")).toBe(400);
});

describe("the site a request comes from", () => {
  const link = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const own = "http://127.0.0.1:4100";
  test.each<[string, string, string, Headers, string | number]>([
    ["a tool", "GET", "/", {}, "allowed"],
    ["a typed address", "GET", "/", { "sec-fetch-site": "none" }, "allowed"],
    ["our page", "GET", "/api/recordings", { "sec-fetch-site": "same-origin" }, "allowed"],
    [
      "our page",
      "POST",
      "/api/exchanges",
      { "sec-fetch-site": "same-origin", origin: own },
      "allowed",
    ],
    ["a tool", "POST", "/api/exchanges", {}, "allowed"],
    ["a followed link", "GET", "/", link, "allowed"],
    [
      "a link from a sister host",
      "GET",
      "/?x=1",
      { ...link, "sec-fetch-site": "same-site" },
      "allowed",
    ],
    ["a link to data", "GET", "/api/recordings", link, 403],
    ["a link to a served log", "GET", "/replay/x/.well-known/agent-card.json", link, 403],
    ["a posted form", "POST", "/", link, 403],
    ["a frame", "GET", "/", { ...link, "sec-fetch-dest": "iframe" }, 403],
    [
      "a foreign script tag",
      "GET",
      "/_next/x.js",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      403,
    ],
    [
      "a foreign fetch",
      "GET",
      "/demo",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://evil.example" },
      403,
    ],
    ["another port", "GET", "/", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }, 403],
    ["a foreign origin", "POST", "/demo", { origin: "https://evil.example" }, 403],
    ["another port's origin", "POST", "/api/feed", { origin: "http://127.0.0.1:9999" }, 403],
    ["another own name", "POST", "/api/feed", { origin: "http://localhost:4100" }, 403],
    ["a sandbox", "POST", "/api/feed", { origin: "null" }, 403],
    ["a preflight", "OPTIONS", "/demo", { origin: "https://evil.example" }, 403],
    [
      "a browser that hides its origin",
      "POST",
      "/api/feed",
      { "sec-fetch-site": "same-origin" },
      403,
    ],
    ["behind TLS", "POST", "/api/feed", { origin: "https://127.0.0.1:4100" }, "allowed"],
  ])("%s: %s %s", (_, method, path, headers, expected) => {
    expect(outcome(path, headers, local, method)).toBe(expected);
  });
});

describe("the token", () => {
  const rules = { ...local, token: "s3cret", wide: true };

  test("is not required for a return from a sign-in, but for everything else", () => {
    const back = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect(outcome("/oauth/callback?code=c&state=s", back, rules)).toBe("allowed");
    expect(outcome("/oauth/callback", {}, rules)).toBe(401);
    for (const path of ["/", "/oauth/callbacks", "/oauth/callback/x", "/?x=/oauth/callback"]) {
      expect(outcome(path, back, rules)).toBe(401);
    }
    const frame = { ...back, "sec-fetch-dest": "iframe" };
    expect(outcome("/oauth/callback?code=c", frame, rules)).toBe(403);
    expect(outcome("/oauth/callback?code=c", back, rules, "POST")).toBe(403);
    expect(outcome("/api/oauth", back, rules)).toBe(403);
  });

  test("is required everywhere", () => {
    for (const path of ["/", "/api/recordings", "/_next/x.js", "/demo", "/nowhere"]) {
      expect(outcome(path, {}, rules)).toBe(401);
    }
    expect(outcome("/", { authorization: "Bearer s3cret" }, rules)).toBe("allowed");
    expect(outcome("/", { authorization: "Bearer s3cre" }, rules)).toBe(401);
    expect(outcome("/", { authorization: "Basic s3cret" }, rules)).toBe(401);
  });

  test("is sent once, in a header, in exchange for a cookie", () => {
    const authorization = "Bearer s3cret";
    const welcome = knock("/token", { authorization }, rules, "POST");
    expect(welcome).toMatchObject({
      kind: "cookie",
      cookie: expect.stringMatching(/^loupe-4100=\S+; Path=\/; HttpOnly; SameSite=Strict$/),
    });
    const cookie = welcome.kind === "cookie" ? (welcome.cookie.split(";")[0] ?? "") : "";
    expect(cookie).not.toContain("s3cret");
    expect(outcome("/", { cookie: `other=1; ${cookie}` }, rules)).toBe("allowed");
    expect(outcome("/", { cookie: `loupe-4100=; ${cookie}x` }, rules)).toBe(401);
    expect(outcome("/", { cookie }, { ...rules, token: "new" })).toBe(401);
    expect(outcome("/", { cookie }, { ...rules, startKey: "second-start" })).toBe(401);
    expect(outcome("/token", { authorization: "Bearer wrong" }, rules, "POST")).toBe(401);
    expect(outcome("/token", { cookie }, rules, "POST")).toBe("allowed");
    const foreign = { authorization, origin: "http://127.0.0.1:9999" };
    expect(outcome("/token", foreign, rules, "POST")).toBe(403);
  });

  test.each<[string, Headers, Partial<AuthRules>, boolean]>([
    ["plain HTTP", {}, {}, false],
    ["a page over TLS", { origin: "https://127.0.0.1:4100" }, {}, true],
    ["a proxy that speaks TLS", { "x-forwarded-proto": "https, http" }, {}, true],
    ["a proxy that does not", { "x-forwarded-proto": "http, https" }, {}, false],
    [
      "the public address",
      { host: "loupe.example" },
      { hosts: ["loupe.example"], publicUrl: "https://loupe.example" },
      true,
    ],
    ["another address", {}, { publicUrl: "https://loupe.example" }, false],
  ])("%s: the cookie is for TLS only where it came over TLS", (_, headers, more, isSecure) => {
    const all = { authorization: "Bearer s3cret", ...headers };
    const welcome = knock("/token", all, { ...rules, ...more }, "POST");
    expect(welcome).toMatchObject({ kind: "cookie" });
    expect(welcome.kind === "cookie" && welcome.cookie.endsWith("; Secure")).toBe(isSecure);
  });

  test("is guessed only where one was sent", () => {
    expect(knock("/", { authorization: "Bearer wrong" }, rules)).toMatchObject({ isGuess: true });
    expect(knock("/", { cookie: "loupe-4100=old" }, rules)).not.toHaveProperty("isGuess");
    expect(knock("/", {}, rules)).not.toHaveProperty("isGuess");
  });

  test("is not read from the URL, which would be in logs", () => {
    expect(outcome("/?token=s3cret", {}, rules)).toBe(401);
    expect(outcome("/token?token=s3cret", {}, rules, "POST")).toBe(401);
  });

  test("does not allow a wrong host name or another site", () => {
    const authorization = "Bearer s3cret";
    expect(outcome("/", { authorization, host: "evil.example" }, rules)).toBe(421);
    expect(outcome("/", { authorization, origin: "https://evil.example" }, rules)).toBe(403);
  });
});

describe("an inbox", () => {
  const path = "/inbox/20261120-094501-k3x9qa/key";
  const own = "http://127.0.0.1:4100";
  test.each<[string, string, Headers, string | number]>([
    ["an agent", "POST", {}, "allowed"],
    ["an agent under another name", "POST", { host: "evil.example" }, 421],
    ["an agent under an address", "POST", { host: "192.168.1.5:4100" }, 421],
    [
      "a page's fetch",
      "POST",
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      403,
    ],
    ["a page's form", "POST", { origin: "null" }, 403],
    [
      "a link",
      "GET",
      {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      403,
    ],
    ["our page", "POST", { "sec-fetch-site": "same-origin", origin: own }, "allowed"],
  ])("%s: %s", (_, method, headers, expected) => {
    expect(outcome(path, headers, local, method)).toBe(expected);
  });

  test("needs no token, because its address is a secret", () => {
    const rules = { ...local, token: "s3cret", wide: true };
    expect(outcome(path, { host: "192.168.1.5:4100" }, rules, "POST")).toBe("allowed");
    for (const other of [
      "/inbox",
      "/inbox/",
      "/inbox/x",
      "/inboxes/x/y",
      "/inbox/x/y/z",
      "/INBOX/x/y",
    ]) {
      expect(outcome(other, {}, rules, "POST")).toBe(401);
    }
  });

  test("is all that the public address serves", () => {
    const rules = { ...local, publicUrl: "https://loupe.example/a" };
    const host = "loupe.example";
    expect(outcome(path, { host }, rules, "POST")).toBe("allowed");
    expect(outcome(`${path}?validationToken=x`, { host }, rules)).toBe("allowed");
    for (const other of ["/", "/api/recordings", "/inbox/x"]) {
      expect(outcome(other, { host }, rules)).toBe(421);
    }
  });
});

describe("this server calling its own demo agent", () => {
  const guarded = { ...local, wide: true, token: "a-token" };
  const shown = (token: string) => ({ [DEMO_HEADER]: createDemoKey(token) });

  test("needs only the key derived from the token, which opens nothing else", () => {
    expect(outcome("/demo", {}, guarded)).toBe(401);
    expect(outcome("/demo", shown("a-token"), guarded)).toBe("allowed");
    expect(outcome("/demo/.well-known/agent-card.json", shown("a-token"), guarded)).toBe("allowed");
    expect(outcome("/demo", shown("another"), guarded)).toBe(401);
    for (const path of ["/", "/api/recordings", "/demonstration", "/replay/a", "/api?/demo"]) {
      expect(outcome(path, shown("a-token"), guarded)).toBe(401);
    }
  });

  test("is allowed as the token's user", () => {
    const users = [
      { name: "ann", token: "token-of-ann" },
      { name: "bob", token: "token-of-bob" },
    ];
    const header = (name: string) =>
      name === "host"
        ? "127.0.0.1:4100"
        : name === DEMO_HEADER
          ? createDemoKey("token-of-bob")
          : null;
    const knock = { method: "POST", path: "/demo", header };
    expect(authorizeRequest(knock, { ...guarded, token: null, users })).toEqual({
      kind: "allowed",
      user: "bob",
    });
  });
});
