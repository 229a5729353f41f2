// Traffic that a version of the specification allows breaks no rule of that version.
import { describe, expect, test } from "vitest";
import { V0_1_0 } from "../../fixtures/conformance/v0-1.ts";
import { V0_2 } from "../../fixtures/conformance/v0-2.ts";
import { V0_3_0 } from "../../fixtures/conformance/v0-3.ts";
import { V1_0_0, V1_0_1 } from "../../fixtures/conformance/v1-0.ts";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";

const CORPORA = { "0.1.0": V0_1_0, "0.2": V0_2, "0.3.0": V0_3_0, "1.0.0": V1_0_0, "1.0.1": V1_0_1 };

describe.each(Object.entries(CORPORA))("in %s", (_, corpus) => {
  test.each(Object.entries(corpus))("%s breaks no rule", (_, { records }) => {
    const { findings, verdict } = createLogReport(foldRecords(records));
    const accused = findings
      .filter(({ severity }) => severity !== "info")
      .map(({ severity, rule, message, detail }) => `${severity} ${rule}: ${detail ?? message}`);
    expect(accused).toEqual([]);
    expect(verdict.kind).not.toBe("not-a2a");
  });
});
