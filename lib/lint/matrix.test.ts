// Every rule against its own examples, in every version that has it: what breaks it is found, and
// what nearly does is not.
import { describe, expect, test } from "vitest";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { DialectReading } from "../dialects/reading.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { reviewedCardsAt } from "./card-findings.ts";
import { CATALOGUE } from "./catalogue.ts";
import { EXAMPLES } from "./examples/all.ts";
import type { Scene } from "./examples/scene.ts";
import { speaker, TOLD_IN } from "./examples/speaker.ts";
import { EXPLAINED } from "./explained/all.ts";

function rulesOf({ records }: Scene): string[] {
  const ingest = folded(records);
  const reading = new DialectReading(ingest.timeline, ALL_DIALECTS).update();
  const ofRun = reportOf(ingest, undefined, reading).findings.map(({ rule }) => rule);
  // Advice about a card is on its page alone.
  const cards = reviewedCardsAt(ingest.timeline, ingest.timeline.lastEvent);
  return [...ofRun, ...cards.flatMap(({ review }) => review.findings.map(({ rule }) => rule))];
}

const cases = [...EXAMPLES].flatMap(([rule, example]) =>
  TOLD_IN.filter((version) => CATALOGUE.get(rule)?.versions?.includes(version) ?? true).map(
    (version) => [rule, version, example] as const,
  ),
);

describe("every rule", () => {
  test("has its examples and is explained", () => {
    const rules = [...CATALOGUE.keys()].sort();
    expect([...EXAMPLES.keys()].sort()).toEqual(rules);
    expect([...EXPLAINED.keys()].sort()).toEqual(rules);
  });

  test.each(cases)(
    "%s in %s is found where it is broken, and only there",
    (rule, version, example) => {
      expect(rulesOf(example.breaks(speaker(version)))).toContain(rule);
      expect(rulesOf(example.keeps(speaker(version)))).not.toContain(rule);
    },
  );
});
