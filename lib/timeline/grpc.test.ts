import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords, type ReportLog } from "../../fixtures/event-builders.ts";
import {
  createGrpcChunk,
  createGrpcEnd,
  createGrpcStream,
  encodeGrpcPayload,
  GRPC_WORKING_TASK,
  OK_TRAILERS,
  openGrpcCall,
} from "../../fixtures/grpc.ts";
import { getVerdictAt } from "../lint/verdict.ts";
import { encodeProtobuf } from "../protocol/grpc/encode.ts";
import { STATUS_DETAILS_SCHEMA } from "../protocol/grpc/well-known-types.ts";
import { concatBytes, decodeBinaryString, encodeBase64 } from "../text/utf8.ts";
import { splitAt } from "../wire/wire.testkit.ts";
import {
  findTextInFrame,
  getExchangeVersion,
  getFrameText,
  parseFrameValue,
} from "./timeline-queries.ts";

const TEXTS = ["Once ", "upon a 🌙 ", "", "time."];
const EVENTS = [
  GRPC_WORKING_TASK,
  ...TEXTS.map((text, i) => createGrpcChunk(text, i > 0 ? { append: true } : {})),
  createGrpcEnd(),
];

const verdictOf = ({ timeline }: ReportLog) => getVerdictAt(timeline, timeline.lastEvent);

describe("a stream of gRPC", () => {
  test("is decoded with the binding and version of its path", () => {
    const log = createGrpcStream(...EVENTS).addEndWithTrailers(OK_TRAILERS);
    const { timeline } = log;
    const [exchange] = timeline.exchanges;
    if (!exchange) throw new Error("no exchange");
    expect(exchange.request).toMatchObject({ operation: "stream", method: "SendStreamingMessage" });
    expect(exchange.request?.message?.parts).toEqual([{ kind: "text", text: "go" }]);
    expect(timeline.tasks[0]?.artifacts[0]?.revisions[0]?.textAt(99)).toBe(TEXTS.join(""));
    expect(verdictOf(log)).toMatchObject({ kind: "completed", clean: true });
    expect(getExchangeVersion(timeline, exchange, timeline.lastEvent)).toMatchObject({
      version: "1.0",
      binding: "grpc",
      why: expect.arrayContaining(["the package lf.a2a.v1 in its path"]),
    });
    expect(parseFrameValue(timeline, 1)).toEqual(EVENTS[1]);
  });

  test("of 0.3 is detected by its package", () => {
    const message = { text: "go", messageId: "u1", contextId: null, taskId: null };
    const reply = { message: { messageId: "m1", role: "ROLE_AGENT", content: [{ text: "hi" }] } };
    const log = openGrpcCall({ operation: "send", message }, "0.3")
      .addBytes(encodeGrpcPayload(reply, "send", "0.3"))
      .addEndWithTrailers(OK_TRAILERS);
    const [exchange] = log.timeline.exchanges;
    if (!exchange) throw new Error("no exchange");
    expect(exchange.request?.message?.parts).toEqual([{ kind: "text", text: "go" }]);
    expect(log.timeline.messages.at(-1)?.message.parts).toEqual([{ kind: "text", text: "hi" }]);
    expect(getExchangeVersion(log.timeline, exchange, 0)).toMatchObject({
      version: "0.3",
      binding: "grpc",
    });
    expect(verdictOf(log).kind).toBe("message");
  });

  test("does not depend on how its bytes were split", () => {
    const whole = EVENTS.map((event) => encodeGrpcPayload(event)).reduce(concatBytes);
    const facts = (log: ReportLog) => {
      const ingest = foldRecords(log.records);
      const { events, exchanges } = ingest.timeline;
      const places = Array.from({ length: events.length }, (_, n) => [
        events.start.at(n),
        events.end.at(n),
        exchanges[0]?.body.byteOffset(events.start.at(n)),
      ]);
      const { tasks, findings } = createLogReport(ingest);
      const texts = tasks.map(({ artifacts }) => artifacts.map(({ text }) => text));
      return { places, texts, findings, verdict: verdictOf(log) };
    };
    const expected = facts(openGrpcCall().addBytes(whole).addEndWithTrailers(OK_TRAILERS));
    expect(expected.places).toHaveLength(EVENTS.length);
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 12 }), (at) => {
        const log = openGrpcCall();
        for (const piece of splitAt(whole, at)) log.addBytes(piece);
        expect(facts(log.addEndWithTrailers(OK_TRAILERS))).toEqual(expected);
      }),
    );
  });

  test("cut off anywhere keeps everything before the cut", () => {
    const whole = EVENTS.map((event) => encodeGrpcPayload(event)).reduce(concatBytes);
    const lengths = EVENTS.map((event) => encodeGrpcPayload(event).length);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: whole.length - 1 }), (at) => {
        const log = openGrpcCall().addBytes(whole.subarray(0, at)).addEnd("reset", "x1", "gone");
        let sum = 0;
        const complete = lengths.filter((length) => {
          sum += length;
          return sum <= at;
        }).length;
        expect(log.timeline.events.length).toBe(complete);
        expect(verdictOf(log).kind).toBe("cut");
      }),
    );
  });

  test("a chunk of text is found at its bytes", () => {
    const { timeline } = createGrpcStream(...EVENTS).addEndWithTrailers(OK_TRAILERS);
    for (const [i, text] of TEXTS.entries()) {
      if (text === "") continue;
      const [span] = findTextInFrame(timeline, i + 1, text);
      const bytes = getFrameText(timeline, i + 1).slice(span?.from, span?.to);
      expect(new TextDecoder().decode(decodeBinaryString(bytes))).toBe(text);
    }
  });
});

