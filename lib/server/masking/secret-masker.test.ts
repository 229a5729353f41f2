import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HeaderList, OpenRecord } from "../../wire/record.ts";
import { createMaskFactory } from "./mask-factory.ts";
import { SecretMasker } from "./secret-masker.ts";

const mark = createMaskFactory(Buffer.from("a key of the data folder"));
const none = { url: "http://a/", headers: [] };

const open = (extra: Partial<OpenRecord>): OpenRecord => ({
  r: "open",
  x: "x",
  t: 0,
  method: "POST",
  url: "http://a/",
  headers: [],
  ...extra,
});

function maskedHeader(name: string, value: string): string | undefined {
  const headers: HeaderList = [[name, value]];
  return new SecretMasker({ url: "http://a/", headers }, mark).maskRecord(open({ headers }))
    .headers[0]?.[1];
}

function maskedUrl(url: string): string {
  return new SecretMasker({ url, headers: [] }, mark).url(url);
}

describe("headers", () => {
  test.each([
    ["Authorization", "Bearer abc.def", `Bearer ${mark("abc.def")}`],
    ["authorization", "abc def", mark("abc def")],
    ["Proxy-Authorization", "Basic dTpw", `Basic ${mark("dTpw")}`],
    ["X-API-Key", "k-1", mark("k-1")],
    ["apikey", "k-1", mark("k-1")],
    ["X-Auth-Token", "t", mark("t")],
    ["client-secret", "s", mark("s")],
    ["X-Password", "p", mark("p")],
    ["Cookie", "a=1; b=two=2; lone", `a=${mark("1")}; b=${mark("two=2")}; ${mark("lone")}`],
    ["Set-Cookie", "sid=abc; Path=/; HttpOnly", `sid=${mark("abc")}; Path=/; HttpOnly`],
    ["Location", "/next?access_token=abc&x=1", `/next?access_token=${mark("abc")}&x=1`],
    [
      "Link",
      '<https://u:p@a/?key=k>; rel="next"',
      `<https://${mark("u")}:${mark("p")}@a/?key=${mark("k")}>; rel="next"`,
    ],
  ])("%s: %s", (name, value, masked) => {
    expect(maskedHeader(name, value)).toBe(masked);
  });

  test.each([
    ["Content-Type", "text/event-stream; charset=utf-8"],
    ["WWW-Authenticate", 'Bearer realm="a2a"'],
    ["A2A-Version", "1.0"],
    ["Authorization", ""],
  ])("%s: %s stays", (name, value) => {
    expect(maskedHeader(name, value)).toBe(value);
  });
});

describe("URLs", () => {
  test.each([
    [
      "https://user:pass@a.example/x?q=1",
      `https://${mark("user")}:${mark("pass")}@a.example/x?q=1`,
    ],
    ["https://a/?api_key=k%2F1&q=token", `https://a/?api_key=${mark("k/1")}&q=token`],
    ["https://a/#access_token=abc", `https://a/#access_token=${mark("abc")}`],
    ["https://a/?%74oken=abc", `https://a/?%74oken=${mark("abc")}`],
    ["not a url ?token=abc and more", `not a url ?token=${mark("abc")} and more`],
    ["https://a/?mail=me@b.example", "https://a/?mail=me@b.example"],
    ["https://a/?token=", "https://a/?token="],
    ["https://a/tasks?pageToken=abc", "https://a/tasks?pageToken=abc"],
    ["https://a/?token=%zz", `https://a/?token=${mark("%zz")}`],
  ])("%s", (url, masked) => {
    expect(maskedUrl(url)).toBe(masked);
  });
});

test("a listed value is masked wherever it occurs, in each encoding", () => {
  const secret = 'p"w/ ü';
  const secrets = new SecretMasker({ ...none, secrets: [secret, ""] }, mark);
  const record = secrets.maskRecord(
    open({
      url: `http://a/${encodeURIComponent(secret)}`,
      headers: [["x-any", `before ${secret} after`]],
      body: JSON.stringify({ config: { credentials: secret } }),
    }),
  );
  expect(record.url).toBe(`http://a/${mark(secret)}`);
  expect(record.headers).toEqual([["x-any", `before ${mark(secret)} after`]]);
  expect(record.body).toBe(JSON.stringify({ config: { credentials: mark(secret) } }));
});

