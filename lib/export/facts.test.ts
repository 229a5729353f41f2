import { expect, test } from "vitest";
import { folded } from "../../fixtures/compose.ts";
import { openLog } from "../../fixtures/read.ts";
import { factsIn } from "./facts.ts";

test("an error that is no JSON is held as such, though it is told as an error", () => {
  const text = "event: error\ndata: Internal error\n\n";
  const { timeline } = folded(openLog(Buffer.from(text)).records);
  expect(factsIn(timeline, ["broken"])).toEqual(["broken"]);
});
