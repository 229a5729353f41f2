import { expect, test } from "vitest";
import { artifact, held, last, more, stream, task } from "../../fixtures/compose.ts";

const told = (n: number | undefined, ...events: unknown[]) => {
  const log = stream(...events);
  const report = n === undefined ? log.report : log.at(n);
  const artifacts = report.tasks.flatMap((it) => it.artifacts);
  return artifacts.map((it) => [it.artifactId, it.text, it.chunks, it.revisions, ...it.events]);
};

test("an artifact that a snapshot brought begins there", () => {
  const born = task("working", { artifacts: [held("a", "A")] });
  expect(told(0, born, artifact("a", "B", last))).toEqual([["a", "A", 1, 1, 0, 0]]);
  expect(told(undefined, born, artifact("a", "B", last))).toEqual([["a", "AB", 2, 1, 0, 1]]);
});

test("a snapshot that says more or something else of it is told of, one that confirms it is not", () => {
  const events = [
    task("working"),
    artifact("a", "one"),
    artifact("b", "two"),
    artifact("c", "three"),
    artifact("c", " and", more),
    task("working", { artifacts: [held("a", "one"), held("b", "two, more"), held("c", "four")] }),
    task("completed", { artifacts: [held("a", "one"), held("b", "two, more"), held("c", "four")] }),
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
