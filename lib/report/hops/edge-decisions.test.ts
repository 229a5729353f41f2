// Edges that the user cut or made: everything that follows the tree of calls follows them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLogReport } from "../../../fixtures/event-builders.ts";
import {
  arbitraryHopRecords,
  createFailedHopLog,
  HopLog,
  PLANNER,
} from "../../../fixtures/hop-log.ts";
import { MetadataInserter } from "../../export/metadata-inserter.ts";
import { createLinter } from "../../lint/linter.ts";
import { getVerdictAt } from "../../lint/verdict.ts";
import type { EdgeDecisions } from "../../timeline/hops/call-tree.ts";
import { Ingest } from "../../timeline/ingest.ts";
import { Timeline } from "../../timeline/timeline.ts";
import type { WireRecord } from "../../wire/record.ts";

interface FoldOptions {
  readonly limit?: number;
  /** Set before the first record, or after the last. */
  readonly isDecidedFirst: boolean;
}

function fold(
  records: readonly WireRecord[],
  decisions: EdgeDecisions,
  { limit, isDecidedFirst }: FoldOptions,
): Ingest {
  const ingest = new Ingest({ observer: createLinter(), ...(limit !== undefined && { limit }) });
  const { callTree } = ingest.timeline;
  if (isDecidedFirst) callTree.setDecisions(decisions);
  for (const record of records) ingest.push(record);
  ingest.finish();
  if (!isDecidedFirst) callTree.setDecisions(decisions);
  return ingest;
}

const report = (log: HopLog, ...decisions: readonly [string, string | null][]) =>
  createLogReport(fold(log.records, new Map(decisions), { isDecidedFirst: false }));

describe("a call that the user cut", () => {
  test("is a turn of its own, blames nobody else and takes no time of the other", () => {
    const { verdict, hops } = report(createFailedHopLog(), ["ask", null]);
    expect(verdict.turns?.map(({ exchange, fault }) => [exchange, fault])).toEqual([
      ["plan", undefined],
      ["ask", undefined],
    ]);
    expect(hops?.failedFirst).toEqual(["ask"]);
    expect(hops?.calls[0]?.waitingMs).toBe(0);
    expect(hops?.calls[1]).toMatchObject({ parent: null, edge: { kind: "cut", rule: "user" } });
  });

  test("is as recorded when the decision is removed", () => {
    const log = createFailedHopLog();
    const ingest = fold(log.records, new Map([["ask", null]]), { isDecidedFirst: true });
    expect(ingest.timeline.callTree.setDecisions(new Map())).toBe(true);
    expect(createLogReport(ingest)).toEqual(log.report);
  });
});

describe("a call that the user connected", () => {
  const createUnknownRun = () =>
    new HopLog()
      .plan()
      .plan({ x: "plan2" })
      .begin({ x: "ask", port: 9002, program: PLANNER })
      .wait(5)
      .finish("ask", "failed")
      .wait(5)
      .finish("plan2", "completed")
      .finish("plan", "failed");

  test("belongs to that call, and the verdict is sure of it", () => {
    const { verdict, hops } = report(createUnknownRun(), ["ask", "plan"]);
    expect(hops?.calls[2]).toMatchObject({ parent: "plan", edge: { kind: "connected" } });
    expect(verdict.turns?.[0]?.fault?.because).toBe(
      "127.0.0.1:9002 failed, called by 127.0.0.1:9001.",
    );
  });

  test.each([
    ["itself", "ask", "ask"],
    ["a call that began later", "plan", "ask"],
    ["a call that it does not know", "ask", "other"],
  ])("is not connected to %s", (_, x, parent) => {
    const log = createUnknownRun();
    expect(report(log, [x, parent])).toEqual(log.report);
  });

  test("may belong to the calls that were running when it began", () => {
    const log = createUnknownRun().wait(5).begin({ x: "late", port: 9003 });
    const { callTree } = log.timeline;
    const list = (index: number) =>
      callTree.calls
        .slice(index, index + 1)
        .flatMap((call) => callTree.listPossibleParents(call).map(({ exchange }) => exchange.id));
    expect([0, 1, 2, 3].map(list)).toEqual([[], ["plan"], ["plan", "plan2"], []]);
  });
});

const arbitraryDecisions: fc.Arbitrary<EdgeDecisions> = fc
  .array(fc.tuple(fc.nat({ max: 9 }), fc.option(fc.nat({ max: 9 }), { nil: null, freq: 3 })), {
    maxLength: 8,
  })
  .map((all) => new Map(all.map(([x, y]) => [`x${x}`, y === null ? null : `x${y}`])));

test("with decisions, the state at event n is that of the first n + 1 events, whenever they are set", () => {
  fc.assert(
    fc.property(arbitraryHopRecords, arbitraryDecisions, (records, decisions) => {
      const { timeline } = fold(records, decisions, { isDecidedFirst: false });
      for (let n = -1; n < timeline.lastEvent; n++) {
        for (const isDecidedFirst of [true, false]) {
          const early = fold(records, decisions, { limit: n + 1, isDecidedFirst }).timeline;
          expect(listEdges(timeline, n)).toEqual(listEdges(early, n));
          expect(getVerdictAt(timeline, n)).toEqual(getVerdictAt(early, n));
        }
      }
      for (const call of timeline.callTree.calls) {
        const parent = call.parentAt(timeline.lastEvent);
        expect(parent?.exchange.index ?? -1).toBeLessThan(call.exchange.index);
      }
    }),
    { numRuns: 60 },
  );
});

test("decisions in an exported log are as those beside it, which replace them", () => {
  fc.assert(
    fc.property(
      arbitraryHopRecords,
      arbitraryDecisions,
      arbitraryDecisions,
      (records, old, now) => {
        const insert = (decisions: EdgeDecisions, into: readonly WireRecord[]) => {
          const edges = [...decisions].map(([x, parent]) => ({ x, parent }));
          const inserter = new MetadataInserter(new Timeline(), { notes: [], edges });
          return into.flatMap((record) => inserter.push(record));
        };
        const { timeline } = fold(records, new Map([...old, ...now]), { isDecidedFirst: true });
        const exported = insert(old, records);
        const beside = fold(exported, now, { isDecidedFirst: false }).timeline;
        const again = fold(insert(now, exported), new Map(), { isDecidedFirst: true }).timeline;
        for (let n = -1; n <= timeline.lastEvent; n++) {
          expect(listEdges(beside, n)).toEqual(listEdges(timeline, n));
          expect(listEdges(again, n)).toEqual(listEdges(timeline, n));
        }
      },
    ),
    { numRuns: 60 },
  );
});

function listEdges({ callTree: { calls } }: Timeline, n: number) {
  return calls
    .filter(({ firstEvent }) => firstEvent <= n)
    .map((call) => [
      call.exchange.id,
      call.parentAt(n)?.exchange.id,
      call.edgeAt(n),
      call.childrenAt(n).map(({ exchange }) => exchange.id),
    ]);
}
