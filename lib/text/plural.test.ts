import { expect, test } from "vitest";
import { formatPlural } from "./plural.ts";

test("only one is singular", () => {
  expect([0, 1, 2, 1200, 1.5].map((count) => formatPlural(count, "event"))).toEqual([
    "0 events",
    "1 event",
    "2 events",
    "1,200 events",
    "1.5 events",
  ]);
});
