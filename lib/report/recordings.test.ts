import { describe, expect, test } from "vitest";
import { createRecordingSummary } from "./recordings.testkit.ts";
import {
  getRecordingAgent,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "./recordings.ts";

describe("the title of a recording is", () => {
  test("the name that the user gave it", () => {
    const named = createRecordingSummary({ given: "Weather", firstMessage: "rain?" });
    expect([getRecordingTitle(named), getRecordingAgent(named)]).toEqual([
      "Weather",
      "agent.example",
    ]);
  });

  test("its first message, with the agent shown separately", () => {
    const asked = createRecordingSummary({
      name: "http://127.0.0.1:9999/",
      firstMessage: "stream",
    });
    expect([getRecordingTitle(asked), getRecordingAgent(asked)]).toEqual([
      "stream",
      "127.0.0.1:9999",
    ]);
  });

  test("its agent, shown once, if it has no messages", () => {
    expect(getRecordingTitle(createRecordingSummary({}))).toBe("agent.example");
    expect(getRecordingAgent(createRecordingSummary({}))).toBe("");
  });
});

test("lists what runs first, however long it has been silent", () => {
  const silent = createRecordingSummary({ live: true });
  const newer = createRecordingSummary({ changedAt: "2026-03-01T00:00:00.000Z" });
  expect(sortRecordings([newer, silent], NEWEST_FIRST)).toEqual([silent, newer]);
});

test("sorts recordings without a value last, in both directions", () => {
  const a = createRecordingSummary({
    firstMessage: "a2",
    bytes: 5,
    changedAt: "2026-03-01T00:00:00.000Z",
  });
  const b = createRecordingSummary({ firstMessage: "a10", bytes: 7, tags: ["x"] });
  expect(sortRecordings([b, a], { by: "name", descending: false })).toEqual([a, b]);
  expect(sortRecordings([a, b], { by: "size", descending: true })).toEqual([b, a]);
  expect(sortRecordings([b, a], NEWEST_FIRST)).toEqual([a, b]);
  for (const descending of [true, false]) {
    expect(sortRecordings([a, b], { by: "tags", descending })).toEqual([b, a]);
  }
});
