// A response with an HTTP error status is one row with its reason and message, whatever its body.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import type { WireRecord } from "../wire/record.ts";

const VALIDATION = {
  detail: [
    { type: "missing", loc: ["body", "message", "role"], msg: "Field required", input: {} },
    { type: "enum", loc: ["body", "n", 0], msg: "Not a number" },
  ],
};

const JSON_TYPE = "application/json";

function answered(
  status: number,
  statusText: string,
  body: unknown,
  type = JSON_TYPE,
): WireRecord[] {
  const text = type === JSON_TYPE ? JSON.stringify(body) : String(body);
  const headers = [["content-type", type]] as const;
  const url = "http://agent.test/v1/tasks/t:cancel";
  return [
    { r: "open", x: "x", t: 0, method: "POST", url, headers: [["A2A-Version", "1.0"]], body: "{}" },
    { r: "head", x: "x", t: 1, status, statusText, headers },
    { r: "data", x: "x", t: 2, text },
    { r: "end", x: "x", t: 3, cause: "complete" },
  ];
}

const errorsIn = (records: readonly WireRecord[], n?: number) =>
  createLogReport(foldRecords(records), n)
    .entries.filter(({ kind }) => kind === "error" || kind === "other")
    .map(({ title, text }) => [title, text]);

const details = [{ "@type": "t", reason: "TASK_NOT_CANCELABLE", domain: "a2a-protocol.org" }];
const STATUS = { code: 409, status: "FAILED_PRECONDITION", message: "It is over", details };

describe("the row of an HTTP error", () => {
  test.each<[string, number, string, unknown, string, string]>([
    [
      "a google.rpc.Status",
      409,
      "Conflict",
      { error: STATUS },
      "TaskNotCancelable (409 Conflict)",
      "TASK_NOT_CANCELABLE: It is over",
    ],
    [
      "a problem of RFC 9457",
      409,
      "Conflict",
      {
        type: "https://a2a-protocol.org/errors/task-not-cancelable",
        title: "Task Not Cancelable",
        status: 409,
        detail: "It is over",
      },
      "TaskNotCancelable (409 Conflict)",
      "TASK_NOT_CANCELABLE: It is over",
    ],
    [
      "an error of JSON-RPC",
      404,
      "Not Found",
      { jsonrpc: "2.0", id: null, error: { code: -32001, message: "No such task" } },
      "TaskNotFound (-32001)",
      "404 Not Found: No such task",
    ],
    ["FastAPI", 404, "Not Found", { detail: "No such task" }, "404 Not Found", "No such task"],
    [
      "FastAPI's validation",
      422,
      "Unprocessable Entity",
      VALIDATION,
      "422 Unprocessable Entity",
      "body.message.role: Field required; body.n.0: Not a number",
    ],
    [
      "a detail that is an object",
      400,
      "Bad Request",
      { detail: { code: 7, message: "Too many" } },
      "400 Bad Request",
      "Too many",
    ],
    ["an error in a word", 400, "Bad Request", { error: "bad" }, "400 Bad Request", "bad"],
    [
      "an error and what it means",
      401,
      "Unauthorized",
      { error: "invalid_token", error_description: "It has expired" },
      "401 Unauthorized",
      "invalid_token: It has expired",
    ],
    [
      "what Spring answers",
      404,
      "Not Found",
      { timestamp: "now", status: 404, error: "Not Found", message: "No handler", path: "/v1" },
      "404 Not Found",
      "Not Found: No handler",
    ],
    ["a message", 400, "Bad Request", { message: "No" }, "400 Bad Request", "No"],
    [
      "a list of errors",
      400,
      "Bad Request",
      { errors: [{ message: "one" }, "two"] },
      "400 Bad Request",
      "one; two",
    ],
    ["any other JSON", 418, "I'm a teapot", { tea: 1 }, "418 I'm a teapot", '{"tea":1}'],
    ["a bare text", 500, "Server Error", "Out of tea", "500 Server Error", "Out of tea"],
  ])("reads %s", (_, code, statusText, body, title, text) => {
    expect(errorsIn(answered(code, statusText, body))).toEqual([[title, text]]);
  });

  test.each([
    ["text/plain", "no such task\n", "no such task"],
    ["text/html", "<!doctype html><h1>Bad Gateway</h1>", "The body is a page, not JSON."],
  ])("reads a body of %s", (type, body, text) => {
    expect(errorsIn(answered(502, "Bad Gateway", body, type))).toEqual([["502 Bad Gateway", text]]);
  });

  test("reads a body that claims to be JSON but is not", () => {
    const records = answered(500, "Server Error", "").map((record) =>
      record.r === "data" ? { ...record, text: "upstream timed out" } : record,
    );
    expect(errorsIn(records)).toEqual([["500 Server Error", "upstream timed out"]]);
  });

  test("shows only the status before the body arrives", () => {
    const log = answered(409, "Conflict", { error: STATUS });
    expect(errorsIn(log, -1)).toEqual([["409 Conflict", "application/json"]]);
  });

  test("reads bodies of any depth and length", () => {
    let deep: unknown = "at last";
    for (let depth = 0; depth < 2000; depth++) deep = { detail: [deep] };
    expect(errorsIn(answered(400, "Bad Request", deep))).toHaveLength(1);
    const long = { detail: Array.from({ length: 500 }, (_, i) => ({ loc: [i], msg: "no" })) };
    expect(errorsIn(answered(400, "Bad Request", long))[0]?.[1]).toMatch(/; and 480 more$/);
  });

  test("does not change a response that is not an error", () => {
    const titles = errorsIn(answered(200, "OK", { detail: "fine" })).map(([title]) => title);
    expect(titles).toEqual(["An object with detail"]);
  });
});
