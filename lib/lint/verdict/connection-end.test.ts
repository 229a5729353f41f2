import { describe, expect, test } from "vitest";
import {
  createLogReport,
  createSendMessageParams,
  createTask,
  foldRecords,
  formatSseEvent,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture } from "../../../fixtures/read-fixture.ts";
import type { EndRecord, HeaderList, WireRecord } from "../../wire/record.ts";
import type { EndingParty } from "../verdict.ts";
import { getExchangeVerdict } from "./exchange-verdict.ts";

const CHUNKED = ["Transfer-Encoding", "chunked"] as const;
const HUNG_UP = {
  by: "agent",
  message: "The agent closed the connection in the middle of its answer.",
} as const;
const RESET = { by: "system", code: "ECONNRESET", message: "read ECONNRESET" } as const;

interface Course {
  readonly headers?: HeaderList;
  /** Milliseconds on the clock; the last data arrives at 5,000. */
  readonly at: number | null;
  readonly end: Pick<EndRecord, "cause" | "error" | "limit">;
  readonly event?: unknown;
}

/** A stream that was requested at 0, started at 100 and has a working task. */
function broken({
  headers = [],
  at,
  end,
  event = createTask("working"),
}: Course): readonly WireRecord[] {
  const [open] = new ReportLog().addRequest(
    "message/stream",
    createSendMessageParams("go", "u1"),
  ).records;
  if (open?.r !== "open") throw new Error("no request");
  const time = (t: number) => (at === null ? null : t);
  return [
    { ...open, t: time(0) },
    { r: "head", x: "x1", t: time(100), status: 200, headers },
    { r: "data", x: "x1", t: time(5_000), text: formatSseEvent(event) },
    { r: "end", x: "x1", t: at, ...end },
  ];
}

const verdictOf = (records: readonly WireRecord[]) => createLogReport(foldRecords(records)).verdict;

