import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  foldRecords,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import type { EventNote } from "../api/recording-metadata.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { selectRecords } from "../export/record-selector.ts";
import { getFrameText } from "../timeline/timeline-queries.ts";
import { getMarkedSelection, getNotesInSelection } from "./marked-selection.ts";
import { anchorNotes, getNoteAnchor } from "./note-anchors.ts";

/** Two exchanges with alternating events. */
const log = new ReportLog().addRequest("message/stream", createSendMessageParams("one?", "m1"));
log
  .addRequest("message/stream", createSendMessageParams("two?", "m2"), "x2")
  .addHead()
  .addHead(200, "text/event-stream", "x2");
for (let i = 0; i < 4; i++) {
  log.addEvents(createArtifactUpdate("a", `word ${i} `, i > 0 ? more : {}));
  log.addEventsTo(
    "x2",
    createArtifactUpdate("b", `thing ${i} `, { taskId: "t2", ...(i > 0 && more) }),
  );
}
log.addEvents(status("completed")).addEnd().addEnd("complete", "x2");
const { records } = log;
const { timeline } = foldRecords(records);
const note = (on: Pick<EventNote, "x" | "event">, id = "n-1"): EventNote => ({
  id,
  ...on,
  text: "see",
  at: "2026-01-01T00:00:00.000Z",
});
const everyOrdinal = Array.from({ length: timeline.lastEvent + 1 }, (_, n) => n);
const onEach = everyOrdinal.map((n) => {
  const on = getNoteAnchor(timeline, n);
  if (!on) throw new Error(`no event ${n}`);
  return note(on, `n-${n}`);
});

describe("a note", () => {
  test("is anchored to its event and the row that shows it", () => {
    const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
    const placed = anchorNotes(interpretation, onEach.toReversed());
    expect(placed.map(({ ordinal }) => ordinal)).toEqual(everyOrdinal);
    for (const { item, ordinal } of placed) {
      expect(item.entry.index).toBe(timeline.events.entry.at(ordinal));
    }
  });

  test("on an event that has not arrived yet is left out", () => {
    const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
    const later = [note({ x: "x1", event: 99 }), note({ x: "x9", event: 0 })];
    expect(anchorNotes(interpretation, later)).toEqual([]);
  });
});

test("notes stay on their events when a run is trimmed", () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), fc.constantFrom(["x1"], ["x2"], null), (a, b, only) => {
      const range = { first: Math.min(a, b), last: Math.min(Math.max(a, b), timeline.lastEvent) };
      if (range.first > range.last) return;
      const selection = { events: [range], ...(only && { exchanges: only }) };
      const trimmed = foldRecords([...selectRecords(records, selection)]).timeline;
      const moved = getNotesInSelection(timeline, selection, onEach);
      expect(moved).toHaveLength(trimmed.lastEvent + 1);
      for (const { id, x, event } of moved) {
        const before = getFrameText(timeline, Number(id.slice(2)));
        const ordinal = trimmed.exchangeById.get(x)?.events.at(event) ?? -1;
        expect(getFrameText(trimmed, ordinal)).toBe(before);
      }
    }),
  );
});

test("the selection contains the events in the time range, of the shown exchange", () => {
  const time = (n: number) => timeline.events.time.at(n);
  const brush = { from: time(2), to: time(5) };
  const view = { brush, zoom: null, scope: "all" } as const;
  expect(getMarkedSelection(timeline, view)).toEqual({ events: [{ first: 2, last: 5 }] });
  expect(getMarkedSelection(timeline, { ...view, scope: 1 })).toEqual({
    events: [{ first: 2, last: 5 }],
    exchanges: ["x2"],
  });
  const between = { from: time(2) + 1, to: time(3) - 1 };
  expect(getMarkedSelection(timeline, { ...view, brush: between })).toBeNull();
  expect(getMarkedSelection(timeline, { ...view, brush: null })).toBeNull();
});