test("a sent credential is masked where it is echoed", () => {
  const headers: HeaderList = [["authorization", "Bearer tok-123456"]];
  const secrets = new SecretMasker({ url: "http://a/", headers }, mark);
  const head = secrets.maskRecord({
    r: "head",
    x: "x",
    t: 0,
    status: 200,
    headers: [["x-echo", "got tok-123456"]],
  });
  expect(head.headers).toEqual([["x-echo", `got ${mark("tok-123456")}`]]);
  const end = secrets.maskRecord({
    r: "end",
    x: "x",
    t: 0,
    cause: "complete",
    trailers: [["x-echo", "tok-123456"]],
    error: { by: "agent", message: "bad tok-123456" },
  });
  expect(JSON.stringify(end)).not.toContain("tok-123456");
});

test("equal secrets have equal masks, which depend on the folder's key", () => {
  expect(mark("a")).toBe(mark("a"));
  expect(mark("a")).not.toBe(mark("b"));
  expect(mark("a")).not.toBe(createMaskFactory(Buffer.from("another key"))("a"));
  expect(mark("a")).toMatch(/^‹masked [0-9a-f]{6}›$/);
});

/** A secret as other software encodes it: PHP, Java's Gson, Python, proxies. */
const SPELLED: [secret: string, spelled: string][] = [
  ["dXNlcjpzZWNyZXQzcw==", "dXNlcjpzZWNyZXQzcw\\u003d\\u003d"],
  ["dXNlcjpzZWNyZXQzcw==", "dXNlcjpzZWNyZXQzcw\\u003D\\u003d"],
  ["dXNlcjpzZWNyZXQzcw==", "dXNlcjpzZWNyZXQzcw%3d%3D"],
  ["pässwörd", "p\\u00e4ssw\\u00F6rd"],
  ["pässwörd", "p%c3%a4ssw%C3%b6rd"],
  ["a/b/c", "a\\/b\\/c"],
  ["a/b/c", "a%2fb%2Fc"],
  ["a b c d", "a+b%20c\\u0020d"],
  ['tab\t"q"', 'tab\\t\\"q\\u0022'],
  ["key-🌍-1", "key-\\ud83c\\uDF0D-1"],
  ["key-🌍-1", "key-%F0%9f%8C%8d-1"],
  ["plain-1", "\\u0070\\u006cain%2D1"],
  ["back\\slash", "back\\\\slash"],
  ["back\\slash", "back\\u005Cslash"],
  ["50%off!", "50%25off!"],
];