describe("who broke a stream", () => {
  test.each<[string, Course, EndingParty, string]>([
    [
      "the network",
      { at: 7_300, end: { cause: "reset", error: RESET } },
      "network",
      "The connection was lost while the task was working (read ECONNRESET).",
    ],
    [
      "the sender of the response, when its final chunk is missing",
      { headers: [CHUNKED], at: 7_300, end: { cause: "reset", error: HUNG_UP } },
      "agent",
      "The connection was lost while the task was working; its final chunk never arrived, so the agent or a proxy broke it off (The agent closed the connection in the middle of its answer).",
    ],
    [
      "a proxy that names itself, when its final chunk is missing",
      {
        headers: [CHUNKED, ["Via", "1.1 vegur"]],
        at: 7_300,
        end: { cause: "reset", error: HUNG_UP },
      },
      "proxy",
      "The connection was lost while the task was working; its final chunk never arrived; the response came through “Via: 1.1 vegur” (The agent closed the connection in the middle of its answer).",
    ],
    [
      "a proxy, after a silence of a round number of seconds",
      { headers: [CHUNKED], at: 65_020, end: { cause: "reset", error: HUNG_UP } },
      "proxy",
      "The connection was lost while the task was working; its final chunk never arrived; no data had arrived for 60 s, so a proxy likely has that timeout (The agent closed the connection in the middle of its answer).",
    ],
    [
      "a proxy, when the whole took a round number of seconds",
      { at: 300_400, end: { cause: "reset", error: RESET } },
      "proxy",
      "The connection was lost while the task was working; the request was 300 s old, so a proxy likely has that timeout (read ECONNRESET).",
    ],
    [
      "the user",
      {
        at: 65_000,
        end: { cause: "aborted", error: { by: "loupe", message: "Stopped on request." } },
      },
      "client",
      "The client closed the connection while the task was working (Stopped on request).",
    ],
    [
      "Loupe, when no data arrived",
      {
        at: 65_000,
        end: {
          cause: "timeout",
          error: { by: "loupe", message: "Nothing was received for 60 s." },
        },
      },
      "loupe",
      "Loupe gave up because no data arrived for too long while the task was working (Nothing was received for 60 s).",
    ],
    [
      "Loupe, when connecting took too long",
      {
        at: 65_000,
        end: {
          cause: "timeout",
          limit: "connectMs",
          error: { by: "loupe", message: "There was no connection after 30 s." },
        },
      },
      "loupe",
      "Loupe gave up because connecting took too long while the task was working (There was no connection after 30 s).",
    ],
    [
      "Loupe, when a limit was reached",
      { at: 6_000, end: { cause: "limit" } },
      "loupe",
      "Loupe reached a limit while the task was working.",
    ],
    [
      "the agent, properly",
      { headers: [CHUNKED], at: 7_300, end: { cause: "complete" } },
      "agent",
      "The agent closed the stream while the task was still working.",
    ],
    [
      "some timeout, properly",
      { at: 35_010, end: { cause: "complete" } },
      "agent",
      "The stream was closed while the task was still working; no data had arrived for 30 s, so a timeout of the agent or a proxy likely ended it.",
    ],
    [
      "a proxy timeout, properly",
      { headers: [["Server", "nginx/1.25.3"]], at: 35_010, end: { cause: "complete" } },
      "proxy",
      "The stream was closed while the task was still working; no data had arrived for 30 s, so a timeout of nginx likely ended it.",
    ],
  ])("is %s", (_, course, by, because) => {
    const verdict = verdictOf(broken(course));
    expect(verdict).toMatchObject({ by, because });
    expect(verdict.evidence[0]).toEqual({ exchange: "x1", what: "end", event: null });
  });

  test.each([65_000 - 300, 65_000 + 1_100, 71_000])(
    "silence until %d ms matches no timeout",
    (at) => {
      expect(verdictOf(broken({ at, end: { cause: "reset", error: RESET } })).by).toBe("network");
    },
  );

  test("is not derived from times in a log without times", () => {
    const records = broken({ at: null, end: { cause: "reset", error: RESET } });
    expect(verdictOf(records).by).toBe("network");
  });

  test("keep-alives end a silence", () => {
    const records = [...broken({ at: 65_000, end: { cause: "reset", error: RESET } })];
    records.splice(3, 0, { r: "data", x: "x1", t: 40_000, text: ": ping\n\n" });
    expect(verdictOf(records).by).toBe("network");
  });

  test("is unknown in a log without an end", () => {
    const records = broken({ at: 7_300, end: { cause: "unknown" } });
    expect(verdictOf(records)).toMatchObject({
      kind: "ended-while-working",
      by: null,
      evidence: [{ what: "event", event: 0 }],
    });
  });

  test("does not matter to a completed task", () => {
    const end = { cause: "reset", error: RESET } as const;
    expect(verdictOf(broken({ at: 65_000, end, event: status("completed") }))).toMatchObject({
      kind: "completed",
      clean: true,
      because:
        "The agent reported the task as completed. The connection was lost after that: the response did not end properly.",
      by: "agent",
      caveats: [{ kind: "connection-lost", event: 0 }],
      evidence: [{ what: "event", event: 0 }],
    });
  });
});

