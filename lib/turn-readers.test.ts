// One turn, one outcome: everything that shows the turns of a run shows the same ones, with the same
// boundaries and the same outcome, as of any event.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../fixtures/arbitrary-caipe.ts";
import { arbitraryTalk } from "../fixtures/arbitrary-talk.ts";
import { foldRecords } from "../fixtures/event-builders.ts";
import { arbitraryHopRecords } from "../fixtures/hop-log.ts";
import { FIXTURE_NAMES, readFixture } from "../fixtures/read-fixture.ts";
import { getRunCount } from "../fixtures/run-count.ts";
import { RunConversation } from "./conversation/conversation.ts";
import { getTurnOutcomeAt } from "./conversation/turn-outcome.ts";
import { Interpretation } from "./dialects/interpretation.ts";
import { findTurnOfItem } from "./dialects/item-turn.ts";
import { RowList } from "./dialects/rows.ts";
import { getAllTurnsAt, getOutcomeAt, listTurnsAt } from "./lint/verdict/turns.ts";
import { getVerdictAt } from "./lint/verdict.ts";
import { getFacts, getRunFacts } from "./report/facts/facts.ts";
import { SAVED, WHOLE_RUN } from "./report/facts/part.ts";
import { createReport } from "./report/json.ts";
import { summarizeRowGroup } from "./report/row-group-summary.ts";
import { LogAnalyzer } from "./search/log-analyzer.ts";
import type { Timeline } from "./timeline/timeline.ts";
import type { Turn } from "./timeline/turns.ts";
import type { WireRecord } from "./wire/record.ts";

const NO_SOURCE = { importer: "", bytes: 0, records: 0, frames: 0, events: 0, skipped: [] };
const MUTED: ReadonlySet<string> = new Set();

/** A few events of a run, the first and the last among them. */
function sampleEvents({ lastEvent }: Timeline, most: number): number[] {
  const step = Math.max(1, Math.ceil((lastEvent + 2) / most));
  const sampled: number[] = [];
  for (let n = -1; n < lastEvent; n += step) sampled.push(n);
  return [...sampled, lastEvent];
}

/** All that a turn is as of an event, but not how it ended. */
function describeTurn(timeline: Timeline, turn: Turn, n: number) {
  const { exchange, kind, firstEvent, part } = turn;
  const tasks = turn.tasks.filter((one) => one.firstEvent <= n);
  return {
    exchange: exchange.id,
    kind,
    firstEvent,
    part,
    exchanges: turn.exchangesAt(n).map(({ id }) => id),
    tasks: tasks.map((one) => [timeline.tasks[one.task]?.key, one.firstEvent]),
    end: turn.getEndAt(n),
    message: turn.messageAt(n),
  };
}

