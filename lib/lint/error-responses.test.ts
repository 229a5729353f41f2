// How a call may be refused without being accused, and what is found in a refusal of another form.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { createMessageFactory } from "./examples/message-factory.ts";
import { formatRpcRequest, RecordingBuilder } from "./examples/recording-builder.ts";
import { createBareTask, createSendParams } from "./examples/shared-examples.ts";

type Told = "0.3" | "1.0";

function findingsOf({ records }: RecordingBuilder) {
  return createLogReport(foldRecords(records)).findings.filter(
    ({ severity }) => severity !== "info",
  );
}

const rulesOf = (scene: RecordingBuilder) => findingsOf(scene).map(({ rule }) => rule);

/** One call over JSON-RPC, answered in one piece. */
function answered(
  version: Told,
  status: number,
  body: unknown,
  type = "application/json",
): RecordingBuilder {
  const say = createMessageFactory(version);
  const headers = [["content-type", "application/json"], ...say.versionHeaders] as const;
  const asked = formatRpcRequest(say.method("send"), createSendParams(say));
  return new RecordingBuilder()
    .addOpen("x1", { body: asked, headers })
    .addHead(status, type)
    .addText(typeof body === "string" ? body : JSON.stringify(body))
    .addEnd();
}

/** A call over the REST of 1.0. */
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
  test.each(BODIES)("is an error and accuses nobody: %s", (_, status, body) => {
    const scene = answered(version, status, body);
    expect(rulesOf(scene)).toEqual([]);
    expect(createLogReport(foldRecords(scene.records)).verdict.kind).toBe("http-error");
  });

  test.each<[string, number, unknown]>([
    ["a text", 400, { error: "text" }],
    ["an object without a code", 500, { error: { message: "It broke" } }],
    ["a text over HTTP 200", 200, { error: "text" }],
  ])("that says error without an envelope is no error of JSON-RPC: %s", (_, status, body) => {
    expect(rulesOf(answered(version, status, body))).toEqual(["ERR-SHAPE"]);
  });
});

test.each(BODIES.filter(([, , body]) => typeof body === "object"))(
  "over the REST of 1.0 no event is missed in %s",
  (_, status, body) => {
    expect(rulesOf(restAnswered(status, body))).not.toContain("DM-WRAP-NONE");
  },
);

test("its first sentence is what the run came to", () => {
  const because = (status: number, body: unknown) =>
    createLogReport(foldRecords(answered("0.3", status, body).records)).verdict.because;
  expect(because(404, { detail: "Not Found" })).toMatch(/: Not Found$/);
  expect(because(401, { fault: { faultstring: "No key" } })).toMatch(/: No key$/);
  expect(because(422, { detail: [{ msg: "field required" }] })).toMatch(/: field required$/);
  expect(because(400, { a: 1 })).toMatch(/: \{"a":1\}$/);
});

describe("the details of an error in 1.0", () => {
  const told = (code: number, message: string, data?: unknown) =>
    rulesOf(answered("1.0", 200, refusal(code, message, data)));

  test("may be an object where the error is one of JSON-RPC itself, as 1.0.0 prints it", () => {
    expect(told(-32601, "Method not found", { method: "a/b" })).toEqual([]);
    expect(told(-32602, "Invalid parameters")).toEqual([]);
  });

  test("are a list of typed objects wherever they are a list", () => {
    const violations = { "@type": "type.googleapis.com/google.rpc.BadRequest" };
    expect(told(-32602, "Invalid parameters", [violations])).toEqual([]);
    expect(told(-32602, "Invalid parameters", [{ field: "a" }])).toEqual(["ERR-DATA"]);
  });

  test("name the reason of an error of A2A's own", () => {
    expect(told(-32001, "No such task", [infoOf("TASK_NOT_FOUND")])).toEqual([]);
    expect(told(-32001, "No such task")).toEqual(["ERR-INFO"]);
    expect(told(-32001, "No such task", [])).toEqual(["ERR-INFO"]);
    const foreign = { ...infoOf("TASK_NOT_FOUND"), domain: "agent.example" };
    expect(told(-32001, "No such task", [foreign])).toEqual(["ERR-INFO"]);
    expect(told(-32001, "No such task", { id: "t9" })).toEqual(["ERR-DATA"]);
  });

  test("are free for a code of the server's own", () => {
    expect(told(-32000, "Not now", { retryAfter: 3 })).toEqual([]);
  });
});

describe("an error that says what it is", () => {
  const told = (version: Told, code: number, message: string) =>
    rulesOf(answered(version, 200, refusal(code, message))).filter((rule) => rule === "ERR-CODE");

  test.each([
    "Unsupported operation",
    "UnsupportedOperationError: no subscriptions here",
    "UNSUPPORTED_OPERATION",
    "Push notification not supported",
    "Task not cancelable: it is over",
  ])("has the code of that error: %s", (message) => {
    for (const version of ["0.3", "1.0"] as const) {
      expect(told(version, -32603, message)).toEqual(["ERR-CODE"]);
    }
  });

  test("may have any code in a version that has no number for it", () => {
    expect(told("0.3", -32600, "Version not supported")).toEqual([]);
    expect(told("1.0", -32600, "Version not supported")).toEqual(["ERR-CODE"]);
  });

  test("may call a method that is not there unsupported", () => {
    expect(told("0.3", -32601, "Unsupported operation: a/b")).toEqual([]);
    expect(told("0.3", -32004, "Unsupported operation: a/b")).toEqual([]);
  });
});

describe("the status of an error in 1.0", () => {
  const told = (status: number, reason: string) =>
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
    expect(told(now, reason)).toEqual([]);
    expect(told(old, reason)).toEqual(["ERR-STATUS-OLD"]);
    expect(told(418, reason)).toEqual(["ERR-STATUS"]);
  });

  test("is not judged for a reason of the server's own", () => {
    expect(told(418, "TEAPOT")).toEqual([]);
  });
});

test("what an inbox answers does not make an error of a notification", () => {
  const body = JSON.stringify({
    task: createBareTask(createMessageFactory("1.0"), { artifacts: [] }),
  });
  const scene = new RecordingBuilder()
    .addOpen("x1", { inbound: true, url: "http://inbox.example/1" })
    .addHead(503, "text/plain")
    .addText(body)
    .addText("\n{}")
    .addEnd();
  const { findings } = createLogReport(foldRecords(scene.records));
  expect(findings.map(({ rule }) => rule)).toContain("DM-WRAP-NONE");
});
