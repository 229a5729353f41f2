import { expect, test } from "vitest";
import { artifact, held, type Log, last, status, stream, task } from "../../fixtures/compose.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { factsOf } from "./facts.ts";

/** How the first artifact stands, as the inspector says it. */
function endOf(log: Log, n = log.timeline.lastEvent): string | undefined {
  const { timeline } = log;
  const reading = new Interpretation(timeline).update();
  const item = reading.items.find(({ entry }) => entry.kind === "artifact");
  if (!item) throw new Error("no artifact");
  const facts = factsOf(reading, item, n, String);
  return facts.find(({ name }) => name === "Chunks")?.value;
}

test("an artifact says how it stands, whether or not the log knows how its stream ended", () => {
  const begun = () => stream(task("working"), artifact("a", "x"));
  expect(endOf(begun().addEvents(status("working")), 1)).toBe("streaming");
  expect(endOf(begun())).toBe("never marked last");
  expect(endOf(begun().addEvents(status("completed")))).toBe("never marked last");
  expect(endOf(begun().addEnd())).toBe("never marked last");
  expect(endOf(begun().addEnd("unknown"))).toBe("never marked last");
  expect(endOf(begun().addEvents(artifact("a", "y", last)))).toBe("last one marked");
  expect(endOf(stream(task("completed", { artifacts: [held("a", "x")] })))).toBe(
    "none: sent whole",
  );
});
