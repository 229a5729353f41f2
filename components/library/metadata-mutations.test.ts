import { expect, test } from "vitest";
import type { LibraryState, RecordingSummary } from "../../lib/api/api-types.ts";
import { EMPTY_METADATA } from "../../lib/api/recording-metadata.ts";
import { applyEdgeChange, applyLabelChange, applyNoteChange } from "./metadata-mutations.ts";

const createRecording = (id: string, tags: readonly string[]): RecordingSummary => ({
  id,
  name: "http://agent.test",
  given: null,
  tags,
  notes: 0,
  verdict: null,
  facts: null,
  firstMessage: null,
  at: null,
  changedAt: "2026-01-02T03:04:05Z",
  bytes: 1,
  live: false,
});

const LIBRARY: LibraryState = {
  recordings: [createRecording("1", ["bug"]), createRecording("2", ["bug", "v1"])],
  total: 2,
  pending: 0,
  usedBytes: 2,
  limitBytes: 10,
  store: null,
};

const NOTE = { id: "n", x: "x1", event: 0, text: "here", at: "2026-01-02T03:04:05Z" };
const METADATA = { ...EMPTY_METADATA, notes: [NOTE] };

test("a name changes one recording; an empty one removes the name", () => {
  const named = applyLabelChange(LIBRARY, { ids: ["1"], patch: { name: "First" } });
  expect(named.recordings.map(({ given }) => given)).toEqual(["First", null]);
  const unnamed = applyLabelChange(named, { ids: ["1"], patch: { name: "" } });
  expect(unnamed).toEqual(LIBRARY);
});

test("tags are added to each recording once, and removed", () => {
  const tagged = applyLabelChange(LIBRARY, {
    ids: ["1", "2"],
    patch: { addTags: ["v1", "new"], removeTags: ["bug"] },
  });
  expect(tagged.recordings.map(({ tags }) => tags)).toEqual([
    ["v1", "new"],
    ["v1", "new"],
  ]);
});

test("a note changes its text, and disappears without one", () => {
  const change = { x: "x1", event: 0 };
  const apply = (text: string, id?: string) =>
    applyNoteChange(METADATA, {
      recording: "1",
      change: { ...change, text, ...(id !== undefined && { id }) },
    }).notes;
  expect(apply("there", "n")).toEqual([{ ...NOTE, text: "there" }]);
  expect(apply("", "n")).toEqual([]);
  expect(apply("another")).toEqual([NOTE]);
});

test("a decision about a call replaces the one before, and is removed", () => {
  const apply = (metadata: typeof EMPTY_METADATA, parent?: string | null) =>
    applyEdgeChange(metadata, {
      recording: "1",
      change: { x: "x2", ...(parent !== undefined && { parent }) },
    });
  const connected = apply(METADATA, "x1");
  expect(connected.edges).toEqual([{ x: "x2", parent: "x1" }]);
  const cut = apply(connected, null);
  expect(cut.edges).toEqual([{ x: "x2", parent: null }]);
  expect(apply(cut)).toEqual(METADATA);
});
