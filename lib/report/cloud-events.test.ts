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
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import { decodeBase64Json } from "../protocol/envelope.ts";

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
