/**
 * Compares two runs: aligns their rows and lists the differences. Requests, content and actions are
 * compared; ids and times are not.
 */

import { getProblemsAt, isCardProblem, type RunProblem } from "../lint/problems.ts";
import { getVerdictAt, type Verdict } from "../lint/verdict.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { alignLines } from "./align-lines.ts";
import { type ComparableRow, createComparableRow, isCompared } from "./comparable-row.ts";
import { type DiffAspect, findDifferences, type RowDifference } from "./differences.ts";
import {
  type CallPair,
  type ComparedTiming,
  createComparedTiming,
  pairCalls,
} from "./pair-calls.ts";
import type { DiffSide } from "./row-content.ts";
import { createRowSimilarity } from "./similarity.ts";

export type DiffMark = "same" | "changed" | "left" | "right";

export interface DiffRowPair {
  readonly mark: DiffMark;
  /** `null` if only the other side has the row. */
  readonly left: ComparableRow | null;
  readonly right: ComparableRow | null;
  /** The differences between the two; empty if one is missing. */
  readonly differences: readonly RowDifference[];
}

/** A value for each side. */
export interface DiffSides<T> {
  readonly left: T;
  readonly right: T;
}

export interface RunDiff extends DiffSides<DiffSide> {
  readonly lines: readonly DiffRowPair[];
  readonly counts: Readonly<Record<DiffMark, number>>;
  /** For each aspect, how many pairs of rows differ in it. */
  readonly aspects: ReadonlyMap<DiffAspect, number>;
  readonly verdict: DiffSides<Verdict>;
  /** The states of every task, with its name on both sides. */
  readonly states: readonly (DiffSides<string | null> & { readonly task: string })[];
  /** Tools that only one side called, with the number of calls. */
  readonly tools: DiffSides<ReadonlyMap<string, number>>;
  /** Rules that only one side violates. */
  readonly findings: DiffSides<readonly RunProblem[]>;
  readonly calls: readonly (CallPair & { readonly timing: DiffSides<ComparedTiming | null> })[];
  /** Nothing differs except timing. */
  readonly isSame: boolean;
}

export function compareRuns(
  left: DiffSide,
  right: DiffSide,
  ignored: IgnoredAspects = NONE_IGNORED,
): RunDiff {
  const steps = compareRunsInSteps(left, right, ignored);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

type IgnoredAspects = ReadonlySet<DiffAspect>;
const NONE_IGNORED: IgnoredAspects = new Set();

/** Compares in steps, so that the caller can do other work between them. */
export function* compareRunsInSteps(
  left: DiffSide,
  right: DiffSide,
  ignored: IgnoredAspects = NONE_IGNORED,
): Generator<void, RunDiff> {
  const calls = pairCalls(left, right);
  const lefts = yield* createComparableRows(left, calls.left);
  const rights = yield* createComparableRows(right, calls.right);
  const partner = alignLines(lefts, rights, createRowSimilarity(left, right));
  yield;
  const tasks = new TaskPairs();
  const lines: DiffRowPair[] = [];
  let next = 0;
  const addRightsUntil = (end: number) => {
    for (; next < end; next++) lines.push(createUnpaired("right", rights[next] ?? null));
  };
  for (const [at, row] of lefts.entries()) {
    const otherIndex = partner[at] ?? -1;
    const other = rights[otherIndex];
    if (!other) lines.push(createUnpaired("left", row));
    else {
      addRightsUntil(otherIndex);
      next++;
      lines.push(createPair(row, other, tasks, ignored));
    }
    if (at % SLICE_ROWS === 0) yield;
  }
  addRightsUntil(rights.length);
  return createRunDiff(left, right, lines, calls.pairs, tasks, ignored);
}

const SLICE_ROWS = 200;

function* createComparableRows(
  side: DiffSide,
  calls: Int32Array,
): Generator<void, ComparableRow[]> {
  const rows: ComparableRow[] = [];
  for (const [at, item] of side.interpretation.items.entries()) {
    if (isCompared(side, item))
      rows.push(createComparableRow(side, item, calls[item.exchange] ?? -1));
    if (at % SLICE_ROWS === 0) yield;
  }
  return rows;
}

function createUnpaired(mark: "left" | "right", row: ComparableRow | null): DiffRowPair {
  return {
    mark,
    left: mark === "left" ? row : null,
    right: mark === "right" ? row : null,
    differences: [],
  };
}

function createPair(
  left: ComparableRow,
  right: ComparableRow,
  tasks: TaskPairs,
  ignored: IgnoredAspects,
): DiffRowPair {
  const all = findDifferences(left, right, tasks.pair(left.task, right.task));
  const differences = ignored.size === 0 ? all : all.filter(({ of }) => !ignored.has(of));
  return { mark: differences.length === 0 ? "same" : "changed", left, right, differences };
}

function createRunDiff(
  left: DiffSide,
  right: DiffSide,
  lines: readonly DiffRowPair[],
  pairs: readonly CallPair[],
  tasks: TaskPairs,
  ignored: IgnoredAspects,
): RunDiff {
  const counts = { same: 0, changed: 0, left: 0, right: 0 };
  const aspects = new Map<DiffAspect, number>();
  for (const { mark, differences } of lines) {
    counts[mark]++;
    for (const { of } of differences) aspects.set(of, (aspects.get(of) ?? 0) + 1);
  }
  const findings = ignored.has("findings")
    ? { left: [], right: [] }
    : findOneSided(getRunProblems(left), getRunProblems(right));
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
      left: getVerdictAt(left.interpretation.timeline, left.n, left.interpretation),
      right: getVerdictAt(right.interpretation.timeline, right.n, right.interpretation),
    },
    states: compareStates(left, right, tasks),
    tools: compareTools(lines),
    findings,
    calls: pairs.map((pair) => ({
      ...pair,
      timing: {
        left: pair.left && createComparedTiming(left, pair.left),
        right: pair.right && createComparedTiming(right, pair.right),
      },
    })),
    isSame,
  };
}

