import { describe, expect, test } from "vitest";
import { encodeCall } from "../../lib/protocol/encode/encode.ts";
import { readGrpcBody } from "../../lib/protocol/grpc/body.ts";
import { decodeBase64, encodeBase64 } from "../../lib/text/utf8.ts";
import { encodeGrpcFrame } from "../../lib/wire/grpc-framer.ts";
import {
  findMasks,
  findRequestError,
  getNotEditableReason,
  parseGrpcBody,
  renewIds,
  toEditableRecordedRequest,
  toEditableRequest,
  toggleBodyLayout,
  toOutgoingRequest,
} from "./editable-request.ts";

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

describe("recorded request", () => {
  test("is shown unchanged, indented and without added headers", () => {
    const raw = toEditableRecordedRequest(record);
    expect(raw.headers).toBe(
      "Authorization: Bearer ‹masked bbbbbb›\ncontent-type: application/json",
    );
    expect(JSON.parse(raw.body)).toEqual(JSON.parse(body));
    expect(raw.body).toContain("\n");
    expect(toggleBodyLayout(raw.body)).toBe(body);
    expect(raw.sentIn).toBe("x7");
  });

  test("lists masked secrets and fills them in", () => {
    const raw = toEditableRecordedRequest(record);
    expect(findMasks(raw)).toEqual(["‹masked aaaaaa›", "‹masked bbbbbb›", "‹masked 4f2a91›"]);
    const given = new Map([
      ["‹masked aaaaaa›", "k&1"],
      ["‹masked bbbbbb›", "t0ken"],
      ["‹masked 4f2a91›", 'say "so"'],
    ]);
    const request = toOutgoingRequest(raw, given);
    expect(request.url).toBe("https://agent.example/rpc?key=k%261");
    expect(request.headers[0]).toEqual(["Authorization", "Bearer t0ken"]);
    expect(JSON.parse(request.body ?? "").params.token).toBe('say "so"');
    expect(request.secrets).toEqual(["k&1", "t0ken", 'say "so"']);
  });

  test("renews IDs and changes nothing else", () => {
    let made = 0;
    const raw = renewIds(toEditableRecordedRequest(record), () => `fresh-${++made}`);
    const before = JSON.parse(body);
    before.id = "fresh-1";
    before.params.message.messageId = "fresh-2";
    expect(JSON.parse(raw.body)).toEqual(before);
    const rest = renewIds(
      toEditableRequest({ ...record, body: '{"message":{"messageId":"m"}}' }),
      () => "f",
    );
    expect(JSON.parse(rest.body)).toEqual({ message: { messageId: "f" } });
    const broken = toEditableRequest({ ...record, body: "{ no" });
    expect(renewIds(broken, () => "f")).toBe(broken);
  });
});

test("leaves non-JSON and JSON that would not round-trip unchanged", () => {
  for (const odd of ['{"a": ,', '{"n":1.0}', "{}", "text", '{"a":1,"a":2}']) {
    const raw = toEditableRequest({ method: "POST", url: "http://a/", headers: [], body: odd });
    expect(toOutgoingRequest(raw).body?.replace(/\s/g, "")).toBe(odd.replace(/\s/g, ""));
  }
});

test("replaces the bytes of a large file with a placeholder and sends them whole", () => {
  const bytes = "QUJD".repeat(5000);
  const raw = toEditableRequest({
    method: "POST",
    url: "http://a/",
    headers: [],
    body: JSON.stringify({ one: bytes, two: `${bytes}==` }),
  });
  expect(raw.body.length).toBeLessThan(200);
  expect(JSON.parse(toOutgoingRequest(raw).body ?? "")).toEqual({ one: bytes, two: `${bytes}==` });
});

