// Checks every rule against its examples in every version that has it: the violation is found, and
// the near miss is not.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { DIALECT_RULE_IDS } from "../dialects/dialect-violation.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { DIALECT_RULES, RULE_GROUPS, RULES_BY_ID } from "./all-rules.ts";
import { getLintedCardsAt } from "./card-problems.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "./examples/message-factory.ts";
import type { RecordingBuilder } from "./examples/recording-builder.ts";

function getRules({ records }: RecordingBuilder): string[] {
  const ingest = foldRecords(records);
  const interpretation = new Interpretation(ingest.timeline, ALL_DIALECTS).update();
  const ofRun = createLogReport(ingest, undefined, interpretation).findings.map(({ rule }) => rule);
  // Advice about a card is shown only on its page.
  const cards = getLintedCardsAt(ingest.timeline, ingest.timeline.lastEvent);
  return [
    ...ofRun,
    ...cards.flatMap(({ lintResult }) => lintResult.findings.map(({ rule }) => rule)),
  ];
}

const cases = [...RULES_BY_ID.values()].flatMap((rule) =>
  EXAMPLE_VERSIONS.filter((version) => rule.versions?.includes(version) ?? true).map(
    (version) => [rule.id, version, rule] as const,
  ),
);

describe("every rule", () => {
  test("has an id of its own and complete texts", () => {
    expect(RULE_GROUPS.flatMap(({ rules }) => rules)).toHaveLength(RULES_BY_ID.size);
    for (const { id, title, message, clients, remedy, spec } of RULES_BY_ID.values()) {
      for (const text of [title, message, clients, remedy, spec]) expect(text, id).not.toBe("");
    }
  });

  test("that dialects report is defined, and reported by dialects", () => {
    expect(DIALECT_RULES.map(({ id }) => id)).toEqual(DIALECT_RULE_IDS);
  });

  test.each(cases)("%s in %s is reported for the violation only", (id, version, rule) => {
    expect(getRules(rule.breaks(createMessageFactory(version)))).toContain(id);
    expect(getRules(rule.nearly(createMessageFactory(version)))).not.toContain(id);
  });
});
