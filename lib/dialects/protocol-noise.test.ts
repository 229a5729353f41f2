import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Ingest } from "../timeline/ingest.ts";
import { Interpretation } from "./interpretation.ts";
import type { Item } from "./item.ts";
import { createRow, RowList } from "./rows.ts";
import { NO_FILTER } from "./settings.ts";

const WITHOUT_NOISE = { ...NO_FILTER, hidesNoise: true };

/** A turn, a lookup of its task, and a cancel request. */
const { timeline } = new ReportLog()
  .addRequest("message/stream", createSendMessageParams("go", "u1"), "x1")
  .addHead(200, "text/event-stream", "x1")
  .addEventsTo(
    "x1",
    createTask("submitted"),
    status("working", createMessage("Looking.", "m1")),
    createArtifactUpdate("a", "Here."),
    status("input-required"),
  )
  .addEnd("complete", "x1")
  .addRequest("tasks/get", { id: "t1" }, "x2")
  .addHead(200, "application/json", "x2")
  .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: createTask("input-required") }), "x2")
  .addEnd("complete", "x2")
  .addRequest("tasks/cancel", { id: "t1" }, "x3")
  .addHead(200, "application/json", "x3")
  .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: createTask("canceled") }), "x3")
  .addEnd("complete", "x3");

function readTitles(list: RowList): string[] {
  const n = list.interpretation.timeline.lastEvent;
  return Array.from({ length: list.count }, (_, row) => {
    const item = list.itemAt(row);
    return item ? createRow(list.interpretation, item, n).title : "";
  });
}

test("without noise, what the user and the agent did remains", () => {
  const interpretation = new Interpretation(timeline);
  const all = new RowList(interpretation, "all").update();
  const some = new RowList(interpretation, "all", WITHOUT_NOISE, () => false).update();
  expect(readTitles(some)).toEqual([
    "go",
    "Looking.",
    "a",
    "input-required",
    "tasks/cancel",
    "canceled",
  ]);
  expect(some.hiddenNoise).toBe(all.count - some.count);
  expect(all.hiddenNoise).toBe(0);
});

test("a row with a problem is not noise", () => {
  const interpretation = new Interpretation(timeline);
  const everything = new RowList(interpretation, "all", WITHOUT_NOISE, () => true).update();
  expect(everything.hiddenNoise).toBe(0);
  expect(everything.count).toBe(new RowList(interpretation, "all").update().count);
});

test("only the noise that matches the rest of the filter counts as hidden", () => {
  const interpretation = new Interpretation(timeline);
  const filter = { ...WITHOUT_NOISE, query: "working" };
  const found = new RowList(interpretation, "all", filter, () => false).update();
  expect([found.count, found.hiddenNoise]).toEqual([0, 1]);
});

test("a list that grows hides the same noise", () => {
  const ingest = new Ingest();
  const growing = new RowList(new Interpretation(ingest.timeline), "all", WITHOUT_NOISE);
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "message/stream",
    params: createSendMessageParams("go", "u1"),
  });
  ingest.push({ r: "open", x: "x", t: 0, method: "POST", url: "http://a/", headers: [], body });
  ingest.push({
    r: "head",
    x: "x",
    t: 1,
    status: 200,
    headers: [["content-type", "text/event-stream"]],
  });
  const shown: number[][] = [];
  for (const result of [createTask("working"), createArtifactUpdate("a", "Here.")]) {
    const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
    ingest.push({ r: "data", x: "x", t: 2, text });
    growing.update();
    shown.push([growing.count, growing.hiddenNoise]);
  }
  expect(shown).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("noise that turns out to be a problem without an event is shown", () => {
  const ingest = new Ingest();
  const broken = new Set<number>();
  const isTrouble = ({ entry }: Item) => broken.has(entry.index);
  const growing = new RowList(new Interpretation(ingest.timeline), "all", WITHOUT_NOISE, isTrouble);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id: "t" } });
  ingest.push({ r: "open", x: "x", t: 0, method: "POST", url: "http://a/", headers: [], body });
  expect(growing.update().count).toBe(0);
  broken.add(ingest.timeline.exchanges[0]?.entry ?? -1);
  ingest.push({ r: "end", x: "x", t: 1, cause: "complete" });
  expect(readTitles(growing.update())).toEqual(["tasks/get"]);
  expect(growing.hiddenNoise).toBe(0);
});
