import { expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import { findExportFeatures } from "./export-features.ts";

test("an error that is not JSON counts as data that is not JSON", () => {
  const text = "event: error\ndata: Internal error\n\n";
  const { timeline } = foldRecords(openFixtureLog(Buffer.from(text)).records);
  expect(findExportFeatures(timeline, ["broken"])).toEqual(["broken"]);
});
