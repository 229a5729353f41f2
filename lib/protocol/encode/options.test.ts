// Send options, parts of messages and push configurations in the format of each version, written by
// hand here.
import { expect, test } from "vitest";
import type { Call, PushConfig, SendOptions } from "../call.ts";
import type { Part } from "../model.ts";
import type { Binding, Version } from "../versions.ts";
import { encodeCall } from "./encode.ts";

function sent(call: Call, version: Version, binding: Binding = "jsonrpc", tenant?: string) {
  const target = { url: "http://agent.test/base", id: "r1", freshId: "fresh", version, binding };
  const request = encodeCall(call, { ...target, ...(tenant !== undefined && { tenant }) });
  const json = request.body === undefined ? undefined : JSON.parse(request.body);
  return { ...request, json, params: binding === "jsonrpc" ? json?.params : json };
}

const plain = { text: "hi", messageId: "m1", contextId: null, taskId: null };

const push: PushConfig = {
  id: "p1",
  url: "http://me.test/inbox",
  token: "word",
  authentication: { scheme: "Bearer", credentials: "key" },
};

const options: SendOptions = {
  acceptedOutputModes: ["text/plain"],
  historyLength: 0,
  returnImmediately: true,
  push,
  metadata: { trace: 1 },
};

const call: Call = { operation: "send", message: plain, options };

test("0.1 has the options beside the message, and no id of a push configuration", () => {
  expect(sent(call, "0.1").params).toEqual({
    id: "fresh",
    sessionId: "fresh",
    message: { role: "user", parts: [{ type: "text", text: "hi" }] },
    metadata: { trace: 1 },
    acceptedOutputModes: ["text/plain"],
    historyLength: 0,
    pushNotification: {
      url: "http://me.test/inbox",
      token: "word",
      authentication: { schemes: ["Bearer"], credentials: "key" },
    },
  });
});

test("0.3 blocks or does not", () => {
  expect(sent(call, "0.3").params).toMatchObject({
    metadata: { trace: 1 },
    configuration: {
      acceptedOutputModes: ["text/plain"],
      historyLength: 0,
      blocking: false,
      pushNotificationConfig: { id: "p1", authentication: { schemes: ["Bearer"] } },
    },
  });
});

test("0.3 in ProtoJSON has names of its own", () => {
  const { params, url, method } = sent(call, "0.3", "rest");
  expect({ method, url }).toEqual({
    method: "POST",
    url: "http://agent.test/base/v1/message:send",
  });
  expect(params).toEqual({
    message: { messageId: "m1", role: "ROLE_USER", content: [{ text: "hi" }] },
    metadata: { trace: 1 },
    configuration: {
      acceptedOutputModes: ["text/plain"],
      historyLength: 0,
      blocking: false,
      pushNotification: {
        id: "p1",
        url: "http://me.test/inbox",
        token: "word",
        authentication: { schemes: ["Bearer"], credentials: "key" },
      },
    },
  });
});

test("1.0 returns immediately, and knows one scheme", () => {
  expect(sent(call, "1.0", "jsonrpc", "acme").params).toEqual({
    tenant: "acme",
    message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "hi" }] },
    metadata: { trace: 1 },
    configuration: {
      acceptedOutputModes: ["text/plain"],
      historyLength: 0,
      returnImmediately: true,
      taskPushNotificationConfig: {
        id: "p1",
        url: "http://me.test/inbox",
        token: "word",
        authentication: { scheme: "Bearer", credentials: "key" },
      },
    },
  });
});

test("until 0.2.6 a configuration had to name its output modes", () => {
  const waiting: Call = { operation: "send", message: plain };
  expect(sent(waiting, "0.2").params.configuration).toEqual({
    acceptedOutputModes: [],
    blocking: true,
  });
  expect(sent(waiting, "0.3").params.configuration).toEqual({ blocking: true });
  expect(sent(waiting, "1.0").params.configuration).toBeUndefined();
});

