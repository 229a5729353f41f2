import { describe, expect, test } from "vitest";
import { createRpcResponse, decode, decodeOne } from "./decode.testkit.ts";
import type { Operation } from "./model.ts";

const config = {
  id: "p1",
  taskId: "t1",
  url: "https://c.example/hook",
  hasToken: true,
  schemes: ["Bearer"],
  hasCredentials: true,
};
const inner = {
  id: "p1",
  url: config.url,
  token: "tok-secret",
  authentication: { schemes: ["Bearer"], credentials: "cred-secret" },
};
const { id: _, ...nameless } = inner;
const flat = {
  id: "p1",
  taskId: "t1",
  url: config.url,
  token: "tok-secret",
  authentication: { scheme: "Bearer", credentials: "cred-secret" },
};
const named = { name: "tasks/t1/pushNotificationConfigs/p1", pushNotificationConfig: nameless };

const read = (value: unknown, operation: Operation | null) => decodeOne(value, { operation }).event;

describe("a push configuration in the shape of each version", () => {
  test.each([
    [
      "0.1",
      createRpcResponse({ id: "t1", pushNotificationConfig: nameless }),
      { ...config, id: null },
    ],
    ["0.3", createRpcResponse({ taskId: "t1", pushNotificationConfig: inner }), config],
    ["0.3 over HTTP+JSON", named, config],
    ["0.3 over HTTP+JSON, wrapped", { config: named }, config],
    [
      "the candidate of 1.0",
      createRpcResponse({ id: "p1", taskId: "t1", pushNotificationConfig: nameless }),
      config,
    ],
    ["1.0", createRpcResponse(flat), config],
    ["1.0 over HTTP+JSON", flat, config],
  ])("%s", (_version, value, expected) => {
    for (const operation of ["push-set", "push-get"] as const) {
      expect(read(value, operation)).toEqual({
        kind: "configs",
        configs: [expected],
        isList: false,
        nextPageToken: null,
      });
    }
  });

  test("without a token or authentication, and with a scheme alone", () => {
    const bare = { taskId: "t1", id: "p1", url: config.url };
    expect(read(bare, "push-get")).toMatchObject({
      configs: [{ hasToken: false, schemes: [], hasCredentials: false }],
    });
    const scheme = { ...bare, authentication: { scheme: "Basic" } };
    expect(read(scheme, "push-get")).toMatchObject({
      configs: [{ schemes: ["Basic"], hasCredentials: false }],
    });
  });
});

describe("lists of push configurations", () => {
  test.each([
    [
      "an array in JSON-RPC",
      createRpcResponse([{ taskId: "t1", pushNotificationConfig: inner }]),
      null,
    ],
    ["an array over HTTP+JSON", [named], null],
    ["a page of 1.0", createRpcResponse({ configs: [flat], nextPageToken: "" }), ""],
    ["a page with more", { configs: [flat], nextPageToken: "p2" }, "p2"],
  ])("%s", (_shape, value, nextPageToken) => {
    const expected = { kind: "configs", configs: [config], isList: true, nextPageToken };
    expect(read(value, "push-list")).toEqual(expected);
  });

  test("an empty one has none", () => {
    expect(read([], "push-list")).toMatchObject({ kind: "configs", configs: [], isList: true });
    expect(read(createRpcResponse({ configs: [] }), "push-list")).toMatchObject({
      configs: [],
      isList: true,
    });
  });
});

test.each([[createRpcResponse(null)], [createRpcResponse({})], [{}]])(
  "a deletion says nothing and is done: %j",
  (value) => {
    expect(read(value, "push-delete")).toEqual({
      kind: "answer",
      title: "Push notification configuration deleted",
    });
  },
);

describe("where nobody knows what was asked, the shapes tell by themselves", () => {
  const nested = { taskId: "t1", pushNotificationConfig: inner };
  test.each<[unknown, boolean, string[]]>([
    [nested, false, ["PushNested"]],
    [named, false, ["PushNested"]],
    [flat, false, ["PushFlat"]],
    [[nested, nested], true, ["PushNested"]],
    [{ configs: [named] }, true, ["PushNested"]],
    [{ configs: [flat, flat], nextPageToken: "" }, true, ["PushFlat"]],
    [{ configs: [{ id: "p1", url: config.url }] }, true, []],
    [{ id: "p1", taskId: "t1", pushNotificationConfig: inner }, false, []],
  ])("%j", (value, isList, evidence) => {
    expect(decodeOne(value)).toMatchObject({ event: { kind: "configs", isList }, evidence });
    expect(decodeOne(createRpcResponse(value))).toMatchObject({
      event: { kind: "configs" },
      decodeIssues: [],
    });
  });

  test("an address is none, and an array of anything else is a batch", () => {
    expect(read({ url: "https://c.example", id: "x" }, null).kind).toBe("other");
    for (const other of [createRpcResponse(nested), { a: 1 }, 1]) {
      for (const { decodeIssues } of decode([flat, other])) expect(decodeIssues).toContain("Batch");
    }
  });
});

test("no secret of a configuration gets into the model", () => {
  for (const value of [createRpcResponse(flat), named, { configs: [flat] }]) {
    expect(JSON.stringify(read(value, "push-get"))).not.toMatch(/secret/);
  }
});