describe("a secret in another valid encoding", () => {
  test.each(SPELLED)("%j as %s is masked in the response", (secret, spelled) => {
    const secrets = new SecretMasker({ ...none, secrets: [secret] }, mark);
    const echoed = `{"echo":"${spelled}"}`;
    const masked = `{"echo":"${mark(secret)}"}`;
    expect(secrets.maskRecord({ r: "note", t: 0, text: echoed }).text).toBe(masked);
    expect(secrets.hasSecret(echoed)).toBe(true);
    for (let cut = 0; cut <= echoed.length; cut++) {
      const maskStream = secrets.createMaskStream();
      const bytes = Buffer.from(echoed);
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].map((one) =>
        maskStream.push(one),
      );
      expect(Buffer.concat([...parts, maskStream.flush()]).toString()).toBe(masked);
    }
  });

  test.each(SPELLED)("%j as %s keeps its length in length-prefixed bytes", (secret, spelled) => {
    const maskStream = new SecretMasker({ ...none, secrets: [secret] }, mark).createMaskStream({
      keepsLength: true,
    });
    const bytes = Buffer.from(`<${spelled}>`);
    const masked = Buffer.concat([maskStream.push(bytes), maskStream.flush()]);
    expect(masked).toHaveLength(bytes.length);
    expect(masked.toString()).toMatch(/^<(‹masked [0-9a-f]{6}›)?\**>$/);
  });

  test("is masked with each character encoded differently, however it is split", () => {
    const char = fc.constantFrom(
      "\\",
      "%",
      "/",
      '"',
      "=",
      "+",
      " ",
      "a",
      "é",
      "🌍",
      "\n",
      "2",
      "5",
    );
    const secretOf = fc.array(char, { minLength: 1, maxLength: 8 }).map((all) => all.join(""));
    const ways = fc.array(fc.nat(5), { minLength: 8, maxLength: 8 });
    const cuts = fc.array(fc.nat(80), { maxLength: 6 });
    fc.assert(
      fc.property(secretOf, ways, cuts, (secret, chosen, places) => {
        const echoed = [...secret].map((one, i) => spelledAs(one, chosen[i] ?? 0)).join("");
        const whole = Buffer.from(`<${echoed}>`);
        const secrets = new SecretMasker({ ...none, secrets: [secret] }, mark);
        const maskStream = secrets.createMaskStream();
        const ends = [...places.sort((a, b) => a - b), whole.length];
        const parts = ends.map((end, i) => maskStream.push(whole.subarray(ends[i - 1] ?? 0, end)));
        const masked = Buffer.concat([...parts, maskStream.flush()]).toString();
        expect(masked).toBe(secrets.maskRecord({ r: "note", t: 0, text: whole.toString() }).text);
        expect(masked).toContain(mark(secret));
      }),
    );
  });

  test("text that only looks like one is unchanged", () => {
    const secrets = new SecretMasker({ ...none, secrets: ["abc=="] }, mark);
    for (const text of ["abc\\u003d", "abc\\u003d\\u003e", "abc%3d%3", "abc\\u03d\\u003d"]) {
      const maskStream = secrets.createMaskStream();
      const passed = [maskStream.push(Buffer.from(text)), maskStream.flush()];
      expect(Buffer.concat(passed).toString()).toBe(text);
    }
  });
});

function spelledAs(char: string, way: number): string {
  const units = char.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const inJson = units.map((digits) => `\\u${digits}`).join("");
  const inUrl = Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const short = char === "/" ? "\\/" : JSON.stringify(char).slice(1, -1);
  const upper = inJson.replaceAll("u", "U").toUpperCase().replaceAll("U", "u");
  return [char, inJson, upper, inUrl.join(""), inUrl.join("").toUpperCase(), short][way] ?? char;
}

test("credentials are masked in a hop as elsewhere in its record", () => {
  const headers: HeaderList = [["authorization", "Bearer tok-123456"]];
  const secrets = new SecretMasker({ url: "http://a/", headers }, mark);
  const echo = "got tok-123456";
  const masked = [
    secrets.maskRecord(
      open({
        hop: {
          via: "reverse",
          listen: "127.0.0.1:1",
          target: "127.0.0.1:2",
          connection: 1,
          caller: { address: "127.0.0.1", port: 3 },
          firstByte: 0,
          received: { url: "http://a/?key=other-1", headers },
        },
      }),
    ),
    secrets.maskRecord({
      r: "end",
      x: "x",
      t: 0,
      cause: "complete",
      hop: {
        delivered: {
          headers: [["x-echo", echo]],
          body: echo,
          changes: [{ path: "/url", from: echo, to: echo }],
        },
      },
    }),
  ];
  expect(JSON.stringify(masked)).not.toMatch(/tok-123456|other-1/);
  expect(JSON.stringify(masked).split(mark("tok-123456"))).toHaveLength(6);
});

test("credentials are masked in what a caller received of an edit", () => {
  const headers: HeaderList = [["authorization", "Bearer tok-123456"]];
  const secrets = new SecretMasker({ url: "http://a/", headers }, mark);
  const echo = "got tok-123456";
  const masked = secrets.maskRecord({
    ...{ r: "edit", x: "x", t: 0, event: 1, do: "fail", by: "user", status: 500 },
    ...{ members: echo, text: echo, note: echo },
    headers: [["x-echo", echo], ...headers],
    trailers: [["grpc-message", echo]],
  });
  expect(JSON.stringify(masked)).not.toContain("tok-123456");
  expect(JSON.stringify(masked).split(mark("tok-123456"))).toHaveLength(7);
});
