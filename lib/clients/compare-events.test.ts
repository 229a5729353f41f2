// What is handed over in another spelling is the same; every other difference is found and named.
import { StreamResponse } from "a2a-sdk-1.0";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventPayload } from "../../fixtures/arbitrary.ts";
import {
  createArtifactUpdate,
  createMessage,
  createTask,
  LAST_CHUNK,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { parseJson } from "../json/exact-json.ts";
import type { WireRecord } from "../wire/record.ts";
import type { ClientDifference } from "./client-result.ts";
import { createClientResult, createExchangeResult } from "./create-client-result.ts";
import { readWireResponse } from "./wire-response.ts";

/** A response of these events as an event stream; its last line may lack its end. */
function recordStream(events: readonly unknown[], end = "\n\n"): WireRecord[] {
  const data = events.map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}`);
  return [
    {
      r: "open",
      x: "x1",
      t: 0,
      method: "POST",
      url: "http://agent.example/",
      headers: [],
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} }),
    },
    { r: "head", x: "x1", t: 0, status: 200, headers: [["content-type", "text/event-stream"]] },
    { r: "data", x: "x1", t: 0, text: data.join("\n\n") + end },
    { r: "end", x: "x1", t: 0, cause: "complete" },
  ];
}

function compare(
  sent: readonly unknown[] | readonly WireRecord[],
  events: readonly unknown[],
  more: { thrown?: string; failure?: string } = {},
) {
  const isRecords = sent.some((one) => (one as { r?: unknown } | null)?.r === "open");
  const records = isRecords ? (sent as readonly WireRecord[]) : recordStream(sent);
  const { thrown, failure = null } = more;
  return createExchangeResult({ exchange: 1, id: "x1" }, readWireResponse(records), {
    hasAsked: true,
    events,
    thrown: thrown === undefined ? null : { message: thrown, text: thrown, after: events.length },
    failure,
  });
}

const insert = (list: readonly unknown[], at: number, item: unknown) =>
  list.slice(0, at).concat([item], list.slice(at));

const kindsOf = (differences: readonly ClientDifference[]) =>
  differences.map(({ kind, event }) => [kind, event]);

const RUN = [
  createTask("submitted"),
  status("working"),
  createArtifactUpdate("a1", "one"),
  createArtifactUpdate("a1", "two", more),
  createArtifactUpdate("a1", "three", LAST_CHUNK),
  status("completed", undefined, { final: true }),
];

describe("the same", () => {
  test("whatever a client passes through, in envelopes or without", () => {
    fc.assert(
      fc.property(fc.array(eventPayload, { minLength: 1, maxLength: 8 }), (events) => {
        expect(compare(events, events).differences).toEqual([]);
        const enveloped = events.map((result) => ({ jsonrpc: "2.0", id: 7, result }));
        expect(compare(events, enveloped).differences).toEqual([]);
      }),
    );
  });

  test("members without meaning: order, defaults, unknown ones, spellings", () => {
    const sent = {
      kind: "status-update",
      taskId: "t1",
      contextId: "c1",
      status: {
        state: "input-required",
        timestamp: "2026-11-20T10:00:00.123Z",
        message: createMessage("which?", "m1", { taskId: "t1" }),
      },
      final: true,
    };
    const handed = {
      statusUpdate: {
        contextId: "c1",
        taskId: "t1",
        status: {
          timestamp: { seconds: "1795168800", nanos: 123_456_789 },
          state: 6,
          message: {
            messageId: "m1",
            role: 2,
            taskId: "t1",
            contextId: "",
            parts: [{ content: { $case: "text", value: "which?" }, filename: "", mediaType: "" }],
            extensions: [],
            metadata: {},
          },
        },
        metadata: null,
      },
      vendor: true,
    };
    expect(compare([sent], [handed]).differences).toEqual([]);
    expect(
      compare([sent], [{ payload: { $case: "statusUpdate", value: handed.statusUpdate } }]),
    ).toMatchObject({ verdict: "same", received: 1 });
    // Python's client gives the task with the update.
    expect(compare([sent], [[createTask("input-required"), sent]]).verdict).toBe("same");
  });

  test("bytes of a file, as text, buffer or list", () => {
    const file = (raw: unknown) => ({
      task: {
        id: "t1",
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "a", parts: [{ raw, filename: "f", mediaType: "text/plain" }] }],
      },
    });
    const sent = [file("aGk/")];
    for (const raw of ["aGk/", "aGk_", Buffer.from("hi?"), new Uint8Array([104, 105, 63])]) {
      expect(compare(sent, [JSON.parse(JSON.stringify(file(raw)))]).differences).toEqual([]);
    }
    expect(compare(sent, [file("aGk=")]).differences).toMatchObject([
      { kind: "changed", member: "artifacts[0].parts[0].bytes" },
    ]);
  });

  test("the objects of the SDK of 1.0, for all that was recorded", () => {
    const names = FIXTURE_NAMES.filter((name) => name.startsWith("recorded/1.0/"));
    let count = 0;
    for (const name of names) {
      const { records } = readFixture(name);
      for (const open of records) {
        if (open.r !== "open" || !open.body?.includes("Stream")) continue;
        const own = records.filter((record) => "x" in record && record.x === open.x);
        const text = own.map((record) => (record.r === "data" ? (record.text ?? "") : "")).join("");
        const events = text.match(/(?<=^data: ).*/gm)?.map((line) => JSON.parse(line).result) ?? [];
        if (events.includes(undefined)) continue;
        const objects = events.map((event) =>
          JSON.parse(JSON.stringify(StreamResponse.fromJSON(event))),
        );
        expect(compare(own, objects).differences).toEqual([]);
        count += objects.length;
      }
    }
    expect(count).toBeGreaterThan(50);
  });
});

describe("different", () => {
  test("one event lost, doubled or moved, wherever it is", () => {
    const texts = ["a", "b", "c", "d", "e", "f"];
    const sent = texts.map((text) => createArtifactUpdate("a1", text, more));
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (at, to) => {
        const lost = sent.toSpliced(at, 1);
        expect(kindsOf(compare(sent, lost).differences)).toEqual([["lost", at + 1]]);
        const doubled = insert(sent, to, sent[at]);
        expect(kindsOf(compare(sent, doubled).differences)).toEqual([["doubled", at + 1]]);
        const moved = insert(lost, to, sent[at]);
        const { differences } = compare(sent, moved);
        expect(differences.every(({ kind }) => kind === "reordered")).toBe(true);
        expect(differences).toHaveLength(at === to ? 0 : 1);
      }),
    );
  });

  test("a changed member has its old and its new value", () => {
    const change = (index: number, event: unknown) =>
      compare(
        RUN,
        RUN.map((one, i): unknown => (i === index ? event : one)),
      );
    expect(change(3, createArtifactUpdate("a1", "twoo", more)).differences).toEqual([
      {
        kind: "changed",
        event: 4,
        frame: 4,
        runEvent: null,
        exchange: 1,
        title: "a chunk of artifact a1",
        received: 4,
        member: "artifact.parts[0].text",
        old: "two",
        new: "twoo",
      },
    ]);
    expect(change(3, createArtifactUpdate("a1", "two")).differences).toMatchObject([
      { member: "append", old: true, new: undefined },
    ]);
    expect(change(5, status("completed")).differences).toMatchObject([{ member: "final" }]);
    expect(change(5, status("failed", undefined, { final: true })).differences).toMatchObject([
      { member: "status.state", old: "completed", new: "failed" },
    ]);
    expect(change(0, {}).differences).toMatchObject([
      { kind: "changed", event: 1, member: "kind", old: "task", new: "other" },
    ]);
  });

  test("digits that JavaScript rounds", () => {
    const text =
      '{"kind":"message","role":"agent","parts":[{"kind":"data","data":{"n":9007199254740993}}]}';
    const [open, head, , end] = recordStream([]);
    const data = `data: {"jsonrpc":"2.0","id":1,"result":${text}}\n\n`;
    const records = [open, head, { r: "data", x: "x1", t: 0, text: data }, end] as WireRecord[];
    expect(compare(records, [parseJson(text)]).differences).toEqual([]);
    const result = compare(records, [JSON.parse(text)]);
    expect(result.differences).toMatchObject([
      { member: "parts[0].data.n", old: "9007199254740993", new: 9007199254740992 },
    ]);
    expect(createClientResult("sdk", [result]).sentence).toContain(
      'from "9007199254740993" to 9007199254740992.',
    );
  });

  test("a role or a state that a client makes up", () => {
    const sent = { kind: "message", messageId: "m1", parts: [{ kind: "text", text: "a" }] };
    expect(compare([sent], [{ ...sent, role: "user" }]).differences).toMatchObject([
      { member: "role", new: "user" },
    ]);
    const odd = [{ kind: "task", id: "t1", contextId: "c1", status: { state: "running" } }];
    expect(compare(odd, [createTask("unknown")]).differences).toMatchObject([
      { member: "status.state", old: "running", new: "unknown" },
    ]);
  });

  test("an event that was never sent", () => {
    const { differences } = compare(RUN, [...RUN, createTask("rejected")]);
    expect(differences).toMatchObject([{ kind: "changed", event: null, received: 7 }]);
  });

  test("an event whose last line has no end, which is said", () => {
    const records = recordStream(RUN, "");
    const result = compare(records, RUN.slice(0, -1));
    expect(result.differences).toMatchObject([
      { kind: "lost", event: 6, reason: "the line without an ending" },
    ]);
    expect(createClientResult("sdk 1", [result]).sentence).toBe(
      "sdk 1 drops the status completed (event 6): the line without an ending.",
    );
  });
});

describe("errors", () => {
  const error = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Model is down" } };
  const failing = (() => {
    const [open, head, data, end] = recordStream(RUN.slice(0, 2));
    const failed = { r: "data", x: "x1", t: 0, text: `data: ${JSON.stringify(error)}\n\n` };
    return [open, head, data, failed, end] as WireRecord[];
  })();

  test("an error of the agent may be thrown or handed over", () => {
    const got = RUN.slice(0, 2);
    expect(compare(failing, got, { thrown: "Error -32603: Model is down" }).verdict).toBe("same");
    expect(compare(failing, got, { thrown: "code -32603" }).verdict).toBe("same");
    expect(compare(failing, [...got, error]).verdict).toBe("same");
  });

  test("other words in its place are a change, silence is a loss", () => {
    const got = RUN.slice(0, 2);
    expect(compare(failing, got, { thrown: "socket closed" }).differences).toMatchObject([
      { kind: "changed", event: 3, member: "error.message", old: "Model is down" },
    ]);
    expect(kindsOf(compare(failing, got).differences)).toEqual([["lost", 3]]);
  });

  test("an error of the client is at the first event that did not arrive", () => {
    const result = compare(RUN, RUN.slice(0, 2), { thrown: "boom" });
    expect(result.differences).toMatchObject([
      { kind: "thrown", event: 3, error: "boom", missing: 4 },
    ]);
    expect(compare(RUN, RUN, { thrown: "boom" }).differences).toMatchObject([
      { kind: "thrown", event: null, missing: 0 },
    ]);
  });

  test("an error where the connection breaks is right", () => {
    const records = recordStream(RUN);
    const cut = [...records.slice(0, -1), { r: "end", x: "x1", t: 0, cause: "reset" } as const];
    expect(compare(cut, RUN, { thrown: "terminated" }).verdict).toBe("same");
  });

  test("a driver that did not end failed, whatever it printed", () => {
    const result = compare(RUN, RUN, { failure: "ended early" });
    expect(result).toMatchObject({ verdict: "failed", differences: [] });
    expect(createClientResult("mine", [result]).sentence).toBe("mine ended early.");
  });

  test("an HTTP error without a body must be reported", () => {
    const [open] = recordStream([]);
    const records = [
      open,
      { r: "head", x: "x1", t: 0, status: 503, headers: [] },
      { r: "end", x: "x1", t: 0, cause: "complete" },
    ] as WireRecord[];
    expect(compare(records, []).verdict).toBe("differs");
    expect(compare(records, [], { thrown: "HTTP 503" }).verdict).toBe("same");
  });
});
