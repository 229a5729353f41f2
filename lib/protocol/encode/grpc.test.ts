import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../../fixtures/operations.ts";
import { decodeBase64 } from "../../text/utf8.ts";
import type { Call } from "../call.ts";
import { decodeProtobuf } from "../grpc/decode.ts";
import { parseGrpcCall } from "../grpc/services.ts";
import type { Operation } from "../model.ts";
import { readRecordedRequest } from "../request-from-record.ts";
import type { Version } from "../versions.ts";
import { encodeCall } from "./encode.ts";

const TARGET = {
  url: "http://agent.test:50051/ignored",
  binding: "grpc",
  id: "r1",
  freshId: "fresh",
} as const;

const message = { text: "hi 🌍", messageId: "m1", contextId: "c1", taskId: "t1" };

function sent(call: Call, version: Version, more: object = {}) {
  const request = encodeCall(call, { ...TARGET, version, ...more });
  const bytes = decodeBase64(request.bodyB64 ?? "");
  const { schema, request: type } = parseGrpcCall(request.url);
  return {
    ...request,
    prefix: [...bytes.subarray(0, 5)],
    ...decodeProtobuf(schema, type, bytes.subarray(5)),
  };
}

describe("a streaming send", () => {
  test("in 1.0 names its package, its version and its extensions in lower case", () => {
    const extensions = ["https://x.example/e/v1"];
    const call: Call = { operation: "stream", message };
    const { url, method, headers, framing, body, prefix, value, bodyB64 } = sent(call, "1.0", {
      extensions,
      tenant: "acme",
    });
    expect(url).toBe("http://agent.test:50051/lf.a2a.v1.A2AService/SendStreamingMessage");
    expect([method, framing, body]).toEqual(["POST", "grpc", undefined]);
    expect(headers).toEqual([
      ["content-type", "application/grpc+proto"],
      ["te", "trailers"],
      ["a2a-version", "1.0"],
      ["a2a-extensions", "https://x.example/e/v1"],
    ]);
    expect(prefix).toEqual([0, 0, 0, 0, decodeBase64(bodyB64 ?? "").length - 5]);
    expect(value).toEqual({
      tenant: "acme",
      message: {
        messageId: "m1",
        role: "ROLE_USER",
        contextId: "c1",
        taskId: "t1",
        parts: [{ text: "hi 🌍" }],
      },
    });
  });

  test("in 0.3 has its own package and shape", () => {
    const { url, headers, value } = sent({ operation: "stream", message }, "0.3", {
      extensions: ["u"],
    });
    expect(url).toBe("http://agent.test:50051/a2a.v1.A2AService/SendStreamingMessage");
    expect(headers).toContainEqual(["x-a2a-extensions", "u"]);
    expect(headers.map(([name]) => name)).not.toContain("a2a-version");
    expect(value).toMatchObject({ message: { content: [{ text: "hi 🌍" }], taskId: "t1" } });
  });
});

const CALLS: Readonly<Record<Operation, Call>> = {
  stream: { operation: "stream", message },
  send: { operation: "send", message },
  get: { operation: "get", taskId: "t1", historyLength: 0 },
  list: { operation: "list", filter: { state: "working", pageSize: 3 } },
  cancel: { operation: "cancel", taskId: "t1", metadata: { why: "late" } },
  subscribe: { operation: "subscribe", taskId: "t1" },
  "push-set": { operation: "push-set", taskId: "t1", config: { id: "p1", url: "http://h/" } },
  "push-get": { operation: "push-get", taskId: "t1", configId: "p1" },
  "push-list": { operation: "push-list", taskId: "t1" },
  "push-delete": { operation: "push-delete", taskId: "t1", configId: "p1" },
  "extended-card": { operation: "extended-card" },
};

describe.each(["0.3", "1.0"] as const)("%s", (version) => {
  test.each(OPERATIONS)(
    "%s is read back as what was meant, and all of it could be said",
    (operation) => {
      if (version === "0.3" && operation === "list") return;
      const { url, method, headers, bodyB64 = "", omitted } = sent(CALLS[operation], version);
      expect(omitted ?? []).toEqual([]);
      const asked = readRecordedRequest({
        r: "open",
        x: "x1",
        t: 0,
        method,
        url,
        headers,
        framing: "grpc",
        bodyB64,
      });
      const taskId = operation === "list" || operation === "extended-card" ? null : "t1";
      expect(asked).toMatchObject({ operation, taskId, id: null });
      expect(asked?.message?.parts).toEqual(
        operation === "send" || operation === "stream"
          ? [{ kind: "text", text: "hi 🌍" }]
          : undefined,
      );
    },
  );
});

test("what is asked of a task of 1.0 says so to the field", () => {
  expect(sent(CALLS.get, "1.0").value).toEqual({ id: "t1", historyLength: 0 });
  expect(sent(CALLS.list, "1.0").value).toEqual({ status: "TASK_STATE_WORKING", pageSize: 3 });
  expect(sent(CALLS.cancel, "1.0").value).toEqual({ id: "t1", metadata: { why: "late" } });
});
