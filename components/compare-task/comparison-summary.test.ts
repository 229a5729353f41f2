import { expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { compareStoredTask } from "../../lib/timeline/compare-stored-task.ts";
import { formatTaskComparison } from "./comparison-summary.ts";

function summarize(
  delivered: readonly unknown[],
  stored: readonly ExampleJson[],
  state = "completed",
) {
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"), ...delivered)
    .addEnd()
    .addRequest("tasks/get", { id: "t1" }, "x2")
    .addHead(200, "application/json", "x2")
    .addText(JSON.stringify(createTask(state, { artifacts: stored })), "x2")
    .addEnd("complete", "x2");
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, timeline.lastEvent);
  if (!found) throw new Error("nothing to compare");
  return formatTaskComparison(found);
}

test("counts each delivery status with its characters", () => {
  expect(
    summarize(
      [
        createArtifactUpdate("a", "one", LAST_CHUNK),
        createArtifactUpdate("b", "tw"),
        createArtifactUpdate("c", "x"),
        status("completed"),
      ],
      [
        createArtifact("a", "one"),
        createArtifact("b", "two, and more"),
        createArtifact("d", "y".repeat(2_000)),
      ],
    ),
  ).toBe(
    "4 artifacts: 1 complete, 2 lost here: 2,011 of 2,013 characters, 1 only here: 1 character",
  );
});

test("reports only the state of a task without artifacts", () => {
  expect(summarize([status("completed")], [])).toBe("No artifacts; state known");
  expect(summarize([], [])).toBe("No artifacts; state lost here");
});

test("lists differing names, state, messages and message order", () => {
  const named = { artifactId: "a", name: "new", parts: [{ kind: "text", text: "one" }] };
  const old = { ...named, name: "old" };
  const history = [
    createMessage("third", "m3"),
    createMessage("first", "m1"),
    createMessage("never heard", "m9"),
  ];
  const updates = ["first", "second", "third"].map((text, i) =>
    status("working", createMessage(text, `m${i + 1}`)),
  );
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"), createArtifactUpdate("a", "", { artifact: old }), ...updates)
    .addEnd()
    .addRequest("tasks/get", { id: "t1" }, "x2")
    .addHead(200, "application/json", "x2")
    .addText(JSON.stringify(createTask("completed", { artifacts: [named], history })), "x2")
    .addEnd("complete", "x2");
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, timeline.lastEvent);
  expect(found && formatTaskComparison(found)).toBe(
    "1 artifact: 1 complete; 1 artifact with another name; stored as completed, last delivered as working; 1 of 3 history messages lost here; 1 message delivered but not stored; history in a different order",
  );
  expect(found?.unstored).toEqual([{ role: "agent", text: "second", deliveryStatus: "only" }]);
});

test("a truncated history does not count earlier messages as missing", () => {
  const updates = ["first", "second"].map((text, i) =>
    status("working", createMessage(text, `m${i + 1}`)),
  );
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"), ...updates, status("completed"))
    .addEnd()
    .addRequest("tasks/get", { id: "t1", historyLength: 1 }, "x2")
    .addHead(200, "application/json", "x2")
    .addText(
      JSON.stringify(createTask("completed", { history: [createMessage("second", "m2")] })),
      "x2",
    )
    .addEnd("complete", "x2");
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, timeline.lastEvent);
  expect(found).toMatchObject({ unstored: [], isInOrder: true });
});

test("repeated messages keep their order", () => {
  const say = (text: string) => createMessage(text);
  const words = ["one", "two", "one"].map(say);
  const { timeline } = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(createTask("working"), ...words.map((message) => status("working", message)))
    .addEnd()
    .addRequest("tasks/get", { id: "t1" }, "x2")
    .addHead(200, "application/json", "x2")
    .addText(JSON.stringify(createTask("working", { history: words })), "x2")
    .addEnd("complete", "x2");
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, timeline.lastEvent);
  expect(found).toMatchObject({ unstored: [], isInOrder: true });
});
