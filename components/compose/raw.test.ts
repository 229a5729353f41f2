import { describe, expect, test } from "vitest";
import {
  faultIn,
  masksIn,
  notEditable,
  rawOf,
  rawOfSent,
  relaid,
  requestOf,
  withFreshIds,
} from "./raw.ts";

const body = JSON.stringify({
  jsonrpc: "2.0",
  id: "r1",
  method: "message/send",
  params: { message: { messageId: "m1", parts: [{ text: "ünï 🌍" }] }, token: "‹masked 4f2a91›" },
});
const record = {
  r: "open",
  x: "x7",
  t: 0,
  method: "POST",
  url: "https://agent.example/rpc?key=‹masked aaaaaa›",
  headers: [
    ["Host", "agent.example"],
    ["Authorization", "Bearer ‹masked bbbbbb›"],
    ["content-type", "application/json"],
    ["content-length", "99"],
  ],
  body,
} as const;

describe("a request that was sent", () => {
  test("comes back as it was, on more lines and without what the connection adds", () => {
    const raw = rawOfSent(record);
    expect(raw.headers).toBe(
      "Authorization: Bearer ‹masked bbbbbb›\ncontent-type: application/json",
    );
    expect(JSON.parse(raw.body)).toEqual(JSON.parse(body));
    expect(raw.body).toContain("\n");
    expect(relaid(raw.body)).toBe(body);
    expect(raw.sentIn).toBe("x7");
  });

  test("says which secrets must be given again, and takes them in their places", () => {
    const raw = rawOfSent(record);
    expect(masksIn(raw)).toEqual(["‹masked aaaaaa›", "‹masked bbbbbb›", "‹masked 4f2a91›"]);
    const given = new Map([
      ["‹masked aaaaaa›", "k&1"],
      ["‹masked bbbbbb›", "t0ken"],
      ["‹masked 4f2a91›", 'say "so"'],
    ]);
    const request = requestOf(raw, given);
    expect(request.url).toBe("https://agent.example/rpc?key=k%261");
    expect(request.headers[0]).toEqual(["Authorization", "Bearer t0ken"]);
    expect(JSON.parse(request.body ?? "").params.token).toBe('say "so"');
    expect(request.secrets).toEqual(["k&1", "t0ken", 'say "so"']);
  });

  test("can have other ids, and nothing else is changed by it", () => {
    let made = 0;
    const raw = withFreshIds(rawOfSent(record), () => `fresh-${++made}`);
    const before = JSON.parse(body);
    before.id = "fresh-1";
    before.params.message.messageId = "fresh-2";
    expect(JSON.parse(raw.body)).toEqual(before);
    const rest = withFreshIds(
      rawOf({ ...record, body: '{"message":{"messageId":"m"}}' }),
      () => "f",
    );
    expect(JSON.parse(rest.body)).toEqual({ message: { messageId: "f" } });
    const broken = rawOf({ ...record, body: "{ no" });
    expect(withFreshIds(broken, () => "f")).toBe(broken);
  });
});

test("what is no JSON, or would be written otherwise, is left exactly as it is", () => {
  for (const odd of ['{"a": ,', '{"n":1.0}', "{}", "text", '{"a":1,"a":2}']) {
    const raw = rawOf({ method: "POST", url: "http://a/", headers: [], body: odd });
    expect(requestOf(raw).body?.replace(/\s/g, "")).toBe(odd.replace(/\s/g, ""));
  }
});

test("the bytes of a large file are kept aside, and go out whole", () => {
  const bytes = "QUJD".repeat(5000);
  const raw = rawOf({
    method: "POST",
    url: "http://a/",
    headers: [],
    body: JSON.stringify({ one: bytes, two: `${bytes}==` }),
  });
  expect(raw.body.length).toBeLessThan(200);
  expect(JSON.parse(requestOf(raw).body ?? "")).toEqual({ one: bytes, two: `${bytes}==` });
});

test("what cannot go out says why", () => {
  const raw = rawOf({ method: "POST", url: "http://a/", headers: [["x", "y"]] });
  expect(faultIn(raw)).toBeNull();
  expect(faultIn({ ...raw, method: "P OST" })).toMatch(/method/);
  expect(faultIn({ ...raw, url: "agent.example" })).toMatch(/URL/);
  expect(faultIn({ ...raw, headers: "a: b\nno colon" })).toMatch(/line 2/);
  expect(notEditable({ framing: "grpc" })).toMatch(/bytes/);
  expect(notEditable({})).toBeNull();
});
