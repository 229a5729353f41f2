import { describe, expect, test } from "vitest";
import {
  EMPTY_FIELDS,
  FIELDS_BY_OPERATION,
  type FormOperation,
  type OperationFields,
  parseOperationCall,
} from "./operation-fields.ts";

const made = (operation: FormOperation, fields: Partial<OperationFields>) =>
  parseOperationCall(operation, { ...EMPTY_FIELDS, ...fields });

describe("parseOperationCall", () => {
  test.each<[FormOperation, Partial<OperationFields>, object]>([
    ["get", { taskId: " t1 " }, { taskId: "t1" }],
    ["get", { taskId: "t1", historyLength: "0" }, { taskId: "t1", historyLength: 0 }],
    ["list", {}, { filter: {} }],
    [
      "list",
      { state: "working", pageSize: "2", contextId: "c", includeArtifacts: true, pageToken: "p" },
      {
        filter: {
          state: "working",
          pageSize: 2,
          contextId: "c",
          includeArtifacts: true,
          pageToken: "p",
        },
      },
    ],
    [
      "list",
      { changedAfter: "2026-03-01T12:00:00Z" },
      { filter: { changedAfter: "2026-03-01T12:00:00Z" } },
    ],
    ["cancel", { taskId: "t1", metadata: '{"why": 1}' }, { taskId: "t1", metadata: { why: 1 } }],
    ["subscribe", { taskId: "t1", historyLength: "x" }, { taskId: "t1" }],
    [
      "push-set",
      { taskId: "t1", url: "https://c.example/hook" },
      { taskId: "t1", config: { url: "https://c.example/hook" } },
    ],
    [
      "push-set",
      { taskId: "t1", url: "https://c.example", configId: "p", token: "k", scheme: "Bearer" },
      {
        taskId: "t1",
        config: {
          id: "p",
          url: "https://c.example",
          token: "k",
          authentication: { scheme: "Bearer" },
        },
      },
    ],
    ["push-delete", { taskId: "t1", configId: "p" }, { taskId: "t1", configId: "p" }],
    ["extended-card", {}, {}],
  ])("%s %j", (operation, fields, expected) => {
    expect(made(operation, fields)).toEqual({ operation, ...expected });
  });
});

describe("parseOperationCall reports the first invalid field", () => {
  test.each<[FormOperation, Partial<OperationFields>, string]>([
    ["get", {}, "taskId"],
    ["get", { taskId: "t", historyLength: "-1" }, "historyLength"],
    ["list", { pageSize: "many" }, "pageSize"],
    ["list", { changedAfter: "yesterday" }, "changedAfter"],
    ["list", { changedAfter: "2026-13-41T12:00:00Z" }, "changedAfter"],
    ["cancel", { taskId: "t", metadata: "[1]" }, "metadata"],
    ["push-set", { taskId: "t", url: "c.example/hook" }, "url"],
    ["push-set", { taskId: "t", url: "https://c.example", credentials: "x" }, "credentials"],
    ["push-get", { taskId: "t" }, "configId"],
  ])("%s %j", (operation, fields, field) => {
    expect(made(operation, fields)).toMatchObject({ field });
  });
});

test("validates only the fields of the operation", () => {
  for (const operation of Object.keys(FIELDS_BY_OPERATION) as FormOperation[]) {
    const call = made(operation, { taskId: "t", configId: "p", url: "https://c.example" });
    expect(call).toMatchObject({ operation });
  }
});
