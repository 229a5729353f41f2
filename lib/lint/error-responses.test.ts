// Error responses that break no rule, and problems found in unusual error responses.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { createMessageFactory } from "./examples/message-factory.ts";
import { formatRpcRequest, RecordingBuilder } from "./examples/recording-builder.ts";
import { createBareTask, createSendParams } from "./examples/shared-examples.ts";

type CheckedVersion = "0.3" | "1.0";

function findingsOf({ records }: RecordingBuilder) {
  return createLogReport(foldRecords(records)).findings.filter(
    ({ severity }) => severity !== "info",
  );
}

const getRules = (recording: RecordingBuilder) => findingsOf(recording).map(({ rule }) => rule);

/** A JSON-RPC request with a complete response. */
function answered(
  version: CheckedVersion,
  status: number,
  body: unknown,
  type = "application/json",
): RecordingBuilder {
  const factory = createMessageFactory(version);
  const headers = [["content-type", "application/json"], ...factory.versionHeaders] as const;
  const requestBody = formatRpcRequest(factory.method("send"), createSendParams(factory));
  return new RecordingBuilder()
    .addOpen("x1", { body: requestBody, headers })
    .addHead(status, type)
    .addText(typeof body === "string" ? body : JSON.stringify(body))
    .addEnd();
}

/** A request over the REST binding of 1.0. */
function restAnswered(status: number, body: unknown): RecordingBuilder {
  const url = "http://agent.example/tasks/t9";
  return new RecordingBuilder()
    .addOpen("x1", { method: "GET", url, headers: createMessageFactory("1.0").versionHeaders })
    .addHead(status, "application/json")
    .addText(JSON.stringify(body))
    .addEnd();
}

const refusal = (code: number, message: string, data?: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message, ...(data !== undefined && { data }) },
});

const infoOf = (reason: string) => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason,
  domain: "a2a-protocol.org",
});

const BODIES: readonly (readonly [what: string, status: number, body: unknown])[] = [
  ["a sentence of a web framework", 404, { detail: "Not Found" }],
  ["a list of a web framework", 422, { detail: [{ loc: ["body"], msg: "required", type: "x" }] }],
  ["a fault of a gateway", 401, { fault: { faultstring: "No key", detail: { errorcode: "k" } } }],
  ["a fault of a gateway's policy", 500, { fault: { faultstring: "Policy failed" } }],
  ["a problem with a title", 400, { type: "about:blank", title: "Too old", status: 400 }],
  ["a problem without a title", 400, { status: 400, detail: "Wrong", errors: [{ field: "size" }] }],
  ["a list of errors", 400, { errors: [{ message: "Wrong" }] }],
  ["a text in quotes", 400, '"no"'],
  ["an empty object", 400, {}],
  ["a text", 500, "It broke"],
  ["who may not enter", 401, { error: "unauthorized" }],
  ["a path that is not there", 404, { error: "no such route" }],
];

describe.each(["0.3", "1.0"] as const)("the body of an HTTP error in %s", (version) => {
  test.each(BODIES)("is an error and breaks no rule: %s", (_, status, body) => {
    const recording = answered(version, status, body);
    expect(getRules(recording)).toEqual([]);
    expect(createLogReport(foldRecords(recording.records)).verdict.kind).toBe("http-error");
  });

  test.each<[string, number, unknown]>([
    ["a text", 400, { error: "text" }],
    ["an object without a code", 500, { error: { message: "It broke" } }],
    ["a text over HTTP 200", 200, { error: "text" }],
  ])("that says error without an envelope is no error of JSON-RPC: %s", (_, status, body) => {
    expect(getRules(answered(version, status, body))).toEqual(["ERR-SHAPE"]);
  });
});

test.each(BODIES.filter(([, , body]) => typeof body === "object"))(
  "over REST in 1.0 no event is missed in %s",
  (_, status, body) => {
    expect(getRules(restAnswered(status, body))).not.toContain("DM-WRAP-NONE");
  },
);

test("the first sentence is the verdict", () => {
  const because = (status: number, body: unknown) =>
    createLogReport(foldRecords(answered("0.3", status, body).records)).verdict.because;
  expect(because(404, { detail: "Not Found" })).toMatch(/: Not Found$/);
  expect(because(401, { fault: { faultstring: "No key" } })).toMatch(/: No key$/);
  expect(because(422, { detail: [{ msg: "field required" }] })).toMatch(/: field required$/);
  expect(because(400, { a: 1 })).toMatch(/: \{"a":1\}$/);
});

