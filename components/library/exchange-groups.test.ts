import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createSendMessageParams,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { arbitraryHopRecords, HopLog, PLANNER, TRACE, USER } from "../../fixtures/hop-log.ts";
import { Ingest } from "../../lib/timeline/ingest.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { createExchangeLabel, createTaskLabel } from "../labels/exchange-label.ts";
import { groupExchanges, searchGroups } from "./exchange-groups.ts";
import { createRailRows, findParentRow, getRailLevel } from "./rail-rows.ts";

interface Told {
  readonly method?: string;
  readonly params?: unknown;
  readonly says?: readonly unknown[];
  readonly cause?: "complete" | "reset";
}

const state = (taskId: string, contextId: string, name: string) => ({
  kind: "status-update",
  taskId,
  contextId,
  status: { state: name },
});

const asking = (text: string, contextId?: string) => ({
  message: { kind: "message", role: "user", messageId: text, contextId, parts: [{ text }] },
});

function timelineOf(told: readonly Told[]): Timeline {
  const ingest = new Ingest();
  for (const [i, { method, params, says = [], cause = "complete" }] of told.entries()) {
    const x = `x${i}`;
    const t = i * 100;
    const body = method && JSON.stringify({ jsonrpc: "2.0", id: i, method, params });
    const how = body ? { method: "POST", url: "http://a/", body } : { method: "GET", url: CARD };
    ingest.push({ r: "open", x, t, headers: [], ...how });
    const headers = [["content-type", "text/event-stream"]] as const;
    ingest.push({ r: "head", x, t: t + 1, status: 200, headers });
    for (const result of says) {
      ingest.push({ r: "data", x, t: t + 2, text: `data: ${JSON.stringify({ result })}\n\n` });
    }
    ingest.push({ r: "end", x, t: t + 50, cause });
  }
  return ingest.timeline;
}

const toggling = (keys: readonly string[]) => ({
  toggled: new Set(keys),
  areAllOpen: false,
  keepsLookups: true,
});
const ALL_OPEN = toggling([]);

const CARD = "http://a/.well-known/agent-card.json";

const TOLD: readonly Told[] = [
  {},
  { method: "message/stream", params: asking("one"), says: [state("t1", "c1", "completed")] },
  {
    method: "message/stream",
    params: asking("two", "c2"),
    says: [state("t2", "c2", "working")],
    cause: "reset",
  },
  { method: "tasks/get", params: { id: "t1" } },
  { method: "message/stream", params: asking("three"), says: [state("t3", "c1", "working")] },
  { method: "message/send", params: asking("four") },
];

test("groups a message for a finished task under the new task that replies", () => {
  const follow = { message: { ...asking("more", "c1").message, taskId: "t1" } };
  const timeline = timelineOf([
    { method: "message/stream", params: asking("one"), says: [state("t1", "c1", "completed")] },
    { method: "message/stream", params: follow, says: [state("t2", "c1", "working")] },
    { method: "message/stream", params: follow },
  ]);
  const tasks = groupExchanges(timeline).contexts.flatMap((context) => context.tasks);
  expect(tasks.map(({ task, exchanges }) => [task?.id, exchanges.map(({ id }) => id)])).toEqual([
    ["t1", ["x2", "x0"]],
    ["t2", ["x1"]],
  ]);
});

const outline = (timeline: Timeline) =>
  groupExchanges(timeline).contexts.map(({ id, number, tasks }) => [
    id,
    number,
    tasks.map(({ task, exchanges }) => [task?.id ?? null, exchanges.map(({ index }) => index)]),
  ]);

test("groups exchanges by context and task, newest first", () => {
  const timeline = timelineOf(TOLD);
  expect(outline(timeline)).toEqual([
    [null, 0, [[null, [5]]]],
    [
      "c1",
      1,
      [
        ["t3", [4]],
        ["t1", [3, 1]],
      ],
    ],
    ["c2", 2, [["t2", [2]]]],
  ]);
  expect(groupExchanges(timeline).discovery.map(({ index }) => index)).toEqual([0]);
});

test.each([
  ["three", [4]],
  ["T1", [3, 1]],
  ["working", [4, 2]],
  ["c2", [2]],
  ["tasks/get", [3]],
  ["agent-card", [0]],
  ["  ", [5, 4, 3, 1, 2, 0]],
  ["no such words", []],
])("finds %j in words, ids, states and methods", (query, found) => {
  const { contexts, discovery } = searchGroups(groupExchanges(timelineOf(TOLD)), query);
  const tasks = contexts.flatMap((context) => context.tasks);
  const exchanges = [...tasks.flatMap((task) => task.exchanges), ...discovery];
  expect(exchanges.map(({ index }) => index)).toEqual(found);
});

test("shows only the heading of a closed group", () => {
  const groups = groupExchanges(timelineOf(TOLD));
  const kinds = (closed: string[]) =>
    createRailRows(groups, toggling(closed)).map(({ kind }) => kind);
  expect(kinds([]).filter((kind) => kind === "group")).toHaveLength(4);
  expect(kinds([]).filter((kind) => kind === "exchange")).toHaveLength(6);
  const closed = kinds(["context c1", "discovery"]);
  expect(closed.filter((kind) => kind === "group")).toHaveLength(4);
  expect(closed.filter((kind) => kind === "exchange")).toHaveLength(2);
});

