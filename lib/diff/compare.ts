/**
 * Two runs side by side: which row of one stands for which of the other, and in what they differ.
 * Compared is what was asked, said and done; ids and instants are not.
 */

import { getProblemsAt, isCardProblem, type RunProblem } from "../lint/problems.ts";
import { getVerdictAt, type Verdict } from "../lint/verdict.ts";
import { align } from "./align.ts";
import { type CallPair, type CallTiming, pairCalls, timingOf } from "./calls.ts";
import type { Side } from "./content.ts";
import { type Aspect, type Difference, differencesOf } from "./differences.ts";
import { likenessOf } from "./likeness.ts";
import { type DiffRow, isCompared, readRow } from "./row.ts";
import { nameOf, pathOf, TaskPairs } from "./tasks.ts";

export type Mark = "same" | "changed" | "left" | "right";

export interface DiffLine {
  readonly mark: Mark;
  /** `null` where only the other side has it. */
  readonly left: DiffRow | null;
  readonly right: DiffRow | null;
  /** In what the two differ; empty where one of them is not there. */
  readonly differences: readonly Difference[];
}

/** The same thing as each side has it; `null` where one has it not. */
export interface Sides<T> {
  readonly left: T;
  readonly right: T;
}

export interface RunDiff extends Sides<Side> {
  readonly lines: readonly DiffLine[];
  readonly counts: Readonly<Record<Mark, number>>;
  /** How many pairs of rows differ in what. */
  readonly aspects: ReadonlyMap<Aspect, number>;
  readonly verdict: Sides<Verdict>;
  /** The states of every task, with the name it has on either side. */
  readonly states: readonly (Sides<string | null> & { readonly task: string })[];
  /** Tools that only one side called, and how often. */
  readonly tools: Sides<ReadonlyMap<string, number>>;
  /** Rules that only one side breaks. */
  readonly findings: Sides<readonly RunProblem[]>;
  readonly calls: readonly (CallPair & { readonly timing: Sides<CallTiming | null> })[];
  /** Nothing differs but how long things took. */
  readonly isSame: boolean;
}

export function compareRuns(left: Side, right: Side, ignored: Ignored = NOTHING): RunDiff {
  const steps = comparing(left, right, ignored);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export type Ignored = ReadonlySet<Aspect>;
const NOTHING: Ignored = new Set();

/** Comparing in slices, for those who have something else to do between them. */
export function* comparing(
  left: Side,
  right: Side,
  ignored: Ignored = NOTHING,
): Generator<void, RunDiff> {
  const calls = pairCalls(left, right);
  const lefts = yield* rowsOf(left, calls.left);
  const rights = yield* rowsOf(right, calls.right);
  const partner = align(lefts, rights, likenessOf(left, right));
  yield;
  const tasks = new TaskPairs();
  const lines: DiffLine[] = [];
  let next = 0;
  const rightsUntil = (end: number) => {
    for (; next < end; next++) lines.push(alone("right", rights[next] ?? null));
  };
  for (const [at, row] of lefts.entries()) {
    const place = partner[at] ?? -1;
    const other = rights[place];
    if (!other) lines.push(alone("left", row));
    else {
      rightsUntil(place);
      next++;
      lines.push(paired(row, other, tasks, ignored));
    }
    if (at % SLICE === 0) yield;
  }
  rightsUntil(rights.length);
  return summed(left, right, lines, calls.pairs, tasks, ignored);
}

const SLICE = 200;

function* rowsOf(side: Side, calls: Int32Array): Generator<void, DiffRow[]> {
  const rows: DiffRow[] = [];
  for (const [at, item] of side.reading.items.entries()) {
    if (isCompared(side, item)) rows.push(readRow(side, item, calls[item.exchange] ?? -1));
    if (at % SLICE === 0) yield;
  }
  return rows;
}

function alone(mark: "left" | "right", row: DiffRow | null): DiffLine {
  return {
    mark,
    left: mark === "left" ? row : null,
    right: mark === "right" ? row : null,
    differences: [],
  };
}

function paired(left: DiffRow, right: DiffRow, tasks: TaskPairs, ignored: Ignored): DiffLine {
  const all = differencesOf(left, right, tasks.pair(left.task, right.task));
  const differences = ignored.size === 0 ? all : all.filter(({ of }) => !ignored.has(of));
  return { mark: differences.length === 0 ? "same" : "changed", left, right, differences };
}

function summed(
  left: Side,
  right: Side,
  lines: readonly DiffLine[],
  pairs: readonly CallPair[],
  tasks: TaskPairs,
  ignored: Ignored,
): RunDiff {
  const counts = { same: 0, changed: 0, left: 0, right: 0 };
  const aspects = new Map<Aspect, number>();
  for (const { mark, differences } of lines) {
    counts[mark]++;
    for (const { of } of differences) aspects.set(of, (aspects.get(of) ?? 0) + 1);
  }
  const findings = ignored.has("findings")
    ? { left: [], right: [] }
    : onlyIn(findingsOf(left), findingsOf(right));
  const isSame =
    counts.changed + counts.left + counts.right === 0 &&
    findings.left.length + findings.right.length === 0;
  return {
    left,
    right,
    lines,
    counts,
    aspects,
    verdict: {
      left: getVerdictAt(left.reading.timeline, left.n, left.reading),
      right: getVerdictAt(right.reading.timeline, right.n, right.reading),
    },
    states: statesOf(left, right, tasks),
    tools: toolsOf(lines),
    findings,
    calls: pairs.map((pair) => ({
      ...pair,
      timing: {
        left: pair.left && timingOf(left, pair.left),
        right: pair.right && timingOf(right, pair.right),
      },
    })),
    isSame,
  };
}

/** What was done in the run: a card need not have been looked up to be the same. */
function findingsOf({ reading, n }: Side): RunProblem[] {
  return getProblemsAt(reading.timeline, n, reading).filter((finding) => !isCardProblem(finding));
}

function onlyIn(
  lefts: readonly RunProblem[],
  rights: readonly RunProblem[],
): Sides<readonly RunProblem[]> {
  const without = (some: readonly RunProblem[], others: readonly RunProblem[]) =>
    some.filter(({ rule }) => !others.some((other) => other.rule === rule));
  return { left: without(lefts, rights), right: without(rights, lefts) };
}

function statesOf(left: Side, right: Side, tasks: TaskPairs): RunDiff["states"] {
  const both = tasks.pairs.map(([one, other]) => ({
    task: one === other ? nameOf(one) : `${nameOf(one)} | ${nameOf(other)}`,
    left: pathOf(left, one),
    right: pathOf(right, other),
  }));
  const only = (side: Side, isPaired: (index: number) => boolean) =>
    side.reading.timeline.tasks.filter(
      ({ firstEvent: birth, index }) =>
        birth <= side.n && !isPaired(index) && pathOf(side, index) !== "",
    );
  return [
    ...both,
    ...only(left, (index) => tasks.hasLeft(index)).map(({ index }) => ({
      task: nameOf(index),
      left: pathOf(left, index),
      right: null,
    })),
    ...only(right, (index) => tasks.hasRight(index)).map(({ index }) => ({
      task: nameOf(index),
      left: null,
      right: pathOf(right, index),
    })),
  ];
}

function toolsOf(lines: readonly DiffLine[]): RunDiff["tools"] {
  const found = { left: new Map<string, number>(), right: new Map<string, number>() };
  for (const { mark, left, right } of lines) {
    const row = left ?? right;
    if (row?.kind !== "tool" || mark === "same" || mark === "changed") continue;
    found[mark].set(row.name, (found[mark].get(row.name) ?? 0) + 1);
  }
  return found;
}
