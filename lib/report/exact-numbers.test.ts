import { expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { createStreamWithNumber } from "../../fixtures/long-numbers.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";
import { writeJson } from "./write-json.ts";

test.each(["9007199254740993", "-12345678901234567890", "0.12345678901234567891"])(
  "%s keeps its digits in the report",
  (digits) => {
    const { records } = openFixtureLog(Buffer.from(createStreamWithNumber(digits)));
    const printed = [...writeJson(createLogReport(foldRecords(records)))]
      .join("")
      .replace(/\s/g, "");
    expect(printed).toContain(`"args":{"n":${digits}}`);
    expect(printed).toContain(`"result":{"n":[${digits}]}`);
    expect(printed).toContain(`"data":[{"n":${digits}},${digits}]`);
    expect(printed).not.toContain(String(Number(digits)));
  },
);
