import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRecord } from "../../wire/record.ts";
import { type RecordPlace, RecordQueue } from "./record-queue.ts";

const note = (text: string): WireRecord => ({ r: "note", t: 0, text });

test("records come in the order of their places, however late they are known", async () => {
  const step = fc.constantFrom("append", "take", "close");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const written: WireRecord[] = [];
      const queue = new RecordQueue({ append: (record) => void written.push(record) });
      const open: { readonly place: RecordPlace; readonly text: string }[] = [];
      const expected: WireRecord[] = [];
      for (const [i, name] of steps.entries()) {
        const text = `${i}`;
        if (name === "append") queue.append(note(text));
        if (name === "take") open.push({ place: queue.takePlace(), text });
        if (name !== "close") expected.push(note(text));
        // The newest first, so that earlier ones are late.
        const late = name === "close" ? open.pop() : undefined;
        late?.place.append(note(late.text));
        late?.place.close();
        expect(written).toEqual(expected.slice(0, written.length));
      }
      for (const { place, text } of open.splice(0)) {
        place.append(note(text));
        place.close();
      }
      await queue.waitUntilEmpty();
      expect(written).toEqual(expected);
      expect(queue.length).toBe(0);
    }),
  );
});

test("a place that is closed without a record leaves none, and accepts none later", () => {
  const written: WireRecord[] = [];
  const queue = new RecordQueue({ append: (record) => void written.push(record) });
  const place = queue.takePlace();
  queue.append(note("after"));
  place.close();
  place.append(note("late"));
  expect(written).toEqual([note("after")]);
});
