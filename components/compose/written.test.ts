import { expect, test } from "vitest";
import { afterSending, NOTHING_WRITTEN, type Piece, putBack } from "./written.ts";

const data = (id: string): Piece => ({ id, kind: "data", json: "{}" });
const unsent = {
  draft: "first",
  written: { ...NOTHING_WRITTEN, pieces: [data("a")], metadata: "{}", historyLength: "3" },
};
const left = { draft: "", written: afterSending(unsent.written) };

test("what could not be sent is back as it was", () => {
  expect(putBack(unsent, left, left)).toEqual(unsent);
});

test("what was written since follows it", () => {
  const written = { ...left.written, pieces: [data("b")], historyLength: "5" };
  expect(putBack(unsent, left, { draft: "second", written })).toEqual({
    draft: "first\nsecond",
    written: { ...unsent.written, pieces: [data("a"), data("b")], historyLength: "5" },
  });
});