test("lists push notifications of a task separately, after its requests", () => {
  const log = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "m1"))
    .addHead()
    .addEvents(createTask("working"));
  for (const x of ["n1", "n2"]) {
    log.addOpen(x, { url: "http://127.0.0.1/inbox/r/k", inbound: true });
    log.addText(JSON.stringify(status("working")), x).addEnd("complete", x);
  }
  const { timeline } = log;
  const rows = createRailRows(groupExchanges(timeline), ALL_OPEN).map((row) => {
    if (row.kind === "task") return `${row.task.id}${row.isPush ? " push" : ""}`;
    if (row.kind !== "exchange") return row.kind;
    const { title, detail } = createExchangeLabel(timeline, row.exchange, false);
    return `${title}: ${detail}`;
  });
  expect(rows).toEqual([
    "all",
    "group",
    "t1",
    "message/stream: go",
    "t1 push",
    "Push notification: state working",
    "Push notification: state working",
  ]);
});

describe("calls between agents", () => {
  const log = new HopLog()
    .plan({ trace: TRACE, text: "a trip" })
    .begin({ x: "weather", port: 9002, trace: TRACE, program: PLANNER })
    .wait(10)
    .finish("weather", "completed")
    .begin({ x: "hotel", port: 9003, program: PLANNER })
    .wait(10)
    .finish("hotel", "failed")
    .finish("plan", "completed")
    .wait(10)
    .begin({ x: "next", port: 9001, program: USER })
    .finish("next", "completed");
  const groups = groupExchanges(log.timeline);
  const list = (query = "") =>
    createRailRows(searchGroups(groups, query), ALL_OPEN).flatMap((row) =>
      row.kind === "exchange" ? [[getRailLevel(row), row.exchange.id, row.call?.callee]] : [],
    );

  test("are below the call that they were made for, in the order they began", () => {
    expect(list()).toEqual([
      [2, "next", "127.0.0.1:9001"],
      [2, "plan", "127.0.0.1:9001"],
      [3, "weather", "127.0.0.1:9002"],
      [3, "hotel", "127.0.0.1:9003"],
    ]);
  });

  test("are found by their agent and their task, with the calls around them", () => {
    const found = [
      [2, "plan", "127.0.0.1:9001"],
      [3, "hotel", "127.0.0.1:9003"],
    ];
    expect(list(":9003")).toEqual(found);
    expect(list("t-hotel")).toEqual(found);
    expect(list("failed")).toEqual(found);
  });

  test("have the call around them as their parent", () => {
    const rows = createRailRows(groups, ALL_OPEN);
    const at = (id: string) =>
      rows.findIndex((row) => row.kind === "exchange" && row.exchange.id === id);
    expect(findParentRow(rows, at("hotel"))).toBe(at("plan"));
    expect(rows[findParentRow(rows, at("plan"))]?.kind).toBe("group");
  });

  test("are each listed once, whatever was made for what", () => {
    fc.assert(
      fc.property(arbitraryHopRecords, (records) => {
        const { timeline } = foldRecords(records);
        const { contexts } = groupExchanges(timeline);
        const listed = contexts.flatMap(({ tasks }) => tasks.flatMap((task) => task.exchanges));
        expect(listed.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
          timeline.exchanges.map(({ index }) => index),
        );
      }),
    );
  });
});

test("gives rows unique keys", () => {
  const keys = createRailRows(groupExchanges(timelineOf(TOLD)), ALL_OPEN).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("labels an exchange with its request and outcome", () => {
  const timeline = timelineOf(TOLD);
  const lines = timeline.exchanges.map((exchange) =>
    createExchangeLabel(timeline, exchange, false),
  );
  expect(lines.map(({ title }) => title)).toEqual([
    "GET agent-card.json",
    "message/stream",
    "message/stream",
    "tasks/get",
    "message/stream",
    "message/send",
  ]);
  expect(lines[1]).toMatchObject({ detail: "one", icon: "ok", events: 1, durationMs: 50 });
  expect(lines[2]).toMatchObject({ detail: "two", icon: "error", lost: "connection lost" });
  const [, lost] = timeline.tasks;
  expect(lost && createTaskLabel(lost, lines[2])).toEqual({
    label: "connection lost",
    lane: "failed",
  });
  expect(lost && createTaskLabel(lost, undefined)).toEqual({ label: "working", lane: "working" });
});

test("lists every task of one exchange; of many, those that failed first", () => {
  const ids = Array.from({ length: 12 }, (_, i) => `t${i}`);
  const says = ids.map((id, i) => state(id, "c1", i === 7 ? "failed" : "completed"));
  const timeline = timelineOf([{ method: "message/stream", params: asking("many"), says }]);
  const groups = groupExchanges(timeline);
  const rows = createRailRows(groups, ALL_OPEN);
  const tasks = rows.flatMap((row) => (row.kind === "task" ? [row.task.id] : []));
  expect(tasks[0]).toBe("t7");
  expect(tasks.toSorted()).toEqual(ids.toSorted());
  expect(rows.filter(({ kind }) => kind === "exchange")).toHaveLength(1);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  const found = createRailRows(searchGroups(groups, "failed"), ALL_OPEN);
  expect(found.flatMap((row) => (row.kind === "task" ? [row.task.id] : []))).toEqual(["t7"]);
});

test("folds look-ups away once there is something else, unless they are to be kept", () => {
  const getKinds = (told: readonly Told[], options: Partial<typeof ALL_OPEN> = {}) =>
    createRailRows(groupExchanges(timelineOf(told)), {
      ...ALL_OPEN,
      keepsLookups: false,
      ...options,
    }).map(({ kind }) => kind);
  const [lookup = {}, message = {}] = TOLD;
  expect(getKinds([lookup])).toEqual(["group", "exchange"]);
  const folded = ["all", "group", "task", "exchange", "group"];
  expect(getKinds([lookup, message])).toEqual(folded);
  for (const option of [
    { keepsLookups: true },
    { areAllOpen: true },
    { toggled: new Set(["discovery"]) },
  ]) {
    expect(getKinds([lookup, message], option)).toEqual([...folded, "exchange"]);
  }
});
