import { describe, expect, test } from "vitest";
import type { Call } from "../call.ts";
import { isObject } from "../json.ts";
import { isRpcRequest, readRpcRequest } from "../request.ts";
import type { Version } from "../versions.ts";
import { encodeCall } from "./encode.ts";
import { getMethodName } from "./operations.ts";
import { getEncodingVersion } from "./request-format.ts";

const TARGET = {
  url: "http://agent.test/rpc",
  binding: "jsonrpc",
  id: "r1",
  freshId: "fresh",
} as const;

function encoded(call: Call, version: Version) {
  const request = encodeCall(call, { ...TARGET, version });
  return { ...request, json: JSON.parse(request.body ?? "") as unknown };
}

const message = { text: "hi 🌍", messageId: "m1", contextId: "c1", taskId: "t1" };
const begin = { text: "hi", messageId: "m1", contextId: null, taskId: null };

describe("a streaming send that continues a task", () => {
  test("0.1 names task and session in the params, and no message id", () => {
    const { json } = encoded({ operation: "stream", message }, "0.1");
    expect(json).toEqual({
      jsonrpc: "2.0",
      id: "r1",
      method: "tasks/sendSubscribe",
      params: {
        id: "t1",
        sessionId: "c1",
        message: { role: "user", parts: [{ type: "text", text: "hi 🌍" }] },
      },
    });
  });

  test.each(["0.2", "0.3"] as const)("%s tells parts and message by kind", (version) => {
    const { json, headers } = encoded({ operation: "stream", message }, version);
    expect(json).toEqual({
      jsonrpc: "2.0",
      id: "r1",
      method: "message/stream",
      params: {
        message: {
          kind: "message",
          role: "user",
          messageId: "m1",
          contextId: "c1",
          taskId: "t1",
          parts: [{ kind: "text", text: "hi 🌍" }],
        },
      },
    });
    expect(headers.map(([name]) => name)).not.toContain("A2A-Version");
  });

  test("1.0 names its version in a header and its role in capitals", () => {
    const { json, headers } = encoded({ operation: "stream", message }, "1.0");
    expect(json).toMatchObject({
      method: "SendStreamingMessage",
      params: { message: { role: "ROLE_USER", taskId: "t1", parts: [{ text: "hi 🌍" }] } },
    });
    expect(headers).toContainEqual(["A2A-Version", "1.0"]);
    expect(headers).toContainEqual(["accept", "text/event-stream"]);
  });
});

test("a new task names no ids, except in 0.1 where the client makes them", () => {
  expect(encoded({ operation: "send", message: begin }, "1.0").json).toMatchObject({
    params: { message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "hi" }] } },
  });
  expect(encoded({ operation: "send", message: begin }, "1.0").body).not.toMatch(
    /taskId|contextId/,
  );
  expect(encoded({ operation: "send", message: begin }, "0.3").body).not.toMatch(
    /taskId|contextId/,
  );
  expect(encoded({ operation: "send", message: begin }, "0.1").json).toMatchObject({
    params: { id: "fresh", sessionId: "fresh" },
  });
});

test("a plain send asks for JSON and, where waiting is a choice, to wait", () => {
  const { json, headers } = encoded({ operation: "send", message: begin }, "0.3");
  expect(json).toMatchObject({ params: { configuration: { blocking: true } } });
  expect(headers).toContainEqual(["accept", "application/json"]);
});

test.each(["0.1", "0.2", "0.3", "1.0", "1.1", "unknown"] as const)(
  "what %s sends is read back as what was meant",
  (version) => {
    for (const operation of ["send", "stream"] as const) {
      const { json } = encoded({ operation, message }, version);
      if (!isObject(json) || !isRpcRequest(json)) throw new Error("no request");
      const read = readRpcRequest(json, { evidence: 0, decodeIssues: 0, rest03: false });
      expect(read).toMatchObject({ id: "r1", operation, taskId: "t1" });
      expect(read.message?.parts).toEqual([{ kind: "text", text: "hi 🌍" }]);
      expect(read.method).toBe(getMethodName(operation, version));
    }
    for (const operation of ["get", "cancel", "subscribe"] as const) {
      const { json } = encoded({ operation, taskId: "t9" }, version);
      if (!isObject(json)) throw new Error("no request");
      const read = readRpcRequest(json, { evidence: 0, decodeIssues: 0, rest03: false });
      expect(read).toMatchObject({ operation, taskId: "t9", message: null });
    }
  },
);

test("versions that are one on the wire share a generation", () => {
  expect(getEncodingVersion("0.2")).toBe(getEncodingVersion("0.3"));
  expect(getEncodingVersion("1.1")).toBe(getEncodingVersion("1.0"));
  expect(getEncodingVersion("blog")).toBe(getEncodingVersion("0.1"));
});

describe("a message of more than text", () => {
  const content = {
    parts: [
      { kind: "data" as const, data: { yes: true }, metadata: { type: "answer" } },
      { kind: "file" as const, name: "a.txt", mediaType: "text/plain", bytes: "aGk=" },
    ],
    metadata: { "https://x.example/ask/v1": { key: "s3cret" } },
    extensions: ["https://x.example/ask/v1"],
    secrets: ["s3cret"],
  };
  const call: Call = { operation: "stream", message: { ...message, text: "", content } };

  test("1.0 tells parts by their members, and names its extensions twice", () => {
    const { json, headers, secrets } = encoded(call, "1.0");
    expect(json).toMatchObject({
      params: {
        message: {
          parts: [
            { data: { yes: true }, metadata: { type: "answer" } },
            { raw: "aGk=", filename: "a.txt", mediaType: "text/plain" },
          ],
          metadata: content.metadata,
          extensions: content.extensions,
        },
      },
    });
    expect(headers.map(([, value]) => value)).toContain("https://x.example/ask/v1");
    expect(secrets).toEqual(["s3cret"]);
  });

  test.each([
    ["0.3", "kind"],
    ["0.1", "type"],
  ] as const)("%s tells parts by their %s", (version, kind) => {
    expect(encoded(call, version).json).toMatchObject({
      params: {
        message: {
          parts: [
            { [kind]: "data", data: { yes: true } },
            { [kind]: "file", file: { name: "a.txt", mimeType: "text/plain", bytes: "aGk=" } },
          ],
          metadata: content.metadata,
        },
      },
    });
  });
});

test("a list without a filter has params all the same, which servers want to see", () => {
  const list: Call = { operation: "list", filter: {} };
  expect(encoded(list, "1.0").json).toEqual({
    jsonrpc: "2.0",
    id: "r1",
    method: "ListTasks",
    params: {},
  });
});