describe("the end of a gRPC call", () => {
  const details = encodeBase64(
    encodeProtobuf(STATUS_DETAILS_SCHEMA, "google_rpc_Status", { code: 5, message: "no such task" })
      .bytes,
  );
  const status = (code: number, message: string, bin = details) =>
    [
      ["grpc-status", String(code)],
      ["grpc-message", message],
      ["grpc-status-details-bin", bin],
    ] as const;

  /** `google.rpc.Status` with an ErrorInfo and a BadRequest. */
  const withDetails = (() => {
    const any = (type: string, json: unknown) => {
      const name = `google_rpc_${type}`;
      const value = encodeBase64(encodeProtobuf(STATUS_DETAILS_SCHEMA, name, json).bytes);
      return { typeUrl: `type.googleapis.com/google.rpc.${type}`, value };
    };
    const info = { reason: "TASK_NOT_FOUND", domain: "a2a-protocol.org", metadata: { task: "t9" } };
    const request = { fieldViolations: [{ field: "id", description: "unknown" }] };
    const status = { code: 5, details: [any("ErrorInfo", info), any("BadRequest", request)] };
    return encodeBase64(encodeProtobuf(STATUS_DETAILS_SCHEMA, "google_rpc_Status", status).bytes);
  })();

  test("an error in the trailers is an error with its reason's name and details", () => {
    const log = openGrpcCall({ operation: "get", taskId: "t9" }).addEndWithTrailers(
      status(5, "Task%20t9 n%C3%B6t found", withDetails),
    );
    const { timeline } = log;
    expect(verdictOf(log)).toMatchObject({
      kind: "rpc-error",
      because: "The agent responded with a gRPC error, TaskNotFound (NOT_FOUND): Task t9 nöt found",
    });
    expect(parseFrameValue(timeline, 0)).toEqual({
      code: 5,
      message: "Task t9 nöt found",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "TASK_NOT_FOUND",
          domain: "a2a-protocol.org",
          metadata: { task: "t9" },
        },
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "id", description: "unknown" }],
        },
      ],
    });
  });

  test("a trailers-only response has its status in its head", () => {
    const headers = [["content-type", "application/grpc"], ...status(12, "no")] as const;
    const log = openGrpcCall({ operation: "get", taskId: "t9" });
    log.records.splice(1, 1, { r: "head", x: "x1", t: 20, status: 200, headers });
    log.addEnd();
    expect(verdictOf(log)).toMatchObject({
      kind: "rpc-error",
      because: "The agent responded with a gRPC error, UNIMPLEMENTED (12): no",
    });
  });

  test("an error after events keeps the events", () => {
    const log = createGrpcStream(...EVENTS.slice(0, 3)).addEndWithTrailers(status(13, "boom"));
    expect(log.timeline.tasks[0]?.artifacts[0]?.revisions[0]?.textAt(99)).toBe(
      TEXTS.slice(0, 2).join(""),
    );
    expect(verdictOf(log).kind).toBe("rpc-error");
  });

  test("without a status it is truncated, unless the task has finished", () => {
    expect(verdictOf(createGrpcStream(...EVENTS.slice(0, 3)).addEnd())).toMatchObject({
      kind: "cut",
      because: "The stream ended without a gRPC status while the task was working.",
    });
    expect(verdictOf(openGrpcCall().addEnd()).kind).toBe("cut");
    const whole = createGrpcStream(...EVENTS).addEnd();
    expect(verdictOf(whole).kind).toBe("completed");
    const titles = whole.timeline.entries.map((entry) => "title" in entry && entry.title);
    expect(titles).toContain("ended without a status");
  });

  test("details that are not base64 are ignored", () => {
    const log = openGrpcCall({ operation: "get", taskId: "t9" }).addEndWithTrailers(
      status(5, "no", "§§§"),
    );
    expect(parseFrameValue(log.timeline, 0)).toEqual({ code: 5, message: "no", details: [] });
  });
});

