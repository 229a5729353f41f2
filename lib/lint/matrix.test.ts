// Checks every rule against its examples in every version that has it: the violation is found, and
// the near miss is not.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/user-rules.ts";
import { RULES_BY_NAME } from "./all-rules.ts";
import { getLintedCardsAt } from "./card-problems.ts";
import { EXAMPLES } from "./examples/all.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "./examples/message-factory.ts";
import type { RecordingBuilder } from "./examples/recording-builder.ts";
import { EXPLANATIONS } from "./explanations/all.ts";

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

const cases = [...EXAMPLES].flatMap(([rule, example]) =>
  EXAMPLE_VERSIONS.filter(
    (version) => RULES_BY_NAME.get(rule)?.versions?.includes(version) ?? true,
  ).map((version) => [rule, version, example] as const),
);

describe("every rule", () => {
  test("has examples and an explanation", () => {
    const rules = [...RULES_BY_NAME.keys()].sort();
    expect([...EXAMPLES.keys()].sort()).toEqual(rules);
    expect([...EXPLANATIONS.keys()].sort()).toEqual(rules);
  });

  test.each(cases)("%s in %s is reported for the violation only", (rule, version, example) => {
    expect(getRules(example.breaks(createMessageFactory(version)))).toContain(rule);
    expect(getRules(example.keeps(createMessageFactory(version)))).not.toContain(rule);
  });
});