describe("the details of an error in 1.0", () => {
  const checkError = (code: number, message: string, data?: unknown) =>
    getRules(answered("1.0", 200, refusal(code, message, data)));

  test("may be an object if the error is a JSON-RPC error, as in the example of 1.0.0", () => {
    expect(checkError(-32601, "Method not found", { method: "a/b" })).toEqual([]);
    expect(checkError(-32602, "Invalid parameters")).toEqual([]);
  });

  test("must be typed objects if they are a list", () => {
    const violations = { "@type": "type.googleapis.com/google.rpc.BadRequest" };
    expect(checkError(-32602, "Invalid parameters", [violations])).toEqual([]);
    expect(checkError(-32602, "Invalid parameters", [{ field: "a" }])).toEqual(["ERR-DATA"]);
  });

  test("name the reason of an A2A-specific error", () => {
    expect(checkError(-32001, "No such task", [infoOf("TASK_NOT_FOUND")])).toEqual([]);
    expect(checkError(-32001, "No such task")).toEqual(["ERR-INFO"]);
    expect(checkError(-32001, "No such task", [])).toEqual(["ERR-INFO"]);
    const foreign = { ...infoOf("TASK_NOT_FOUND"), domain: "agent.example" };
    expect(checkError(-32001, "No such task", [foreign])).toEqual(["ERR-INFO"]);
    expect(checkError(-32001, "No such task", { id: "t9" })).toEqual(["ERR-DATA"]);
  });

  test("are not checked for a custom code", () => {
    expect(checkError(-32000, "Not now", { retryAfter: 3 })).toEqual([]);
  });
});

describe("an error that names itself", () => {
  const checkError = (version: CheckedVersion, code: number, message: string) =>
    getRules(answered(version, 200, refusal(code, message))).filter((rule) => rule === "ERR-CODE");

  test.each([
    "Unsupported operation",
    "UnsupportedOperationError: no subscriptions here",
    "UNSUPPORTED_OPERATION",
    "Push notification not supported",
    "Task not cancelable: it is over",
  ])("has the code of that error: %s", (message) => {
    for (const version of ["0.3", "1.0"] as const) {
      expect(checkError(version, -32603, message)).toEqual(["ERR-CODE"]);
    }
  });

  test("may have any code in a version that has none for it", () => {
    expect(checkError("0.3", -32600, "Version not supported")).toEqual([]);
    expect(checkError("1.0", -32600, "Version not supported")).toEqual(["ERR-CODE"]);
  });

  test("may call a missing method unsupported", () => {
    expect(checkError("0.3", -32601, "Unsupported operation: a/b")).toEqual([]);
    expect(checkError("0.3", -32004, "Unsupported operation: a/b")).toEqual([]);
  });
});

describe("the status of an error in 1.0", () => {
  const checkError = (status: number, reason: string) =>
    createLogReport(
      foldRecords(
        restAnswered(status, {
          error: { code: status, message: "No.", details: [infoOf(reason)] },
        }).records,
      ),
    )
      .findings.map(({ rule }) => rule)
      .filter((rule) => rule.startsWith("ERR"));

  test.each([
    ["TASK_NOT_CANCELABLE", 409, 400],
    ["CONTENT_TYPE_NOT_SUPPORTED", 415, 400],
    ["INVALID_AGENT_RESPONSE", 502, 500],
  ])("%s is %i in 1.0.0 and %i in 1.0.1", (reason, old, now) => {
    expect(checkError(now, reason)).toEqual([]);
    expect(checkError(old, reason)).toEqual(["ERR-STATUS-OLD"]);
    expect(checkError(418, reason)).toEqual(["ERR-STATUS"]);
  });

  test("is not checked for a custom reason", () => {
    expect(checkError(418, "TEAPOT")).toEqual([]);
  });
});

test("the response of an inbox does not turn a notification into an error", () => {
  const body = JSON.stringify({
    task: createBareTask(createMessageFactory("1.0"), { artifacts: [] }),
  });
  const recording = new RecordingBuilder()
    .addOpen("x1", { inbound: true, url: "http://inbox.example/1" })
    .addHead(503, "text/plain")
    .addText(body)
    .addText("\n{}")
    .addEnd();
  const { findings } = createLogReport(foldRecords(recording.records));
  expect(findings.map(({ rule }) => rule)).toContain("DM-WRAP-NONE");
});
