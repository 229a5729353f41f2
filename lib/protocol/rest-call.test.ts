import fc from "fast-check";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../fixtures/operations.ts";
import type { Call } from "./call.ts";
import { encodeCall } from "./encode/encode.ts";
import type { Operation } from "./model.ts";
import { isRest03Url, parseRestCall } from "./rest-call.ts";
import type { Version } from "./versions.ts";

function callOf(operation: Operation, taskId: string): Call {
  const message = { text: "hi", messageId: "m", contextId: null, taskId: null };
  switch (operation) {
    case "send":
    case "stream":
      return { operation, message };
    case "list":
      return { operation, filter: { pageSize: 2 } };
    case "push-set":
      return { operation, taskId, config: { url: "https://c.example/hook" } };
    case "push-get":
    case "push-delete":
      return { operation, taskId, configId: "p:1" };
    case "extended-card":
      return { operation };
    default:
      return { operation, taskId };
  }
}

const NO_TASK: ReadonlySet<Operation> = new Set(["send", "stream", "list", "extended-card"]);

test("what is encoded for HTTP+JSON is read back by verb and path, whatever the ids are", () => {
  const versions: readonly Version[] = ["0.3", "1.0", "1.1"];
  const bases = ["https://a.example", "https://a.example/v1", "https://a.example/deep/er/?key=1"];
  fc.assert(
    fc.property(
      fc.constantFrom(...OPERATIONS),
      fc.constantFrom(...versions),
      fc.constantFrom(...bases),
      // A URL cannot carry these two as a segment of their own, whatever stands for them.
      fc.string({ minLength: 1, unit: "binary" }).filter((id) => !/^\.{1,2}$/.test(id)),
      fc.option(fc.constantFrom("acme", "a/b c"), { nil: undefined }),
      (operation, version, base, taskId, tenant) => {
        const target = { url: base, binding: "rest", version, id: "r", freshId: "f" } as const;
        const request = encodeCall(callOf(operation, taskId), {
          ...target,
          ...(tenant !== undefined && { tenant }),
        });
        const read = parseRestCall(request.method, request.url);
        // The card of 0.3 lies where others publish theirs: fetching it is looking the agent up.
        if (operation === "extended-card" && version === "0.3") expect(read).toBeNull();
        else
          expect(read).toMatchObject({ operation, taskId: NO_TASK.has(operation) ? null : taskId });
      },
    ),
  );
});

test("operations are called as the protocol writes them", () => {
  const at = (verb: string, path: string) =>
    parseRestCall(verb, `https://a.example${path}`)?.method;
  expect(at("GET", "/tasks/t%2F1?historyLength=3")).toBe("GET tasks/{id}");
  expect(at("POST", "/v1/tasks/t1:cancel")).toBe("POST tasks/{id}:cancel");
  expect(at("GET", "/acme/tasks/t1:subscribe")).toBe("GET tasks/{id}:subscribe");
  expect(at("GET", "/tasks/?pageSize=2")).toBe("GET tasks");
  expect(at("DELETE", "/tasks/t1/pushNotificationConfigs/p1")).toBe(
    "DELETE tasks/{id}/pushNotificationConfigs/{id}",
  );
  expect(at("GET", "/extendedAgentCard")).toBe("GET extendedAgentCard");
});

test("an id that was never encoded is kept unchanged", () => {
  expect(parseRestCall("POST", "https://a.example/tasks/a:b:cancel")?.taskId).toBe("a:b");
  expect(parseRestCall("GET", "https://a.example/tasks/100%")?.taskId).toBe("100%");
});

test("other methods and paths are unknown", () => {
  for (const [verb, path] of [
    ["GET", "/.well-known/agent-card.json"],
    ["GET", "/v1/card"],
    ["POST", "/tasks"],
    ["DELETE", "/tasks/t1"],
    ["POST", "/message:other"],
    ["GET", "/"],
  ] as const) {
    expect(parseRestCall(verb, `https://a.example${path}`)).toBeNull();
  }
});

test("the paths of 0.3 are distinguished from those of 1.0", () => {
  expect(isRest03Url("https://a.example/v1/tasks?status=x")).toBe(true);
  expect(isRest03Url("https://a.example/v1/tasks/t:cancel")).toBe(true);
  expect(isRest03Url("https://a.example/tasks")).toBe(false);
  expect(isRest03Url("https://a.example/v1/tasksets")).toBe(false);
});
