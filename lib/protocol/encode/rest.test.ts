// Where each operation lies in HTTP+JSON, as the specifications of 0.3 and 1.0 have it.
import { expect, test } from "vitest";
import type { Call } from "../call.ts";
import { encodeRest } from "./rest.ts";

const BASE = "https://agent.test/a2a?key=1";
const at = (call: Call, version: "0.3" | "1.0", tenant?: string) => {
  const target = { version, freshId: "f", ...(tenant !== undefined && { tenant }) };
  const { method, url, body } = encodeRest(call, BASE, target);
  return [`${method} ${url.slice("https://agent.test/a2a".length)}`, body];
};

const taskId = "a/b c";
const config = { id: "p", url: "http://me.test/" };

test.each<[Call, string, string]>([
  [
    { operation: "get", taskId, historyLength: 2 },
    "GET /v1/tasks/a%2Fb%20c?key=1&historyLength=2",
    "GET /tasks/a%2Fb%20c?key=1&historyLength=2",
  ],
  [
    { operation: "cancel", taskId: "t" },
    "POST /v1/tasks/t:cancel?key=1",
    "POST /tasks/t:cancel?key=1",
  ],
  [
    { operation: "subscribe", taskId: "t" },
    "POST /v1/tasks/t:subscribe?key=1",
    "POST /tasks/t:subscribe?key=1",
  ],
  [
    { operation: "push-list", taskId: "t" },
    "GET /v1/tasks/t/pushNotificationConfigs?key=1",
    "GET /tasks/t/pushNotificationConfigs?key=1",
  ],
  [
    { operation: "push-get", taskId: "t", configId: "p/1" },
    "GET /v1/tasks/t/pushNotificationConfigs/p%2F1?key=1",
    "GET /tasks/t/pushNotificationConfigs/p%2F1?key=1",
  ],
  [
    { operation: "push-delete", taskId: "t", configId: "p" },
    "DELETE /v1/tasks/t/pushNotificationConfigs/p?key=1",
    "DELETE /tasks/t/pushNotificationConfigs/p?key=1",
  ],
  [{ operation: "extended-card" }, "GET /v1/card?key=1", "GET /extendedAgentCard?key=1"],
])("%j", (call, in03, in10) => {
  expect(at(call, "0.3")).toEqual([in03, undefined]);
  expect(at(call, "1.0")).toEqual([in10, undefined]);
});

test("a push configuration is named twice in 0.3, and lies flat in 1.0", () => {
  const call: Call = { operation: "push-set", taskId: "t", config };
  expect(at(call, "0.3")).toEqual([
    "POST /v1/tasks/t/pushNotificationConfigs?key=1",
    {
      parent: "tasks/t",
      configId: "p",
      config: {
        name: "tasks/t/pushNotificationConfigs/p",
        pushNotificationConfig: { id: "p", url: "http://me.test/" },
      },
    },
  ]);
  expect(at(call, "1.0")).toEqual([
    "POST /tasks/t/pushNotificationConfigs?key=1",
    { taskId: "t", id: "p", url: "http://me.test/" },
  ]);
});

test("a list is asked for in the query, below its tenant", () => {
  const filter = {
    contextId: "c&",
    state: "auth-required",
    pageSize: 5,
    includeArtifacts: false,
  } as const;
  expect(at({ operation: "list", filter }, "1.0", "acme/x")).toEqual([
    "GET /acme%2Fx/tasks?key=1&contextId=c%26&pageSize=5&includeArtifacts=false&status=TASK_STATE_AUTH_REQUIRED",
    undefined,
  ]);
});

test("a base that ends in /v1 is not prefixed twice", () => {
  const { url } = encodeRest({ operation: "get", taskId: "t" }, "https://agent.test/x/v1/", {
    version: "0.3",
    freshId: "f",
  });
  expect(url).toBe("https://agent.test/x/v1/tasks/t");
});
