import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryBody } from "../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import {
  createArtifactUpdate,
  createMessage,
  createStreamLog,
  createTask,
  foldRecords,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, openFixtureLog, readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import type { WireRecord } from "../wire/record.ts";
import { compareRuns, type DiffRowPair, type RunDiff } from "./compare-runs.ts";
import type { DiffSide } from "./row-content.ts";

function sideOf(records: readonly WireRecord[]): DiffSide {
  const { timeline } = foldRecords(records);
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

const of = (name: string): DiffSide => sideOf(readFixture(name).records);
const ofBody = (frames: readonly string[]): DiffSide =>
  sideOf(openFixtureLog(new TextEncoder().encode(`: a stream\n\n${frames.join("")}`)).records);

const told = ({ lines }: RunDiff) =>
  lines
    .filter(({ mark }) => mark !== "same")
    .map(({ mark, left, right, differences }) => [
      `${mark} ${(left ?? right)?.kind} ${left?.name ?? ""}|${right?.name ?? ""}`,
      ...differences.map((it) => `${it.of}: ${it.left} | ${it.right}`),
    ]);

const MIRRORED = { same: "same", changed: "changed", left: "right", right: "left" } as const;

/** The lines with their sides swapped; unpaired ones in the order of their side. */
function pairsOf({ lines }: RunDiff, isMirrored: boolean): string[] {
  return lines.map((line: DiffRowPair) => {
    const [one, other] = isMirrored ? [line.right, line.left] : [line.left, line.right];
    const mark = isMirrored ? MIRRORED[line.mark] : line.mark;
    const words = line.differences.map(({ of, left, right }) =>
      isMirrored ? `${of} ${right} ${left}` : `${of} ${left} ${right}`,
    );
    return [mark, one?.item.index, other?.item.index, ...words].join(" ");
  });
}

function expectMirrored(left: DiffSide, right: DiffSide): void {
  const there = compareRuns(left, right);
  const back = compareRuns(right, left);
  expect(pairsOf(back, true).sort()).toEqual(pairsOf(there, false).sort());
  expect(back.isSame).toBe(there.isSame);
}

function expectSame(left: DiffSide, right: DiffSide): void {
  const diff = compareRuns(left, right);
  expect(told(diff)).toEqual([]);
  expect(diff.isSame).toBe(true);
}

/** The same frames with every id replaced, but not the names of members. */
const renamed = (frame: string) =>
  frame.replace(/"(t1|t2|c1|c2|m1|m2|m3|a1|a2)"(?!\s*:)/g, (_, id: string) => `"another ${id}"`);

describe("a run compared with itself", () => {
  test.each(FIXTURE_NAMES)("%s: has no differences", (name) => expectSame(of(name), of(name)));

  test("has no differences, whatever the agents send and whatever the ids are", () => {
    const property = fc.property(arbitraryBody, (frames) => {
      expectSame(ofBody(frames), ofBody(frames));
      expectSame(ofBody(frames), ofBody(frames.map(renamed)));
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe("two runs", () => {
  test("give the same pairs when swapped", () => {
    const property = fc.property(arbitraryBody, arbitraryBody, (left, right) =>
      expectMirrored(ofBody(left), ofBody(right)),
    );
    fc.assert(property, { numRuns: 200 });
    const caipe = fc.property(arbitraryCaipeRecords, arbitraryCaipeRecords, (left, right) =>
      expectMirrored(sideOf(left), sideOf(right)),
    );
    fc.assert(caipe, { numRuns: 30 });
  });

  test.each(["stream", "input-required", "message", "two", "fail", "replace"])(
    "of two protocol versions with the same content do not differ: %s",
    (name) => {
      const diff = compareRuns(of(`recorded/0.3/${name}.jsonl`), of(`recorded/1.0/${name}.jsonl`));
      expect(diff.counts).toMatchObject({ left: 0, right: 0 });
      expect(diff.states.every(({ left, right }) => left === right)).toBe(true);
      expect([...diff.aspects.keys()].filter((of) => of !== "pieces" && of !== "findings")).toEqual(
        [],
      );
    },
  );

  test("recorded over two bindings do not differ", () => {
    const diff = compareRuns(of("recorded/1.0/stream.jsonl"), of("recorded/grpc/stream-1.0.jsonl"));
    expect([...diff.aspects.keys()].filter((of) => of !== "pieces" && of !== "findings")).toEqual(
      [],
    );
  });

  test("differ in their final text", () => {
    const left = createStreamLog(
      createTask("submitted"),
      status("working"),
      createArtifactUpdate("a1", "The tide is high at six."),
      status("completed"),
    );
    const right = createStreamLog(
      createTask("submitted", { id: "t9" }),
      status("working", undefined, { taskId: "t9" }),
      createArtifactUpdate("a7", "The tide is low at six.", { taskId: "t9" }),
      status("failed", createMessage("It broke.", "m8"), { taskId: "t9" }),
    );
    const diff = compareRuns(sideOf(left.records), sideOf(right.records));
    expect(told(diff)).toEqual([
      ["changed artifact |", "text: 24 characters | 23 characters"],
      ["changed state completed|failed", "state: completed | failed"],
      ["right message |agent"],
    ]);
    expect(diff.states).toEqual([
      {
        task: "task 1",
        left: "submitted → working → completed",
        right: "submitted → working → failed",
      },
    ]);
    expect(diff.verdict).toMatchObject({ left: { kind: "completed" }, right: { kind: "failed" } });
    expect(diff.isSame).toBe(false);
  });

  test("differ if the second message starts another task", () => {
    const [one, two] = [of("recorded/1.0/input-required.jsonl"), of("recorded/1.0/two.jsonl")];
    const diff = compareRuns(one, two);
    expect(diff.isSame).toBe(false);
    expect(diff.states.map(({ left, right }) => [left, right])).toMatchInlineSnapshot(`
      [
        [
          "submitted → working → input-required → working → completed",
          "submitted → working → completed",
        ],
      ]
    `);
  });

  test("do not differ in ignored aspects", () => {
    const records = readFixture("recorded/1.0/stream.jsonl").records;
    const other = readFixture("recorded/0.3/stream.jsonl").records;
    const ignored = new Set(["pieces", "findings"] as const);
    expect(compareRuns(sideOf(records), sideOf(other), ignored).isSame).toBe(true);
  });

  test("of 100,000 rows without common rows are compared in time", () => {
    const frames = (word: string) =>
      Array.from({ length: 20_000 }, (_, at) => createMessage(`${word} ${at}`, `${word}-${at}`));
    const [left, right] = [createStreamLog(...frames("left")), createStreamLog(...frames("right"))];
    const diff = compareRuns(sideOf(left.records), sideOf(right.records));
    expect(diff.counts.changed).toBeGreaterThan(10_000);
  });
});
