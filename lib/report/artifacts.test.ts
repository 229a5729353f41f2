import { expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createStreamLog,
  createTask,
  LAST_CHUNK,
  more,
} from "../../fixtures/event-builders.ts";

const told = (n: number | undefined, ...events: unknown[]) => {
  const log = createStreamLog(...events);
  const report = n === undefined ? log.report : log.reportAt(n);
  const artifacts = report.tasks.flatMap((it) => it.artifacts);
  return artifacts.map((it) => [it.artifactId, it.text, it.chunks, it.revisions, ...it.events]);
};

test("an artifact from a snapshot starts with that snapshot", () => {
  const born = createTask("working", { artifacts: [createArtifact("a", "A")] });
  expect(told(0, born, createArtifactUpdate("a", "B", LAST_CHUNK))).toEqual([
    ["a", "A", 1, 1, 0, 0],
  ]);
  expect(told(undefined, born, createArtifactUpdate("a", "B", LAST_CHUNK))).toEqual([
    ["a", "AB", 2, 1, 0, 1],
  ]);
});

test("a snapshot that changes an artifact is one of its events, one that confirms it is not", () => {
  const events = [
    createTask("working"),
    createArtifactUpdate("a", "one"),
    createArtifactUpdate("b", "two"),
    createArtifactUpdate("c", "three"),
    createArtifactUpdate("c", " and", more),
    createTask("working", {
      artifacts: [
        createArtifact("a", "one"),
        createArtifact("b", "two, more"),
        createArtifact("c", "four"),
      ],
    }),
    createTask("completed", {
      artifacts: [
        createArtifact("a", "one"),
        createArtifact("b", "two, more"),
        createArtifact("c", "four"),
      ],
    }),
  ];
  expect(told(4, ...events)).toEqual([
    ["a", "one", 1, 1, 1, 1],
    ["b", "two", 1, 1, 2, 2],
    ["c", "three and", 2, 1, 3, 4],
  ]);
  expect(told(undefined, ...events)).toEqual([
    ["a", "one", 1, 1, 1, 1],
    ["b", "two, more", 1, 2, 2, 5],
    ["c", "four", 1, 2, 3, 5],
  ]);
});
