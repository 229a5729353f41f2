import { describe, expect, test } from "vitest";
import type { RecordingSummary } from "../api/api-types.ts";
import {
  getRecordingAgent,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "./recordings.ts";

const recording = (part: Partial<RecordingSummary>): RecordingSummary => ({
  id: "20260101-000000-abcdef",
  name: "http://agent.example/",
  given: null,
  firstMessage: null,
  tags: [],
  notes: 0,
  verdict: null,
  facts: null,
  at: null,
  changedAt: "2026-01-01T00:00:00.000Z",
  bytes: 1,
  live: false,
  ...part,
});

describe("the title of a recording is", () => {
  test("the name that the user gave it", () => {
    const named = recording({ given: "Weather", firstMessage: "rain?" });
    expect([getRecordingTitle(named), getRecordingAgent(named)]).toEqual([
      "Weather",
      "agent.example",
    ]);
  });

  test("its first message, with the agent shown separately", () => {
    const asked = recording({ name: "http://127.0.0.1:9999/", firstMessage: "stream" });
    expect([getRecordingTitle(asked), getRecordingAgent(asked)]).toEqual([
      "stream",
      "127.0.0.1:9999",
    ]);
  });

  test("its agent, shown once, if it has no messages", () => {
    expect(getRecordingTitle(recording({}))).toBe("agent.example");
    expect(getRecordingAgent(recording({}))).toBe("");
  });
});

test("lists what runs first, however long it has been silent", () => {
  const silent = recording({ live: true });
  const newer = recording({ changedAt: "2026-03-01T00:00:00.000Z" });
  expect(sortRecordings([newer, silent], NEWEST_FIRST)).toEqual([silent, newer]);
});

test("sorts recordings without a value last, in both directions", () => {
  const a = recording({ firstMessage: "a2", bytes: 5, changedAt: "2026-03-01T00:00:00.000Z" });
  const b = recording({ firstMessage: "a10", bytes: 7, tags: ["x"] });
  expect(sortRecordings([b, a], { by: "name", descending: false })).toEqual([a, b]);
  expect(sortRecordings([a, b], { by: "size", descending: true })).toEqual([b, a]);
  expect(sortRecordings([b, a], NEWEST_FIRST)).toEqual([a, b]);
  for (const descending of [true, false]) {
    expect(sortRecordings([a, b], { by: "tags", descending })).toEqual([b, a]);
  }
});