test("generations are of 1.1 alone", () => {
  const guarded: Call = { operation: "send", message: plain, options: { ifGenerationMatch: "7" } };
  expect(sent(guarded, "1.1").params.configuration).toEqual({ ifGenerationMatch: "7" });
  expect(sent(guarded, "1.0").params.configuration).toBeUndefined();
  const get: Call = { operation: "get", taskId: "t", currentGeneration: "7" };
  expect(sent(get, "1.1").params).toEqual({ id: "t", currentGeneration: "7" });
  expect(sent(get, "1.1").headers).toContainEqual(["A2A-Version", "1.1"]);
  expect(sent(get, "1.0").params).toEqual({ id: "t" });
  expect(sent(get, "1.1", "rest").url).toBe("http://agent.test/base/tasks/t?currentGeneration=7");
});

test("what is pushed with is a secret", () => {
  expect(sent(call, "1.0").secrets).toEqual(["word", "key"]);
  expect(sent({ operation: "push-set", taskId: "t", config: push }, "0.3").secrets).toEqual([
    "word",
    "key",
  ]);
});

const parts: Part[] = [
  { kind: "text", text: "look" },
  { kind: "file", name: "a.png", mediaType: "image/png", bytes: "AAEC" },
  { kind: "file", mediaType: "text/csv", uri: "http://x.test/b.csv" },
  { kind: "data", data: { n: [1, null] }, metadata: { from: "me" } },
];
const content = {
  parts,
  metadata: { m: 1 },
  extensions: ["http://e.test/1"],
  referenceTaskIds: ["t0"],
  secrets: [],
};
const rich: Call = { operation: "stream", message: { ...plain, content } };

test.each<[Version, Binding, object]>([
  [
    "0.1",
    "jsonrpc",
    {
      role: "user",
      metadata: { m: 1 },
      parts: [
        { type: "text", text: "look" },
        { type: "file", file: { name: "a.png", mimeType: "image/png", bytes: "AAEC" } },
        { type: "file", file: { mimeType: "text/csv", uri: "http://x.test/b.csv" } },
        { type: "data", data: { n: [1, null] }, metadata: { from: "me" } },
      ],
    },
  ],
  [
    "0.3",
    "jsonrpc",
    {
      kind: "message",
      role: "user",
      messageId: "m1",
      metadata: { m: 1 },
      extensions: ["http://e.test/1"],
      referenceTaskIds: ["t0"],
      parts: [
        { kind: "text", text: "look" },
        { kind: "file", file: { name: "a.png", mimeType: "image/png", bytes: "AAEC" } },
        { kind: "file", file: { mimeType: "text/csv", uri: "http://x.test/b.csv" } },
        { kind: "data", data: { n: [1, null] }, metadata: { from: "me" } },
      ],
    },
  ],
  [
    "0.3",
    "rest",
    {
      role: "ROLE_USER",
      messageId: "m1",
      metadata: { m: 1 },
      extensions: ["http://e.test/1"],
      content: [
        { text: "look" },
        { file: { name: "a.png", mimeType: "image/png", fileWithBytes: "AAEC" } },
        { file: { mimeType: "text/csv", fileWithUri: "http://x.test/b.csv" } },
        { data: { data: { n: [1, null] } }, metadata: { from: "me" } },
      ],
    },
  ],
  [
    "1.0",
    "rest",
    {
      role: "ROLE_USER",
      messageId: "m1",
      metadata: { m: 1 },
      extensions: ["http://e.test/1"],
      referenceTaskIds: ["t0"],
      parts: [
        { text: "look" },
        { raw: "AAEC", filename: "a.png", mediaType: "image/png" },
        { url: "http://x.test/b.csv", mediaType: "text/csv" },
        { data: { n: [1, null] }, metadata: { from: "me" } },
      ],
    },
  ],
])("files and data in %s over %s", (version, binding, message) => {
  expect(sent(rich, version, binding).params.message).toEqual(message);
});