describe("who ended a request that never started", () => {
  const never = (end: Pick<EndRecord, "cause" | "error">) =>
    verdictOf([
      ...new ReportLog().addRequest("message/stream", createSendMessageParams("go", "u1")).records,
      { r: "end", x: "x1", t: 60_040, ...end },
    ]);
  test.each<[Pick<EndRecord, "cause" | "error">, EndingParty]>([
    [{ cause: "refused", error: { by: "system", message: "connect ECONNREFUSED" } }, "network"],
    [{ cause: "refused", error: { by: "loupe", message: "Not allowed." } }, "loupe"],
    [{ cause: "dns", error: { by: "system", message: "getaddrinfo ENOTFOUND" } }, "network"],
    [{ cause: "tls", error: { by: "agent", message: "closed" } }, "agent"],
    [{ cause: "reset", error: { by: "agent", code: "HPE_INVALID", message: "Parse" } }, "agent"],
    [{ cause: "timeout", error: { by: "system", message: "connect ETIMEDOUT" } }, "network"],
    [{ cause: "reset", error: HUNG_UP }, "proxy"],
  ])("%j: %s", (end, by) => {
    expect(never(end).by).toBe(by);
  });

  test("may be an agent that redirects in a loop", () => {
    const message = "The agent redirects in a loop: POST /a → POST /a.";
    const { by, because } = never({ cause: "refused", error: { by: "agent", message } });
    expect(by).toBe("agent");
    expect(because).toMatch(/^The agent kept redirecting .+\(The agent redirects in a loop/);
  });
});

describe("who responded with an error", () => {
  const failed = (code: number, headers: HeaderList, body: string) => {
    const log = new ReportLog().addRequest("message/stream", createSendMessageParams("go", "u1"));
    log.addHead(code, "text/html", "x1", { headers }).addText(body).addEnd();
    return log.report.verdict;
  };
  const PAGE = "<html><head><title>504 Gateway\n Time-out</title></head></html>";
  const HTML = ["Content-Type", "text/html; charset=utf-8"] as const;
  const JSON_TYPE = ["Content-Type", "application/json"] as const;
  const NGINX = ["Server", "nginx"] as const;
  const RPC = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}';

  test.each<[string, number, HeaderList, string, EndingParty, string]>([
    [
      "a page of a proxy that names itself",
      504,
      [HTML, NGINX],
      PAGE,
      "proxy",
      "The server responded with HTTP 504 and the page “504 Gateway Time-out”; it was likely sent by nginx, not by the agent.",
    ],
    [
      "a gateway without a name",
      502,
      [],
      "",
      "proxy",
      "The server responded with HTTP 502; it was likely sent by a proxy, not by the agent.",
    ],
    [
      "a Cloudflare page that blocks a client",
      403,
      [HTML, ["CF-RAY", "8f"]],
      "<html><title>Just a moment...</title></html>",
      "proxy",
      "The server responded with HTTP 403 and the page “Just a moment...”; it was likely sent by Cloudflare, not by the agent.",
    ],
    ["an agent that is overloaded", 503, [], "", "agent", "The server responded with HTTP 503."],
    ["an agent behind nginx", 401, [NGINX], "", "agent", "The server responded with HTTP 401."],
    [
      "JSON of a gateway",
      504,
      [JSON_TYPE, ["x-amz-apigw-id", "a="]],
      '{"message":"Endpoint request timed out"}',
      "proxy",
      "The server responded with HTTP 504 and an error in its body, likely sent by Amazon API Gateway and not by the agent: Endpoint request timed out",
    ],
    [
      "JSON-RPC, whatever the status",
      404,
      [JSON_TYPE, NGINX],
      RPC,
      "agent",
      "The agent responded with a JSON-RPC error over HTTP 404, MethodNotFound (-32601): no such method",
    ],
  ])("%s", (_, code, headers, body, by, because) => {
    expect(failed(code, headers, body)).toMatchObject({ by, because });
  });

  test("an HTTP response of the agent names its layer", () => {
    const log = new ReportLog().addOpen("x1", {
      method: "GET",
      url: "http://a.example/v1/tasks/t9",
    });
    const error = { error: { code: 404, status: "NOT_FOUND", message: "no t9" } };
    log.addHead(404, "application/json").addText(JSON.stringify(error)).addEnd();
    expect(log.report.verdict).toMatchObject({
      kind: "http-error",
      by: "agent",
      because: "The server responded with HTTP 404 and an error in its body: NOT_FOUND: no t9",
      evidence: [{ what: "event", event: 0 }, { what: "head" }],
    });
  });
});

describe("a response without A2A", () => {
  const GZIP = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  const utf16 = (text: string) => Uint8Array.from([...text].flatMap((c) => [c.charCodeAt(0), 0]));
  const bytes = (text: string) => new TextEncoder().encode(text);

  test.each<[string, string, Uint8Array]>([
    ["is the web page “Sign in”", "text/html", bytes("<!doctype html><title>Sign\n in</title>")],
    ["is a web page", "text/plain", bytes(" <HTML><body>hello")],
    ["is compressed with gzip, but its headers do not say so", "text/event-stream", GZIP],
    ["is encoded in UTF-16 instead of UTF-8", "text/event-stream", utf16("data: {}\n\n")],
  ])("it %s", (nature, type, bytes) => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead(200, type);
    const { verdict } = log.addBytes(bytes).addEnd().report;
    expect(verdict).toMatchObject({
      kind: "not-a2a",
      because: `The response contains no A2A data: it ${nature}.`,
    });
  });

  test("has no description if the content is unknown", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead(200, "text/plain");
    expect(log.addText("hello").addEnd().report.verdict.because).toBe(
      "The response contains no A2A data.",
    );
  });

  test("may be a redirect without a location", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead(302, "text/plain");
    expect(log.addText("moved").addEnd().report.verdict).toMatchObject({
      kind: "http-error",
      because: "The server responded with HTTP 302 without a Location to follow.",
    });
  });

  test("may be an empty error", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead();
    log.addText('data: {"jsonrpc":"2.0","id":1,"error":{}}\n\n');
    expect(log.addEnd().report.verdict.because).toBe(
      "The agent responded with a JSON-RPC error, without a code",
    );
  });
});