test("explains why a request cannot be sent", () => {
  const raw = toEditableRequest({ method: "POST", url: "http://a/", headers: [["x", "y"]] });
  expect(findRequestError(raw)).toBeNull();
  expect(findRequestError({ ...raw, method: "P OST" })).toMatch(/method/);
  expect(findRequestError({ ...raw, url: "agent.example" })).toMatch(/URL/);
  expect(findRequestError({ ...raw, headers: "a: b\nno colon" })).toMatch(/line 2/);
  expect(getNotEditableReason({ bodyB64: "AAEC" })).toMatch(/binary/);
  expect(getNotEditableReason({ framing: "grpc", bodyB64: "AAEC" })).toBeNull();
  expect(getNotEditableReason({})).toBeNull();
});

describe.each(["0.3", "1.0"] as const)("gRPC request, A2A %s", (version) => {
  const message = { text: "ünï 🌍", messageId: "m1", contextId: null, taskId: null };
  const sent = encodeCall(
    { operation: "stream", message },
    { url: "http://agent.example:50051/", binding: "grpc", version, id: "1", freshId: "f" },
  );
  const valueIn = ({ url, bodyB64 = "" }: { url: string; bodyB64?: string }) =>
    readGrpcBody(url, bodyB64)?.value;

  test("is edited as JSON and encoded again", () => {
    const raw = toEditableRequest(sent);
    expect(JSON.parse(raw.body)).toEqual(valueIn(sent));
    const changed = { ...raw, body: raw.body.replace("ünï", "another") };
    const request = toOutgoingRequest(changed);
    expect(request).toMatchObject({ method: "POST", url: sent.url, framing: "grpc" });
    expect(request.body).toBeUndefined();
    expect(JSON.stringify(valueIn(request))).toBe(
      JSON.stringify(valueIn(sent)).replace("ünï", "another"),
    );
  });

  test("is sent byte for byte if it was not edited", () => {
    // An unknown field after all others.
    const message = Uint8Array.from([
      ...decodeBase64(sent.bodyB64 ?? "").subarray(5),
      0xb8,
      0x3e,
      7,
    ]);
    const bodyB64 = encodeBase64(encodeGrpcFrame(message));
    expect(toOutgoingRequest(toEditableRequest({ ...sent, bodyB64 })).bodyB64).toBe(bodyB64);
  });

  test("can be raw bytes, and is an error if it is not a message", () => {
    const raw = toEditableRequest(sent);
    const bytes = Uint8Array.from([0xff, 0, 1]);
    const odd = toOutgoingRequest({ ...raw, body: JSON.stringify(encodeBase64(bytes)) });
    expect(odd.bodyB64).toBe(encodeBase64(encodeGrpcFrame(bytes)));
    expect(parseGrpcBody({ ...raw, body: "{ no" })).toMatch(/Only JSON/);
    expect(parseGrpcBody({ ...raw, body: "[]" })).toMatch(/object/);
    expect(parseGrpcBody({ ...raw, body: '"%"' })).toMatch(/base64/);
    expect(parseGrpcBody({ ...raw, url: "http://a/other.Service/Do" })).toMatch(
      /Do takes is unknown/,
    );
    const extra = parseGrpcBody({ ...raw, body: '{"colour":"red"}' });
    expect(extra).toMatchObject({ omitted: ["colour"] });
  });

  test("can have new IDs", () => {
    const { method, url, bodyB64 = "" } = sent;
    const headers = [[":authority", "agent.example:50051"], ...sent.headers] as const;
    const raw = toEditableRecordedRequest({ x: "x1", method, url, headers, bodyB64 });
    expect(findRequestError(raw)).toBeNull();
    const request = toOutgoingRequest(renewIds(raw, () => "fresh"));
    expect(valueIn(request)).toEqual(
      JSON.parse(JSON.stringify(valueIn(sent)).replace('"m1"', '"fresh"')),
    );
  });
});

test("shows the bytes of a gRPC request to an unknown method", () => {
  const bodyB64 = encodeBase64(encodeGrpcFrame(Uint8Array.from([8, 1])));
  const raw = toEditableRequest({ method: "POST", url: "http://a/x.Y/Z", headers: [], bodyB64 });
  expect(raw.body).toBe('"CAE="');
  expect(toOutgoingRequest(raw).bodyB64).toBe(bodyB64);
});
