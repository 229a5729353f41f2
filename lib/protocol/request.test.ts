import { describe, expect, test } from "vitest";
import { decodeOne } from "./decode.testkit.ts";
import type { Operation } from "./model.ts";
import { getSessionId, isRpcRequest, METHODS, readRestMessage, readRpcRequest } from "./request.ts";

const read = (o: { [key: string]: unknown }) =>
  readRpcRequest(o, { evidence: 0, decodeIssues: 0, rest03: false });

describe("every method is known by what it asks for, and by who has it", () => {
  const table: [Operation, { [version: string]: string[] }][] = [
    [
      "send",
      {
        "0.1": ["tasks/send"],
        "0.2": ["message/send"],
        "0.3": ["message/send"],
        "1.0": ["SendMessage"],
      },
    ],
    [
      "stream",
      {
        "0.1": ["tasks/sendSubscribe"],
        "0.2": ["message/stream"],
        "0.3": ["message/stream"],
        "1.0": ["SendStreamingMessage"],
      },
    ],
    [
      "get",
      { "0.1": ["tasks/get"], "0.2": ["tasks/get"], "0.3": ["tasks/get"], "1.0": ["GetTask"] },
    ],
    ["list", { "0.3": ["tasks/list"], "1.0": ["ListTasks"] }],
    [
      "cancel",
      {
        "0.1": ["tasks/cancel"],
        "0.2": ["tasks/cancel"],
        "0.3": ["tasks/cancel"],
        "1.0": ["CancelTask"],
      },
    ],
    [
      "subscribe",
      {
        "0.1": ["tasks/resubscribe"],
        "0.2": ["tasks/resubscribe"],
        "0.3": ["tasks/resubscribe"],
        "1.0": ["SubscribeToTask"],
      },
    ],
    [
      "push-set",
      {
        "0.1": ["tasks/pushNotification/set"],
        "0.2": ["tasks/pushNotificationConfig/set"],
        "0.3": ["tasks/pushNotificationConfig/set"],
        "1.0": ["CreateTaskPushNotificationConfig"],
      },
    ],
    [
      "push-get",
      {
        "0.1": ["tasks/pushNotification/get"],
        "0.2": ["tasks/pushNotificationConfig/get"],
        "0.3": ["tasks/pushNotificationConfig/get"],
        "1.0": ["GetTaskPushNotificationConfig"],
      },
    ],
    [
      "push-list",
      {
        "0.2": ["tasks/pushNotificationConfig/list"],
        "0.3": ["tasks/pushNotificationConfig/list"],
        "1.0": ["ListTaskPushNotificationConfigs", "ListTaskPushNotificationConfig"],
      },
    ],
    [
      "push-delete",
      {
        "0.2": ["tasks/pushNotificationConfig/delete"],
        "0.3": ["tasks/pushNotificationConfig/delete"],
        "1.0": ["DeleteTaskPushNotificationConfig"],
      },
    ],
    [
      "extended-card",
      {
        "0.3": ["agent/getAuthenticatedExtendedCard", "agent/authenticatedExtendedCard"],
        "1.0": ["GetExtendedAgentCard"],
      },
    ],
  ];

  test.each(table)("%s", (operation, byVersion) => {
    for (const [version, methods] of Object.entries(byVersion)) {
      for (const method of methods) {
        expect(METHODS.get(method)).toMatchObject({ operation });
        expect(METHODS.get(method)?.versions).toContain(version);
        expect(decodeOne({ jsonrpc: "2.0", id: 1, method, params: {} }).event).toMatchObject({
          kind: "request",
          request: { method, operation, id: 1 },
        });
      }
    }
  });

  test("and there are no others", () => {
    const names = table.flatMap(([, byVersion]) => Object.values(byVersion).flat());
    expect([...METHODS.keys()].sort()).toEqual([...new Set(names)].sort());
  });
});

test.each([
  [{ jsonrpc: "2.0", method: "anything" }, true],
  [{ method: "message/send" }, true],
  [{ method: "GET" }, false],
  [{ jsonrpc: "2.0", method: 1 }, false],
  [{ jsonrpc: "2.0", result: {} }, false],
])("%j is a request: %j", (o, expected) => {
  expect(isRpcRequest(o)).toBe(expected);
});

describe("the task that is meant", () => {
  const message = { role: "user", messageId: "m", parts: [] };
  test.each<[object, string | null]>([
    [{ message: { ...message, taskId: "t" } }, "t"],
    [{ message, id: "t" }, "t"],
    [{ message: { ...message, taskId: "t" }, id: "other" }, "t"],
    [{ id: "t" }, "t"],
    [{ taskId: "t" }, "t"],
    [{ id: "" }, null],
    [{ id: 7 }, null],
    [{ message }, null],
  ])("by %j is %j", (params, taskId) => {
    expect(read({ jsonrpc: "2.0", id: 1, method: "message/send", params }).taskId).toBe(taskId);
  });
});

test.each<[unknown, string | number | null]>([
  ["r1", "r1"],
  [0, 0],
  [null, null],
  [undefined, null],
  [{}, null],
])("the id %j is %j", (id, expected) => {
  expect(read({ jsonrpc: "2.0", id, method: "x" }).id).toBe(expected);
});

test("whoever asks without a role is the user", () => {
  const { message } = read({
    method: "message/send",
    params: { message: { parts: [{ text: "hi" }] } },
  });
  expect(message).toMatchObject({
    role: "user",
    rawRole: null,
    parts: [{ kind: "text", text: "hi" }],
  });
});

test("the session that a message of 0.1 is sent in is its context", () => {
  const message = { role: "user", parts: [{ type: "text", text: "hi" }] };
  const params = { id: "t", sessionId: "s", message };
  for (const method of ["tasks/send", "tasks/sendSubscribe"]) {
    expect(read({ method, params }).message?.contextId).toBe("s");
    expect(getSessionId(read({ method, params }))).toBe("s");
  }
  const later = read({ method: "message/send", params });
  expect(later.message?.contextId).toBeNull();
  expect(getSessionId(later)).toBeNull();
});

test("a REST body is its message", () => {
  const flags = { evidence: 0, decodeIssues: 0, rest03: true };
  const body = {
    message: { role: "ROLE_USER", content: [{ text: "hi" }], taskId: "t" },
    configuration: {},
  };
  expect(readRestMessage(body, flags)).toMatchObject({
    role: "user",
    taskId: "t",
    parts: [{ text: "hi" }],
  });
  expect(readRestMessage({ configuration: {} }, flags)).toBeNull();
});
