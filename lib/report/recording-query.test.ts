import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordingSummary } from "../api/api-types.ts";
import type { IndexedFacts } from "../api/library-search.ts";
import { CONFORMANCE_TAG } from "../api/recording-metadata.ts";
import {
  countFacets,
  FACETS,
  filterRecordings,
  formatRecordingQuery,
  parseRecordingQuery,
  toggleFilter,
} from "./recording-query.ts";
import { createRecordingSummary, NO_FACTS } from "./recordings.testkit.ts";

const FACTS: IndexedFacts = {
  ...NO_FACTS,
  agent: "Weather",
  agentVersion: "1.0",
  turns: 1,
  durationMs: 10,
  dialects: ["Google ADK"],
  versions: ["0.3"],
};

const NOW = Date.parse("2026-03-02T00:00:00Z");

const recording = (part: Partial<RecordingSummary>) =>
  createRecordingSummary({ changedAt: "2026-03-01T12:00:00.000Z", ...part });

const verdict = (kind: string, part: object = {}) => ({
  kind,
  clean: kind === "completed",
  because: "",
  endedBy: null,
  ...part,
});

const find = (list: readonly RecordingSummary[], query: string) =>
  filterRecordings(list, query, NOW).map(({ id }) => id);

test("finds every word of a query in name, tags, agent, verdict or messages", () => {
  const waiting = { kind: "input-required", clean: true, because: "", endedBy: null };
  const list = [
    recording({ id: "one", given: "Weather", tags: ["Bug 12"], firstMessage: "rain in Oslo" }),
    recording({ id: "two", name: "https://other.example", verdict: waiting }),
  ];
  expect(find(list, "oslo bug")).toEqual(["one"]);
  expect(find(list, "oslo other")).toEqual([]);
  expect(find(list, "INPUT required")).toEqual(["two"]);
  expect(find(list, "example")).toEqual(["one", "two"]);
  expect(find(list, "  ")).toEqual(["one", "two"]);
});

describe("every kind of failure", () => {
  const list = [
    recording({ id: "failed", verdict: verdict("failed") }),
    recording({ id: "cut", verdict: verdict("cut", { endedBy: "network" }) }),
    recording({ id: "http", verdict: verdict("http-error") }),
    recording({ id: "marred", verdict: verdict("completed", { caveats: ["tool-failed"] }) }),
    // An earlier turn failed.
    recording({ id: "earlier", verdict: verdict("completed", { clean: false }) }),
    // The agent closed its response without an event.
    recording({ id: "nothing", verdict: verdict("empty", { endedBy: "agent", clean: false }) }),
    recording({ id: "unanswered", verdict: verdict("empty", { endedBy: null, clean: false }) }),
    recording({ id: "good", verdict: verdict("completed") }),
    recording({ id: "stopped", verdict: verdict("cut", { endedBy: "client" }) }),
    recording({ id: "new", verdict: verdict("of-a-later-version", { clean: false }) }),
  ];
  const failures = ["failed", "cut", "http", "marred", "earlier", "nothing", "new"];

  test("is found by “failed”, as a word and as a filter", () => {
    expect(find(list, "failed")).toEqual(failures);
    expect(find(list, "verdict:failed")).toEqual(failures);
  });

  test("can be told apart", () => {
    expect(find(list, 'verdict:"failed task"')).toEqual(["failed"]);
    expect(find(list, 'verdict:"http error"')).toEqual(["http"]);
    expect(find(list, 'verdict:"http error" verdict:"connection lost"')).toEqual(["cut", "http"]);
    expect(find(list, 'verdict:"stopped watching"')).toEqual(["stopped"]);
  });
});

describe("filters", () => {
  const list = [
    recording({ id: "adk", facts: FACTS, tags: ["Bug"] }),
    recording({ id: "newer", facts: { ...FACTS, agentVersion: "2.0", versions: ["1.0"] } }),
    recording({ id: "plain", firstMessage: "weather", changedAt: "2026-01-01T00:00:00.000Z" }),
  ];

  test("are by agent, with or without its version, tag, dialect, version of A2A and day", () => {
    expect(find(list, 'agent:"weather 1.0"')).toEqual(["adk"]);
    expect(find(list, "agent:weather")).toEqual(["adk", "newer"]);
    expect(find(list, "agent:agent.example")).toEqual(["adk", "newer", "plain"]);
    expect(find(list, 'tag:bug dialect:"google adk" version:0.3')).toEqual(["adk"]);
    expect(find(list, "tag:bug version:1.0")).toEqual([]);
    expect(find(list, "time:2026-01")).toEqual(["plain"]);
  });

  test("are words in quotes, and while their value is missing", () => {
    const text = [recording({ id: "said", firstMessage: "it is agent:weather or tag:" })];
    expect(find(text, '"agent:weather"')).toEqual(["said"]);
    expect(find(text, "tag:")).toEqual(["said"]);
  });

  test("count what each value would find, with the other facets as they are", () => {
    const counts = countFacets(list, parseRecordingQuery("version:0.3"), NOW);
    expect(counts.version).toEqual([
      { value: "0.3", count: 1 },
      { value: "1.0", count: 1 },
    ]);
    expect(counts.agent).toEqual([{ value: "Weather 1.0", count: 1 }]);
    expect(counts.time.map(({ value }) => value)).toEqual(["24h", "7d", "30d"]);
  });

  test("are turned on and off in a query", () => {
    const on = toggleFilter("rain", "agent", "Weather 1.0");
    expect(on).toBe('agent:"weather 1.0" rain');
    expect(toggleFilter(on, "agent", "Weather 1.0")).toBe("rain");
  });
});

test("recordings of grades are left out until their tag is asked for", () => {
  const list = [
    recording({ id: "grade", tags: [CONFORMANCE_TAG], firstMessage: "Hello" }),
    recording({ id: "other", firstMessage: "Hello" }),
  ];
  expect(find(list, "")).toEqual(["other"]);
  expect(find(list, "hello")).toEqual(["other"]);
  expect(find(list, "tag:conformance")).toEqual(["grade"]);
});

test("a query that was read and written again finds the same", () => {
  const word = fc.stringMatching(/^[\w:"' .-]{0,12}$/);
  const filter = fc.tuple(fc.constantFrom(...FACETS), fc.stringMatching(/^[\w .-]{1,10}$/));
  const query = fc
    .array(
      fc.oneof(
        word,
        filter.map(([facet, value]) => `${facet}:"${value}"`),
      ),
    )
    .map((parts) => parts.join(" "));
  fc.assert(
    fc.property(query, (text) => {
      const parsed = parseRecordingQuery(text);
      const again = parseRecordingQuery(formatRecordingQuery(parsed));
      expect(again.filters).toEqual(expect.arrayContaining([...parsed.filters]));
    }),
  );
});
