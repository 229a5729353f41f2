/** A2A inside CloudEvents and message broker envelopes. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createTask,
  foldRecords,
  LAST_CHUNK,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture } from "../../fixtures/read-fixture.ts";
import { getRunCount } from "../../fixtures/run-count.ts";
import { createMessageFactory } from "../lint/examples/message-factory.ts";
import { decodeBase64Json } from "../protocol/envelope.ts";
import type { WireRecord } from "../wire/record.ts";

/** The report of records, and the rules that they break. */
function inspectRecords(records: readonly WireRecord[]) {
  const report = createLogReport(foldRecords(records));
  return { report, rules: report.findings.map(({ rule }) => rule) };
}

const open = (text: string) =>
  createLogReport(foldRecords(openFixtureLog(Buffer.from(text)).records));
const json = (value: unknown) => JSON.stringify(value);
const base64 = (value: unknown) => Buffer.from(json(value)).toString("base64");
const rpc = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });

const call = { kind: "data", data: { id: "k", name: "tides", args: {} } };
const answer = { kind: "data", data: { id: "k", name: "tides", response: { m: 1 } } };
const typed = (part: object, type: string) => [{ ...part, metadata: { adk_type: type } }];
const tool = (artifactId: string, parts: object[]) =>
  createArtifactUpdate(artifactId, "", { artifact: { artifactId, parts }, lastChunk: true });

const EVENTS = [
  createTask("submitted"),
  createArtifactUpdate("a", "Hel"),
  createArtifactUpdate("a", "lo, wor", more),
  createArtifactUpdate("a", "ld 🌍", LAST_CHUNK),
  tool("b", typed(call, "function_call")),
  tool("c", typed(answer, "function_response")),
  status("completed", undefined, { final: true }),
];

type Wrap = (event: unknown, i: number) => object;
/** A CloudEvent whose type looks like one of A2A, and whose id looks like a task id. */
const event = (i: number, type = "TaskStatusUpdateEvent") => ({
  specversion: "1.0",
  id: `e${i}`,
  source: "/agents/tides",
  type,
});

const CLOUD_EVENTS: [string, Wrap][] = [
  ["data is an object", (data, i) => ({ ...event(i), data })],
  ["data is a text", (data, i) => ({ ...event(i), data: json(data) })],
  ["data is base64", (data, i) => ({ ...event(i), data_base64: base64(data) })],
  ["their type is an artifact's", (data, i) => ({ ...event(i, "task.artifact.update"), data })],
  ["they hold envelopes of JSON-RPC", (data, i) => ({ ...event(i), data: rpc(data) })],
];

function expectWhole(text: string): void {
  const { tasks, tools, findings, verdict } = open(text);
  expect(tasks.map(({ id }) => id)).toEqual(["t1"]);
  expect(tasks[0]?.artifacts[0]).toMatchObject({ text: "Hello, world 🌍", chunks: 3 });
  expect(tools).toMatchObject([{ name: "tides", state: "completed", result: { m: 1 } }]);
  expect(findings).toEqual([]);
  expect(verdict).toMatchObject({ kind: "completed", clean: true });
}

describe.each(CLOUD_EVENTS)("CloudEvents whose %s", (_, wrap) => {
  const wrapped = EVENTS.map((value, i) => wrap(value, i));
  const framed = (values: readonly unknown[]) =>
    values.map((value) => `data: ${json(value)}\n\n`).join("");

  test.each([
    ["in an event stream", framed(wrapped)],
    ["on a line each", `${wrapped.map(json).join("\n")}\n`],
    ["in a batch", json(wrapped)],
    ["in a batch on many lines", JSON.stringify(wrapped, null, 2)],
    ["in batches of an event stream", framed([wrapped.slice(0, 3), wrapped.slice(3)])],
    ["inside JSON-RPC", framed(wrapped.map(rpc))],
  ])("are unwrapped %s", (_, text) => expectWhole(text));
});

describe("envelopes of message brokers", () => {
  const BROKERS: [string, Wrap][] = [
    [
      "Kafka",
      (data, offset) => ({ topic: "t", partition: 0, offset, key: "t1", value: json(data) }),
    ],
    [
      "Kafka over REST",
      (data, offset) => ({ topic: "t", offset, key: "dDE=", value: base64(data) }),
    ],
    ["Kafka with CloudEvents", (data, i) => ({ offset: i, value: json({ ...event(i), data }) })],
    ["SNS", (data, i) => ({ Type: "Notification", MessageId: `m${i}`, Message: json(data) })],
    [
      "EventBridge",
      (detail, i) => ({ id: `x${i}`, "detail-type": "A2A", source: "tides", detail }),
    ],
    ["Dapr", (data, i) => ({ ...event(i, "com.dapr.event.sent"), topic: "t", data })],
  ];
  test.each(BROKERS)("%s", (_, wrap) => {
    const wrapped = EVENTS.map((value, i) => json(wrap(value, i)));
    expectWhole(`${wrapped.join("\n")}\n`);
    expectWhole(wrapped.map((line) => `data: ${line}\n\n`).join(""));
  });
});

