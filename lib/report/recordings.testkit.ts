/** Recordings for tests, as the library lists them. */

import type { RecordingSummary } from "../api/api-types.ts";
import type { IndexedFacts } from "../api/library-search.ts";

/** Of a recording in which nothing happened. */
export const NO_FACTS: IndexedFacts = {
  agent: null,
  agentVersion: null,
  turns: 0,
  isOpen: false,
  durationMs: null,
  tokens: null,
  errors: 0,
  warnings: 0,
  firstError: null,
  dialects: [],
  versions: [],
};

export function createRecordingSummary(part: Partial<RecordingSummary> = {}): RecordingSummary {
  return {
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
  };
}