/** Without problems of the card, because runs are compared regardless of card lookups. */
function getRunProblems({ interpretation, n }: DiffSide): RunProblem[] {
  return getProblemsAt(interpretation.timeline, n, interpretation).filter(
    (problem) => !isCardProblem(problem),
  );
}

function findOneSided(
  lefts: readonly RunProblem[],
  rights: readonly RunProblem[],
): DiffSides<readonly RunProblem[]> {
  const without = (some: readonly RunProblem[], others: readonly RunProblem[]) =>
    some.filter(({ rule }) => !others.some((other) => other.rule === rule));
  return { left: without(lefts, rights), right: without(rights, lefts) };
}

function compareStates(left: DiffSide, right: DiffSide, tasks: TaskPairs): RunDiff["states"] {
  const both = tasks.pairs.map(([one, other]) => ({
    task: one === other ? formatTaskName(one) : `${formatTaskName(one)} | ${formatTaskName(other)}`,
    left: formatStatePath(left, one),
    right: formatStatePath(right, other),
  }));
  const only = (side: DiffSide, isPaired: (index: number) => boolean) =>
    side.interpretation.timeline.tasks.filter(
      ({ firstEvent, index }) =>
        firstEvent <= side.n && !isPaired(index) && formatStatePath(side, index) !== "",
    );
  return [
    ...both,
    ...only(left, (index) => tasks.hasLeft(index)).map(({ index }) => ({
      task: formatTaskName(index),
      left: formatStatePath(left, index),
      right: null,
    })),
    ...only(right, (index) => tasks.hasRight(index)).map(({ index }) => ({
      task: formatTaskName(index),
      left: null,
      right: formatStatePath(right, index),
    })),
  ];
}

function compareTools(lines: readonly DiffRowPair[]): RunDiff["tools"] {
  const found = { left: new Map<string, number>(), right: new Map<string, number>() };
  for (const { mark, left, right } of lines) {
    const row = left ?? right;
    if (row?.kind !== "tool" || mark === "same" || mark === "changed") continue;
    found[mark].set(row.name, (found[mark].get(row.name) ?? 0) + 1);
  }
  return found;
}

/** Pairs the tasks of two runs by the first row that both have. Ids are not compared. */
class TaskPairs {
  readonly #right = new Map<number, number>();
  readonly #left = new Map<number, number>();

  /**
   * Pairs two tasks, by their indexes, if neither has a partner. Returns their names if they belong
   * to different tasks, else `null`.
   */
  pair(left: number, right: number): readonly [left: string, right: string] | null {
    const known = this.#right.get(left);
    if (known === right) return null;
    if (left >= 0 && right >= 0 && known === undefined && !this.#left.has(right)) {
      this.#right.set(left, right);
      this.#left.set(right, left);
      return null;
    }
    return left === right && left < 0 ? null : [formatTaskName(left), formatTaskName(right)];
  }

  get pairs(): readonly (readonly [left: number, right: number])[] {
    return [...this.#right];
  }

  hasLeft(index: number): boolean {
    return this.#right.has(index);
  }

  hasRight(index: number): boolean {
    return this.#left.has(index);
  }
}

function formatTaskName(index: number): string {
  return index < 0 ? "no task" : `task ${index + 1}`;
}

/** The states of a task in order, with repeated states merged. */
function formatStatePath({ interpretation, n }: DiffSide, index: number): string {
  const { transitions = [] } = interpretation.timeline.tasks[index] ?? {};
  const states = transitions.slice(0, countUpToEvent(transitions, n)).map(({ label }) => label);
  return states.filter((state, at) => state !== states[at - 1]).join(" → ");
}