describe("unexpected responses", () => {
  test("an HTML page instead of gRPC is read as text", () => {
    const log = openGrpcCall();
    log.records.splice(1, 1, {
      ...{ r: "head", x: "x1", t: 20, status: 502, headers: [["content-type", "text/html"]] },
    });
    log.addText("<html>Bad gateway</html>").addEnd();
    expect(verdictOf(log).kind).toBe("http-error");
    expect(getFrameText(log.timeline, 0)).toBe("<html>Bad gateway</html>");
  });

  test("a compressed message is shown as unreadable, and later messages are read", () => {
    const log = openGrpcCall()
      .addBytes(Uint8Array.from([1, 0, 0, 0, 2, 31, 139]))
      .addBytes(encodeGrpcPayload(GRPC_WORKING_TASK));
    const [other] = log
      .addEndWithTrailers(OK_TRAILERS)
      .timeline.entries.filter(({ kind }) => kind === "other");
    expect(other).toMatchObject({
      title: "Compressed message",
      detail: "The message is compressed, but compression was not requested.",
    });
    expect(log.timeline.tasks).toHaveLength(1);
  });

  test("data that is not a message is shown as is", () => {
    const log = openGrpcCall().addText("<html>no</html>").addEndWithTrailers(OK_TRAILERS);
    const [other] = log.timeline.entries.filter(({ kind }) => kind === "other");
    expect(other).toMatchObject({
      title: "Not a gRPC message",
      detail: expect.stringContaining("3c"),
    });
  });

  test("an empty page has no tasks", () => {
    const listed = openGrpcCall({ operation: "list", filter: {} })
      .addBytes(encodeGrpcPayload({}, "list"))
      .addEndWithTrailers(OK_TRAILERS);
    expect(listed.timeline.entries.at(-1)).toMatchObject({ title: "No tasks" });
    const call = { operation: "push-list", taskId: "t1" } as const;
    const configs = openGrpcCall(call)
      .addBytes(encodeGrpcPayload({}, "push-list"))
      .addEndWithTrailers(OK_TRAILERS);
    expect(configs.timeline.entries.at(-1)).toMatchObject({
      title: "No push notification configurations",
    });
  });

  test("another service is shown by field numbers", () => {
    const log = openGrpcCall();
    const [open] = log.records;
    if (open?.r !== "open") throw new Error("no request");
    log.records.splice(0, 1, { ...open, url: "http://agent.test/other.v1.Service/Do" });
    log.addBytes(encodeGrpcPayload(createGrpcEnd())).addEndWithTrailers(OK_TRAILERS);
    expect(parseFrameValue(log.timeline, 0)).toHaveProperty("3");
    expect(log.timeline.exchanges[0]?.request).toMatchObject({ method: "Do", operation: null });
  });
});
