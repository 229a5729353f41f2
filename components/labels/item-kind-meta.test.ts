import { expect, test } from "vitest";
import {
  createMessage,
  createSendMessageParams,
  createTask,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { hasAnyIssue } from "../../lib/dialects/filter.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { createRow, RowList } from "../../lib/dialects/rows.ts";
import { NO_FILTER } from "../../lib/dialects/settings.ts";
import { getRowMeta } from "./item-kind-meta.ts";

test.each([
  ["failed", "error", "error"],
  ["canceled", "error", "error"],
  ["rejected", "error", "error"],
  ["input-required", "waiting", "warning"],
  ["auth-required", "waiting", "warning"],
  ["completed", "ok", "ok"],
])("a state row that is %s has its icon and color", (state, icon, hue) => {
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"), status(state))
    .addEnd();
  const interpretation = new Interpretation(timeline).update();
  const states = interpretation.items.filter(({ kind }) => kind === "state");
  const metas = states.map((item) => getRowMeta(interpretation, item, timeline.lastEvent));
  expect(metas).toMatchObject([
    { label: "State", icon: "state", hue: "state" },
    { label: "State", icon, hue },
  ]);
});

test("a stop is the user's own act: neither its row nor its count is an error", () => {
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"))
    .addEnd("aborted", "x1", "Stopped on request.", "loupe");
  const list = new RowList(new Interpretation(timeline), "all").update();
  const stopped = list.itemAt(list.count - 1);
  expect(stopped && getRowMeta(list.interpretation, stopped, timeline.lastEvent)).toMatchObject({
    label: "Stopped",
    hue: "other",
  });
  expect(stopped && createRow(list.interpretation, stopped, timeline.lastEvent)).toMatchObject({
    title: "stopped watching here",
    preview: "Stopped on request.",
  });
  expect(list.countKind("error")).toBe(0);
  expect(stopped && hasAnyIssue(stopped)).toBe(false);
  // It is no noise either.
  const quiet = new RowList(list.interpretation, "all", { ...NO_FILTER, hidesNoise: true });
  expect(quiet.update().findRow(stopped?.index ?? -1)).toBeGreaterThan(0);
});

test("a tool has the icon and color of a failure from the event on that reports it", () => {
  const part = (data: object, type: string) => ({
    parts: [{ kind: "data", data, metadata: { adk_type: type } }],
  });
  const call = part({ name: "get_weather", args: {}, id: "c1" }, "function_call");
  const response = { name: "get_weather", response: { error: "503" }, id: "c1" };
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(
      createTask("working"),
      status("working", createMessage("", "m1", call)),
      status("working", createMessage("", "m2", part(response, "function_response"))),
    )
    .addEnd();
  const interpretation = new Interpretation(timeline).update();
  const [tool] = interpretation.tools;
  expect(tool).toBeDefined();
  const metas = [1, 2].map((n) => tool && getRowMeta(interpretation, tool.item, n));
  expect(metas).toMatchObject([{ hue: "tool" }, { label: "Tool", icon: "error", hue: "error" }]);
});
