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

/** How the first artifact stands, as the inspector says it. */
function endOf(log: ReportLog, n = log.timeline.lastEvent): string | undefined {
  const { timeline } = log;
  const interpretation = new Interpretation(timeline).update();
  const item = interpretation.items.find(({ entry }) => entry.kind === "artifact");
  if (!item) throw new Error("no artifact");
  const facts = createRowFacts(interpretation, item, n, String);
  return facts.find(({ name }) => name === "Chunks")?.value;
}

test("an artifact says how it stands, whether or not the log knows how its stream ended", () => {
  const begun = () => createStreamLog(createTask("working"), createArtifactUpdate("a", "x"));
  expect(endOf(begun().addEvents(status("working")), 1)).toBe("streaming");
  expect(endOf(begun())).toBe("never marked last");
  expect(endOf(begun().addEvents(status("completed")))).toBe("never marked last");
  expect(endOf(begun().addEnd())).toBe("never marked last");
  expect(endOf(begun().addEnd("unknown"))).toBe("never marked last");
  expect(endOf(begun().addEvents(createArtifactUpdate("a", "y", LAST_CHUNK)))).toBe(
    "last one marked",
  );
  expect(
    endOf(createStreamLog(createTask("completed", { artifacts: [createArtifact("a", "x")] }))),
  ).toBe("none: sent whole");
});