function expectSameTurns(records: readonly WireRecord[], most = 12): void {
  const { timeline } = foldRecords(records);
  const interpretation = new Interpretation(timeline).update();
  const conversation = new RunConversation(interpretation).update();
  const rows = new RowList(interpretation, "all").update();
  for (const n of sampleEvents(timeline, most)) {
    const early = foldRecords(records, n + 1).timeline;
    const describeAll = (of: Timeline) =>
      listTurnsAt(of, n).map((turn) => describeTurn(of, turn, n));
    expect({ n, turns: describeAll(timeline) }).toEqual({ n, turns: describeAll(early) });

    for (const isGrowing of [false, true]) {
      const results = getAllTurnsAt(timeline, n, interpretation);
      const turns = listTurnsAt(timeline, n);
      const outcomes = results.map((result) => getOutcomeAt(result, n, isGrowing)?.kind ?? null);
      const about = { n, isGrowing, turns: turns.map(({ exchange }) => exchange.id) };

      // The verdict, and so `inspect`, MCP, exports and the library, count those with a response.
      const responded = results.filter(({ hasResponse }) => hasResponse);
      const counted = responded.length > 0 ? responded : results;
      const verdict = getVerdictAt(timeline, n, interpretation);
      expect(createReport(timeline, NO_SOURCE, n, interpretation).verdict).toEqual(verdict);
      const judged = verdict.turns ?? (counted.length === 0 ? [] : [verdict]);
      expect({ ...about, kinds: judged.map(({ kind }) => kind) }).toEqual({
        ...about,
        kinds: counted.map((result) => result.verdict.kind),
      });
      expect(verdict.turns?.map(({ exchange }) => exchange) ?? []).toEqual(
        counted.length > 1 ? counted.map(({ exchange }) => exchange.id) : [],
      );

      const summary = getRunFacts(interpretation, WHOLE_RUN, n, { isGrowing, muted: MUTED });
      const summarized = summary.turns.map(({ exchange, verdict }) => [exchange, verdict?.kind]);
      expect({ ...about, summarized }).toEqual({
        ...about,
        summarized:
          results.length > 1
            ? results.map(({ exchange }, i) => [exchange.id, outcomes[i] ?? undefined])
            : [],
      });

      const shown = conversation
        .getTurnsAt(n, "all", null)
        .filter(({ turn }) => turn.historySince > n);
      expect({ ...about, shown: shown.map(({ turn }) => turn.exchange.id) }).toEqual({
        ...about,
        shown: about.turns,
      });
      expect(shown.map(({ turn }) => turn)).toEqual(turns);
      expect(shown.map((turn) => conversation.getTurnNumberAt(turn, n))).toEqual(
        turns.map((_, i) => i + 1),
      );
      if (turns.length > 0) {
        const talked = shown.map(
          (turn) => getTurnOutcomeAt(interpretation, turn, n, { isGrowing }).verdict?.kind ?? null,
        );
        expect({ ...about, talked }).toEqual({ ...about, talked: outcomes });
      }

      const groups = turns.map((turn) => rows.groups.list.filter((one) => one.turnAt(n) === turn));
      for (const [i, own] of groups.entries()) {
        const whole = own.filter(({ firstEvent }) => firstEvent <= n);
        // The group of one of several tasks says how the task is.
        if (whole.length !== 1 || (turns[i]?.tasks.length ?? 0) > 1) continue;
        const [group] = whole;
        if (!group) continue;
        const options = { muted: MUTED, isGrowing };
        const { outcome } = summarizeRowGroup(rows, group, n, options);
        expect({ ...about, i, kind: outcome?.kind ?? null }).toEqual({
          ...about,
          i,
          kind: outcomes[i],
        });
      }
    }
    for (const item of interpretation.items) {
      const turn = findTurnOfItem(timeline, item);
      const group = rows.groups.groupOf(item);
      if (!turn || !group || item.firstEvent > n) continue;
      const inTalk = conversation.getContent(turn);
      if (inTalk) expect(inTalk.hasItem(item)).toBe(true);
      // What an item belongs to is the same for rows and for the conversation.
      const isHistory = turn.historySince <= n || turn.history !== null;
      if (!isHistory) expect(group.turn).toBe(turn);
    }
  }
  const n = timeline.lastEvent;
  expect(getFacts(interpretation, WHOLE_RUN, n, SAVED).outcome).toEqual(
    getVerdictAt(timeline, n, interpretation),
  );
}

describe("all readers show the same turns with the same outcomes at any event", () => {
  test.each(FIXTURE_NAMES)("in %s", (name) => {
    expectSameTurns(readFixture(name).records, 4);
  });

  test("whatever user and agents do", () => {
    fc.assert(
      fc.property(arbitraryTalk, (records) => expectSameTurns(records)),
      { numRuns: getRunCount(300) },
    );
  });

  test("whatever agents send", () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => expectSameTurns(records)),
      {
        numRuns: getRunCount(100),
      },
    );
    fc.assert(
      fc.property(arbitraryCaipeRecords, (records) => expectSameTurns(records)),
      {
        numRuns: getRunCount(20),
      },
    );
  });

  test("whatever agents call each other", () => {
    fc.assert(
      fc.property(arbitraryHopRecords, (records) => expectSameTurns(records)),
      {
        numRuns: getRunCount(50),
      },
    );
  });

  test("in the library", () => {
    fc.assert(
      fc.property(arbitraryTalk, (records) => {
        const analyzer = new LogAnalyzer();
        const header = { r: "loupe", version: 1, id: "x", at: null, by: "test" };
        const lines = [header, ...records].map((record) => `${JSON.stringify(record)}\n`);
        analyzer.push(new TextEncoder().encode(lines.join("")));
        const { facts, turns } = analyzer.end(true);
        const { timeline } = foldRecords(records);
        const results = getAllTurnsAt(timeline, timeline.lastEvent).filter(({ turn }) => turn);
        expect(facts.turns).toBe(results.length);
        const responded = results.filter(({ hasResponse }) => hasResponse);
        expect(turns.map(({ kind }) => kind)).toEqual(
          (responded.length > 0 ? responded : results).map(({ verdict }) => verdict.kind),
        );
      }),
      { numRuns: getRunCount(50) },
    );
  });
});
