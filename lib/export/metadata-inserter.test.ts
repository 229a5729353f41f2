import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createStreamLog,
  foldRecords,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import type { EventNote } from "../api/recording-metadata.ts";
import type { WireRecord } from "../wire/record.ts";
import { MetadataInserter } from "./metadata-inserter.ts";
import { RecordSelector, type Selection, WHOLE_RUN } from "./record-selector.ts";

const { records } = createStreamLog(
  status("working"),
  createArtifactUpdate("a", "one "),
  createArtifactUpdate("a", "two", more),
  status("completed"),
);
const note = (event: number, text = `on ${event}`): EventNote => ({
  id: `n-${event}`,
  x: "x1",
  event,
  text,
  at: "2026-01-01T00:00:00.000Z",
});

function insertNotes(notes: readonly EventNote[], selection: Selection = WHOLE_RUN): WireRecord[] {
  const { timeline } = foldRecords(records);
  const inserter = new MetadataInserter(timeline, { notes, edges: [] }, selection);
  const selector = new RecordSelector(timeline, selection);
  const all = records.flatMap((record) => inserter.push(record));
  return selection === WHOLE_RUN ? all : all.flatMap((record) => selector.push(record));
}

const getNotes = (all: readonly WireRecord[]) =>
  foldRecords(all).timeline.entries.flatMap((entry) =>
    entry.kind === "other" && entry.title === "note" ? [[entry.firstEvent, entry.detail]] : [],
  );

test("a note follows its event, and is a note when the log is opened again", () => {
  expect(getNotes(insertNotes([note(2), note(0), note(2, "and this")]))).toEqual([
    [0, "on 0"],
    [2, "on 2"],
    [2, "and this"],
  ]);
});

test("all other records stay unchanged", () => {
  const all = insertNotes([note(1), note(9), { ...note(0), x: "nowhere" }]);
  expect(all.filter(({ r }) => r !== "note")).toEqual(records);
  expect(all).toHaveLength(records.length + 1);
});

test("a part contains only the notes on its events", () => {
  const part = insertNotes([note(0), note(2), note(3)], { events: [{ first: 1, last: 2 }] });
  expect(getNotes(part).filter(([, text]) => !/trimmed/.test(String(text)))).toEqual([[1, "on 2"]]);
});

test.each(FIXTURE_NAMES.slice(0, 40))("%s has the same tasks with a note on each event", (name) => {
  const { records } = readFixture(name);
  const { timeline } = foldRecords(records);
  const notes = timeline.exchanges.flatMap(({ id, events }) =>
    Array.from({ length: events.count }, (_, event) => ({ ...note(event), x: id })),
  );
  const inserter = new MetadataInserter(timeline, { notes, edges: [] });
  const again = foldRecords(records.flatMap((record) => inserter.push(record))).timeline;
  expect(again.lastEvent).toBe(timeline.lastEvent);
  expect(again.tasks.map(({ id, state }) => [id, state])).toEqual(
    timeline.tasks.map(({ id, state }) => [id, state]),
  );
});
