import fc from "fast-check";
import { expect, test } from "vitest";
import type { OpenRecord } from "../wire/record.ts";
import type { Call, OutgoingMessage } from "./call.ts";
import { readRecordedCall } from "./call-from-recording.ts";
import { encodeCall } from "./encode/encode.ts";
import { getUndefinedReason } from "./encode/operations.ts";
import type { Binding, Version } from "./versions.ts";

const WAYS: readonly (readonly [Version, Binding])[] = [
  ["0.1", "jsonrpc"],
  ["0.2", "jsonrpc"],
  ["0.3", "jsonrpc"],
  ["0.3", "rest"],
  ["0.3", "grpc"],
  ["1.0", "jsonrpc"],
  ["1.0", "rest"],
  ["1.0", "grpc"],
];

const id = fc.constantFrom("task-1", "a b", "ünï");
const words = fc.constantFrom("plan a trip", "", "Grüße 🌍");
const data = fc.constantFrom({ a: 1 }, { deep: [{ b: "x" }] });
const part = fc.oneof(
  words.map((text) => ({ kind: "text" as const, text })),
  data.map((value) => ({ kind: "data" as const, data: value })),
  fc.constant({ kind: "file" as const, name: "f.txt", mediaType: "text/plain", bytes: "aGk=" }),
);
const message: fc.Arbitrary<OutgoingMessage> = fc
  .record({
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    taskId: fc.option(id),
    contextId: fc.option(fc.constant("context-1")),
    metadata: fc.constantFrom({}, { k: "v" }),
  })
  .map(({ parts, taskId, contextId, metadata }) => ({
    text: parts.map((one) => (one.kind === "text" ? one.text : "")).join(""),
    messageId: "message-1",
    taskId,
    contextId,
    content: { parts, metadata, extensions: [], referenceTaskIds: [], secrets: [] },
  }));

const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    operation: fc.constantFrom("send" as const, "stream" as const),
    message,
    options: fc.constantFrom({}, { historyLength: 3 }, { acceptedOutputModes: ["text/plain"] }),
  }),
  fc.record({ operation: fc.constant("get" as const), taskId: id }),
  fc.record({ operation: fc.constant("get" as const), taskId: id, historyLength: fc.constant(2) }),
  fc.record({ operation: fc.constantFrom("cancel" as const, "subscribe" as const), taskId: id }),
  fc.record({
    operation: fc.constant("list" as const),
    filter: fc.constantFrom({}, { pageSize: 5, state: "working" as const }, { contextId: "c" }),
  }),
  fc.constant({ operation: "extended-card" as const }),
);

test("a request is read back as its call, in every version and binding", () => {
  const property = fc.property(call, fc.constantFrom(...WAYS), (made, [version, binding]) => {
    // Over HTTP+JSON the card of 0.3 is fetched from a path like any other.
    fc.pre(made.operation !== "extended-card" || version === "1.0" || binding !== "rest");
    fc.pre(made.operation !== "extended-card" || version !== "0.2");
    fc.pre(getUndefinedReason(made.operation, version, binding) === null);
    const target = { url: "http://agent.example/a2a", binding, version, id: "r", freshId: "fresh" };
    const { omitted, secrets, ...request } = encodeCall(made, target);
    const open: OpenRecord = { r: "open", x: "x1", t: 0, ...request };
    const found = readRecordedCall(open);
    if (found === null || typeof found === "string") throw new Error(String(found));
    expect(found.omitted).toEqual([]);
    expect(found.hasClientIds).toBe(version === "0.1" && "message" in made);
    expect(found.call).toEqual(asFarAs(made, version));
  });
  fc.assert(property, { numRuns: 400 });
});

/** In 0.1 messages have no id of their own, and the client makes up the others. */
function asFarAs(made: Call, version: Version): Call {
  if (version !== "0.1" || !("message" in made)) return made;
  const { taskId, contextId } = made.message;
  return {
    ...made,
    message: {
      ...made.message,
      messageId: "",
      taskId: taskId ?? "fresh",
      contextId: contextId ?? "fresh",
    },
  };
}

const rpc = (method: string, params: object): OpenRecord => ({
  r: "open",
  x: "x1",
  t: 0,
  method: "POST",
  url: "http://agent.example/",
  headers: [],
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

test("the push notification configuration is left out and listed as omitted", () => {
  const parts = [{ kind: "text", text: "hi" }];
  const params = {
    message: { role: "user", messageId: "m", parts },
    configuration: { blocking: false, pushNotificationConfig: { url: "https://example.org" } },
  };
  expect(readRecordedCall(rpc("message/send", params))).toMatchObject({
    call: { operation: "send", options: { returnImmediately: true } },
    omitted: ["push notification configuration"],
  });
  expect(JSON.stringify(readRecordedCall(rpc("message/send", params)))).not.toContain(
    "example.org",
  );
  expect(readRecordedCall(rpc("tasks/pushNotificationConfig/set", { taskId: "t" }))).toMatch(
    /not taken from a log/,
  );
});

test("an unknown operation gives null, and a page of another agent's list is rejected", () => {
  expect(readRecordedCall(rpc("company/own", {}))).toBeNull();
  expect(readRecordedCall({ ...rpc("x", {}), body: "{broken" })).toBeNull();
  expect(readRecordedCall(rpc("ListTasks", { pageToken: "p2" }))).toMatch(
    /token from the recorded agent/,
  );
});