test("a CloudEvent without A2A is named as such", () => {
  const { entries, verdict } = open(`data: ${json({ ...event(1, "ping"), data: 1 })}\n\n`);
  expect(entries.map(({ title }) => title)).toEqual(["CloudEvent ping"]);
  expect(verdict.kind).toBe("not-a2a");
});

describe("CloudEvents in response to a call", () => {
  const { rules, report } = inspectRecords(readFixture("shapes/inference-gateway.jsonl").records);

  test("are events of the task, and their errors those of tools", () => {
    expect(report.verdict).toMatchObject({ kind: "ended-while-working", by: "agent" });
    expect(report.verdict.because).toContain("the task was still working");
    expect(report.tools).toMatchObject([
      {
        name: "read_tide",
        state: "completed",
        args: { harbour: "Bergen" },
        result: { at: "14:20" },
      },
      { name: "read_tide", state: "failed", args: { harbour: "Atlantis" } },
    ]);
    expect(report.entries.filter(({ kind }) => kind === "error")).toEqual([]);
  });

  test("say nothing about what comes between events", () => {
    const { records } = readFixture("shapes/inference-gateway.jsonl");
    const started = records.findIndex(
      (record) => record.r === "data" && record.text?.includes("tool.started"),
    );
    const note = { r: "note", t: null, text: "Here.", x: "x1" } as const;
    const message = { messageId: "u-2", role: "ROLE_USER", parts: [{ text: "And now?" }] };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 2,
      method: "message/stream",
      params: { message },
    });
    const open = {
      r: "open",
      x: "x2",
      t: 31,
      method: "POST",
      url: "http://agent.example/",
    } as const;
    const between = [note, { ...open, headers: [], body }];
    const report = inspectRecords(records.toSpliced(started + 1, 0, ...between)).report;
    expect(report.tools).toHaveLength(2);
    const rows = report.entries.map(({ kind, title, text }) => `${kind} ${text ?? title}`);
    expect(rows).toContain("message And now?");
    expect(rows).toContain("other Here.");
  });

  test("break a rule of their own, and none about JSON-RPC", () => {
    expect(rules).toContain("FRM-CLOUDEVENT");
    expect(rules.filter((rule) => /^(?:ENV|ERR|DM-WRAP)-/.test(rule))).toEqual([]);
  });
});

/** Members that JSON-RPC, errors and other envelopes have, at any depth. */
const { payload } = fc.letrec((tie) => ({
  payload: fc.dictionary(
    fc.constantFrom(
      ...([
        "id",
        "error",
        "result",
        "code",
        "message",
        "title",
        "status",
        "state",
        "method",
      ] as const),
      ...(["data", "payload", "detail", "params", "value", "text", "name", "toolName"] as const),
    ),
    fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, 1, "x", "completed", "message/send", '{"error":{"code":1}}'),
      tie("payload"),
      fc.array(tie("payload"), { maxLength: 2 }),
    ),
  ),
}));

test("nothing in a CloudEvent breaks a rule about JSON-RPC", () => {
  const envelope = fc.record(
    { extension: payload, data: fc.oneof(payload, fc.array(payload), fc.string()) },
    { requiredKeys: [] },
  );
  const property = fc.property(fc.array(envelope, { minLength: 1, maxLength: 4 }), (envelopes) => {
    const sent = envelopes.map(({ extension = {}, data }, i) => ({
      ...extension,
      ...event(i),
      data,
    }));
    for (const frames of [sent, [sent]]) {
      const recording = createMessageFactory("1.0")
        .stream()
        .addEvents(...frames)
        .addEnd();
      const { rules, report } = inspectRecords(recording.records);
      expect(rules.filter((rule) => /^(?:ENV|ERR)-/.test(rule))).toEqual([]);
      expect(report.verdict.kind).not.toMatch(/^(?:rpc|http)-error$/);
    }
  });
  fc.assert(property, { numRuns: getRunCount(300) });
});

test("base64 is decoded if it contains JSON, and never throws", () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.array(fc.string()));
  fc.assert(
    fc.property(value, (it) => {
      expect(decodeBase64Json(base64(it))).toBe(json(it));
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      const read = decodeBase64Json(text);
      if (read !== null) expect(read).toMatch(/^[{[]/);
    }),
  );
});