describe("who canceled", () => {
  const cancel = (log: ReportLog, answer: unknown, taskId = "t1") =>
    log
      .addRequest("tasks/cancel", { id: taskId }, "x2")
      .addHead(200, "application/json", "x2")
      .addText(JSON.stringify(answer), "x2")
      .addEnd("complete", "x2");

  test("the client, when it requested that before", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"));
    log.addRequest("tasks/cancel", { id: "t1" }, "x2").addEvents(status("canceled")).addEnd();
    expect(log.report.verdict).toEqual({
      kind: "canceled",
      clean: false,
      because:
        "The agent reported the task as canceled, as the client had requested (tasks/cancel).",
      by: "client",
      caveats: [],
      evidence: [
        { exchange: "x2", what: "request", event: null },
        { exchange: "x1", what: "event", event: 1 },
      ],
    });
  });

  test("the client, if its request follows in a capture without times", () => {
    const capture = (request: string, type: string, body: string) =>
      `POST /a2a HTTP/1.1\r\nHost: h\r\nContent-Length: ${request.length}\r\n\r\n${request}` +
      `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const envelope = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });
    const call = (method: string, params: unknown) =>
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const stream = [createTask("working"), status("canceled")]
      .map((event) => `data: ${envelope(event)}\n\n`)
      .join("");
    const text =
      capture(
        call("message/stream", createSendMessageParams("go", "u1")),
        "text/event-stream",
        stream,
      ) +
      capture(
        call("tasks/cancel", { id: "t1" }),
        "application/json",
        envelope(createTask("canceled")),
      );
    const { records } = openFixtureLog(Buffer.from(text));
    expect(createLogReport(foldRecords(records)).verdict).toMatchObject({
      kind: "canceled",
      by: "client",
    });
  });

  const refusal = { jsonrpc: "2.0", id: 1, error: { code: -32002, message: "too late" } };
  test.each<[string, (log: ReportLog) => void]>([
    ["no client request", () => undefined],
    ["another task was requested", (log) => cancel(log, createTask("working", { id: "t2" }), "t2")],
    ["it refused to", (log) => cancel(log, refusal)],
  ])("the agent, when %s", (_, before) => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"));
    before(log);
    const { timeline } = log.addEvents(status("canceled")).addEnd();
    const [exchange] = timeline.exchanges;
    expect(exchange && getExchangeVerdict(timeline, exchange, timeline.lastEvent)).toMatchObject({
      kind: "canceled",
      by: "agent",
      because: "The agent reported the task as canceled; no recorded request asked for it.",
    });
  });

  test("is known at each event, and not before the request", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead();
    log
      .addEvents(createTask("working"), status("canceled"))
      .addRequest("tasks/cancel", { id: "t1" }, "x2");
    expect(log.reportAt(1).verdict.by).toBe("agent");
    expect(log.reportAt(0).verdict).toMatchObject({ kind: "ended-while-working", by: null });
  });

  test.each(["0.3", "1.0"])("in a recording of the %s SDK", (version) => {
    const { verdict } = createLogReport(
      foldRecords(readFixture(`recorded/${version}/cancel.jsonl`).records),
    );
    expect(verdict).toMatchObject({ kind: "canceled", by: "client" });
    expect(verdict.evidence[0]?.what).toBe("request");
  });
});

describe("who ended the recorded faults", () => {
  test.each([
    ["cut", "agent"],
    ["reset", "network"],
    ["stall", "loupe"],
    ["refused", "network"],
    ["eof", "agent"],
    ["http-500", "agent"],
  ])("%s: %s", (name, by) => {
    const records = readFixture(`recorded/faults/${name}.jsonl`).records;
    expect(createLogReport(foldRecords(records)).verdict.by).toBe(by);
  });
});
