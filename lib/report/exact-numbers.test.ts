import { expect, test } from "vitest";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { streamWithNumber } from "../../fixtures/long-numbers.ts";
import { openLog } from "../../fixtures/read.ts";
import { writeJson } from "./write-json.ts";

test.each(["9007199254740993", "-12345678901234567890", "0.12345678901234567891"])(
  "%s keeps its digits in the report",
  (digits) => {
    const { records } = openLog(Buffer.from(streamWithNumber(digits)));
    const printed = [...writeJson(reportOf(folded(records)))].join("").replace(/\s/g, "");
    expect(printed).toContain(`"args":{"n":${digits}}`);
    expect(printed).toContain(`"result":{"n":[${digits}]}`);
    expect(printed).toContain(`"data":[{"n":${digits}},${digits}]`);
    expect(printed).not.toContain(String(Number(digits)));
  },
);
