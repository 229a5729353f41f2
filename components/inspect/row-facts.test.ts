import { expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createStreamLog,
  createTask,
  LAST_CHUNK,
  type ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { createRowFacts } from "./row-facts.ts";

/** The "Chunks" fact of the first artifact. */
function endOf(log: ReportLog, n = log.timeline.lastEvent): string | undefined {
  const { timeline } = log;
  const interpretation = new Interpretation(timeline).update();
  const item = interpretation.items.find(({ entry }) => entry.kind === "artifact");
  if (!item) throw new Error("no artifact");
  const facts = createRowFacts(interpretation, item, n, String);
  return facts.find(({ name }) => name === "Chunks")?.value;
}

test("an artifact reports its completeness, whether or not the log contains the end of its stream", () => {
  const createBegun = () => createStreamLog(createTask("working"), createArtifactUpdate("a", "x"));
  expect(endOf(createBegun().addEvents(status("working")), 1)).toBe("streaming");
  expect(endOf(createBegun())).toBe("no lastChunk");
  expect(endOf(createBegun().addEvents(status("completed")))).toBe("no lastChunk");
  expect(endOf(createBegun().addEnd())).toBe("no lastChunk");
  expect(endOf(createBegun().addEnd("unknown"))).toBe("no lastChunk");
  expect(endOf(createBegun().addEvents(createArtifactUpdate("a", "y", LAST_CHUNK)))).toBe(
    "lastChunk received",
  );
  expect(
    endOf(createStreamLog(createTask("completed", { artifacts: [createArtifact("a", "x")] }))),
  ).toBe("none (sent whole)");
});
