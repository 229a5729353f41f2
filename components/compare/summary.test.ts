import { expect, test } from "vitest";
import {
  artifact,
  asks,
  held,
  type Json,
  Log,
  last,
  status,
  task,
} from "../../fixtures/compose.ts";
import { compareStored } from "../../lib/timeline/stored.ts";
import { summaryOf } from "./summary.ts";

function summed(delivered: readonly unknown[], stored: readonly Json[], state = "completed") {
  const { timeline } = new Log()
    .ask("message/stream", asks("go", "u1"))
    .head()
    .say(task("working"), ...delivered)
    .end()
    .ask("tasks/get", { id: "t1" }, "x2")
    .head(200, "application/json", "x2")
    .text(JSON.stringify(task(state, { artifacts: stored })), "x2")
    .end("complete", "x2");
  const [lane] = timeline.tasks;
  const found = lane && compareStored(timeline, lane, timeline.lastEvent);
  if (!found) throw new Error("nothing to compare");
  return summaryOf(found);
}

test("each verdict is counted, with how much it is about", () => {
  expect(
    summed(
      [artifact("a", "one", last), artifact("b", "tw"), artifact("c", "x"), status("completed")],
      [held("a", "one"), held("b", "two, and more"), held("d", "y".repeat(2_000))],
    ),
  ).toBe(
    "4 artifacts: 1 complete, 2 lost here: 2,011 of 2,013 characters, 1 only here: 1 character",
  );
});

test("without artifacts the state is what there is to say", () => {
  expect(summed([status("completed")], [])).toBe("No artifacts, and its state is known");
  expect(summed([], [])).toBe("No artifacts, and its state is lost here");
});
