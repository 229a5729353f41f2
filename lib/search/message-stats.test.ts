import { expect, test } from "vitest";
import type { TurnFacts } from "../api/library-search.ts";
import { createRecordingSummary, NO_FACTS } from "../report/recordings.testkit.ts";
import { createMessageStats, getPercentiles, type MeasuredRecording } from "./message-stats.ts";

const TURN: TurnFacts = {
  message: "Rain?",
  row: 0,
  startMs: 0,
  kind: "completed",
  clean: true,
  endedBy: "agent",
  firstTokenMs: 100,
  totalMs: 1000,
};

const measured = (
  id: string,
  agentVersion: string | null,
  ...turns: Partial<TurnFacts>[]
): MeasuredRecording => ({
  recording: createRecordingSummary({
    id,
    at: `2026-01-0${id.length}T00:00:00.000Z`,
    facts: { ...NO_FACTS, agent: agentVersion && "Weather", agentVersion, turns: turns.length },
  }),
  turns: turns.map((turn) => ({ ...TURN, ...turn })),
});

test("sends of one message are measured by version, latest first, whatever the run", () => {
  const [stats, ...others] = createMessageStats([
    measured("bbb", "2", { totalMs: 500 }, { clean: false, kind: "failed", firstTokenMs: null }),
    measured("a", "1", {}, { message: "Snow?" }, { message: null }),
  ]);
  expect(others).toEqual([]);
  expect(stats).toMatchObject({
    message: "Rain?",
    sends: 3,
    passed: 2,
    firstTokenMs: { p50: 100, p95: 100 },
    totalMs: { p50: 1000, p95: 1000 },
    versions: [
      { agent: "Weather", version: "2", sends: 2, passed: 1 },
      { agent: "Weather", version: "1", sends: 1, passed: 1 },
    ],
  });
  expect(stats?.latest.map(({ recording }) => recording)).toEqual(["a", "bbb", "bbb"]);
});

test("without a card, the address names the agent", () => {
  const [stats] = createMessageStats([measured("a", null, {}, {})]);
  expect(stats?.versions).toMatchObject([{ agent: "agent.example", version: null, sends: 2 }]);
});

test("percentiles are values that were measured", () => {
  expect(getPercentiles([null])).toBeNull();
  expect(getPercentiles([7, null])).toEqual({ min: 7, p50: 7, p95: 7, max: 7 });
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(getPercentiles(hundred)).toEqual({ min: 1, p50: 50, p95: 95, max: 100 });
});
