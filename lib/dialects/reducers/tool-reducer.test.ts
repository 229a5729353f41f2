import { describe, expect, test } from "vitest";
import { createStreamLog, status } from "../../../fixtures/event-builders.ts";

const part = (data: object, metadata?: object) => ({ kind: "data", data, metadata });
let count = 0;
const says = (...parts: object[]) => ({
  kind: "message",
  role: "agent",
  messageId: `m${count++}`,
  parts,
});
const call = (id: string, more: object = {}) =>
  says(part({ id, name: "tide", args: { n: 1 } }, { adk_type: "function_call", ...more }));
const response = (id: string, value: unknown) =>
  says(part({ id, name: "tide", response: value }, { adk_type: "function_response" }));
const toolsAt = (log: ReturnType<typeof createStreamLog>, n: number) =>
  log.reportAt(n).tools.map(({ state, result, startMs, endMs }) => ({
    state,
    result,
    tookMs: startMs === null || endMs === null ? null : endMs - startMs,
  }));

describe("calls paired by their ids", () => {
  test("end in any order, once, with the time between", () => {
    const log = createStreamLog(
      status("working", call("a")),
      status("working", call("b")),
      status("working", response("b", { error: "no gauge" })),
      status("working", response("a", "14:20")),
      status("working", response("a", "again")),
      status("completed"),
    );
    expect(toolsAt(log, 1)).toMatchObject([{ state: "running" }, { state: "running" }]);
    expect(toolsAt(log, 5)).toEqual([
      { state: "completed", result: "14:20", tookMs: 30 },
      { state: "failed", result: { error: "no gauge" }, tookMs: 10 },
    ]);
    expect(log.report.entries.filter(({ kind }) => kind === "tool")).toHaveLength(2);
  });

  test("a long-running one goes on while its task waits, whatever it returned at once", () => {
    const log = createStreamLog(
      status("working", call("a", { adk_is_long_running: true })),
      status("working", response("a", { status: "pending" })),
      status("input-required", call("a", { adk_is_long_running: true })),
    ).addEnd();
    expect(toolsAt(log, 2)).toEqual([
      { state: "running", result: { status: "pending" }, tookMs: null },
    ]);
    const over = createStreamLog(
      status("working", call("a", { adk_is_long_running: true })),
      status("working", response("a", "done")),
      status("completed"),
    );
    expect(toolsAt(over, 2)).toMatchObject([{ state: "completed", result: "done" }]);
  });

  test("a call without a result never ended, once its task or stream ends", () => {
    const over = createStreamLog(status("working", call("a")), status("failed"));
    expect(toolsAt(over, 1)).toMatchObject([{ state: "never-ended" }]);
    const cut = createStreamLog(status("working", call("a"))).addEnd("reset");
    expect(cut.report.tools).toMatchObject([{ state: "never-ended" }]);
  });

  test("a result without a call is a separate call, but a user's result is not a tool row", () => {
    const orphan = createStreamLog(status("working", response("z", 1)));
    expect(orphan.report.tools).toMatchObject([{ callId: "z", state: "completed", startMs: null }]);
    const answer = { ...response("z", 1), role: "user" };
    const { entries } = createStreamLog(status("working", answer)).report;
    expect(entries.find(({ kind }) => kind === "message")).toBeDefined();
  });
});
