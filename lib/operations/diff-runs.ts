/** The operation `diff_runs`: compares two runs by meaning. */

import { z } from "zod";
import { DIFF_ASPECT_NAMES, findDiffAspect } from "../diff/aspect-names.ts";
import { compareRuns, type RunDiff } from "../diff/compare-runs.ts";
import { formatDifference, formatHeadline } from "../diff/describe-diff.ts";
import { createDiffReport } from "../diff/diff-report.ts";
import { toPrintableLine } from "../report/printable.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError, READ_ONLY } from "./operation.ts";
import type { OpenRun } from "./read-run.ts";
import { CURSOR, createLimit, NEXT_CURSOR, RUN, takePage, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 120;

const SIDE = z
  .object({
    kind: z.string(),
    name: untrusted(),
    event: z.number(),
    text: untrusted(),
  })
  .nullable();

export const diffRuns = defineOperation({
  name: "diff_runs",
  title: "Compare two runs",
  description:
    "Compares two runs row by row, aligned by meaning and not by IDs or times, and lists only what differs.",
  input: z.object({
    a: RUN,
    b: RUN,
    ignore: z
      .array(z.string())
      .default([])
      .describe(`Differences to ignore: ${DIFF_ASPECT_NAMES.join(", ")}`),
    limit: createLimit(20, "differing rows"),
    cursor: CURSOR,
  }),
  output: z.object({
    a: z.string(),
    b: z.string(),
    same: z.boolean(),
    counts: z.object({
      same: z.number(),
      changed: z.number(),
      left: z.number(),
      right: z.number(),
    }),
    facts: z.array(
      z.object({ label: z.string(), left: untrusted("In a"), right: untrusted("In b") }),
    ),
    findings: z
      .object({ left: z.array(z.string()), right: z.array(z.string()) })
      .describe("The rules that only one run breaks"),
    rows: z.array(
      z.object({
        mark: z.enum(["changed", "left", "right"]),
        left: SIDE,
        right: SIDE,
        differences: z.array(untrusted()),
      }),
    ),
    nextCursor: NEXT_CURSOR,
  }),
  hints: READ_ONLY,
  size: "limit",
  async run(input, host) {
    const { a, b, ignore, limit, cursor } = input;
    const ignored = ignore.map((name) => {
      const aspect = findDiffAspect(name);
      if (aspect !== null) return aspect;
      throw new OperationError(`"ignore" takes ${DIFF_ASPECT_NAMES.join(", ")}.`);
    });
    const [left, right] = [await host.openRun(a), await host.openRun(b)];
    const diff = compareRuns(toSide(left), toSide(right), new Set(ignored));
    const { items, nextCursor } = takePage(listDifferingRows(diff), limit, cursor);
    const report = createDiffReport({ ...diff, lines: items }, false);
    const rows = report.rows.flatMap(({ mark, differences, ...sides }) =>
      mark === "same"
        ? []
        : [
            {
              mark,
              left: toSideData(sides.left),
              right: toSideData(sides.right),
              differences: differences.map((one) =>
                toPrintableLine(formatDifference(one), TEXT_LENGTH),
              ),
            },
          ],
    );
    const facts = report.facts
      .filter(({ differs }) => differs)
      .map(({ label, left: before, right: after }) => ({
        label,
        left: toPrintableLine(before, TEXT_LENGTH),
        right: toPrintableLine(after, TEXT_LENGTH),
      }));
    const nextRow = rows[0];
    const shown = nextRow?.right ?? nextRow?.left;
    return {
      data: {
        a: left.name,
        b: right.name,
        same: report.same,
        counts: report.counts,
        facts,
        findings: {
          left: report.findings.left.map(({ rule }) => rule),
          right: report.findings.right.map(({ rule }) => rule),
        },
        rows,
        nextCursor,
      },
      summary: formatHeadline(diff),
      quoted: [
        ...facts.map((fact) => `${fact.label}: ${fact.left} | ${fact.right}`),
        ...rows.flatMap(formatRow),
      ],
      next: [
        ...(shown
          ? [
              createNextOperation(
                "get_event",
                { run: nextRow?.right ? right.name : left.name, n: Math.max(0, shown.event) },
                "see the first difference",
              ),
            ]
          : []),
        ...(nextCursor === null
          ? []
          : [createNextOperation("diff_runs", { ...input, cursor: nextCursor }, "list more")]),
      ],
    };
  },
});

const toSide = ({ interpretation, timeline }: OpenRun) => ({
  interpretation,
  n: timeline.lastEvent,
});

const listDifferingRows = ({ lines }: RunDiff) => lines.filter(({ mark }) => mark !== "same");

function toSideData(side: { kind: string; name: string; event: number; text: string } | null) {
  if (side === null) return null;
  const { kind, name, event, text } = side;
  return {
    kind,
    name: toPrintableLine(name, TEXT_LENGTH),
    event,
    text: toPrintableLine(text, TEXT_LENGTH),
  };
}

const SIGNS = { changed: "~", left: "-", right: "+" };

function formatRow(row: {
  mark: keyof typeof SIGNS;
  left: ReturnType<typeof toSideData>;
  right: ReturnType<typeof toSideData>;
  differences: readonly string[];
}): string[] {
  const { mark, left, right, differences } = row;
  const side = right ?? left;
  const head = side ? `${SIGNS[mark]} ${side.kind} ${side.name} #${side.event}: ${side.text}` : "";
  return [head, ...differences.map((one) => `    ${one}`)];
}
