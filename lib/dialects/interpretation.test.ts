import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import { createStreamLog, foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import type { Framework } from "./detector.ts";
import { Interpretation } from "./interpretation.ts";
import { ITEM_KINDS } from "./kinds.ts";
import { RowList } from "./rows.ts";
import { NO_DIALECTS } from "./settings.ts";

const said = (name: string, parts: unknown[], more: object = {}) => ({
  kind: "artifact-update",
  taskId: "t1",
  contextId: "c1",
  artifact: { artifactId: name, name, parts, ...more },
});
const text = (words: string, metadata?: object) => ({ kind: "text", text: words, metadata });

/** A summary of an interpretation that can be compared with another. */
function told(interpretation: Interpretation): unknown[] {
  return interpretation.items.map((item) => ({
    entry: item.entry.index,
    birth: item.firstEvent,
    parent: item.parent?.index ?? null,
    absorbed: item.mergedInto && [item.mergedInto.firstEvent, item.mergedInto.item.index],
    reasons: item.reasons,
    attachments: item.attachments.length,
    remarks: item.violations,
    events: Array.from({ length: item.events.count }, (_, i) => item.events.at(i)),
    facet: interpretation.details.get(item)?.kind ?? null,
  }));
}

function expectSame(records: readonly WireRecord[]): void {
  const ingest = new Ingest();
  const often = new Interpretation(ingest.timeline);
  const rows = new RowList(often, "all");
  for (const record of records) {
    ingest.push(record);
    rows.update();
  }
  ingest.finish();
  rows.update();
  const once = new Interpretation(ingest.timeline).update();
  expect(told(often)).toEqual(told(once));
  const late = new RowList(once, "all");
  late.update();
  const bitwise = new Interpretation(ingest.timeline);
  while (bitwise.update(3).isBehind);
  expect(told(bitwise)).toEqual(told(once));
  const slices = new RowList(bitwise, "all");
  while (slices.update(2).isBehind);
  const indexes = (list: RowList) =>
    Array.from({ length: list.count }, (_, row) => list.itemAt(row)?.index);
  const columns = ({ histogram }: Interpretation) => [
    ...histogram.sumColumns({ from: 0, to: 1e6 }, 50),
  ];
  for (const interpretation of [often, bitwise])
    expect(columns(interpretation)).toEqual(columns(once));
  for (const list of [rows, slices]) {
    expect(indexes(list)).toEqual(indexes(late));
    for (const kind of ITEM_KINDS) expect(list.countKind(kind)).toBe(late.countKind(kind));
  }
}

describe("an interpretation", () => {
  test.each(FIXTURE_NAMES)("of %s is the same, however often it is updated", (log) => {
    expectSame(readFixture(log).records);
  });

  test("of any supervisor output is the same, however often it is updated", () => {
    fc.assert(fc.property(arbitraryCaipeRecords, expectSame), { numRuns: 200 });
  });

  test("of any agent output is the same, however often it is updated", () => {
    fc.assert(fc.property(arbitraryRecords, expectSame), { numRuns: 200 });
  });

  test("with the dialects off has one plain item for each entry", () => {
    for (const log of FIXTURE_NAMES) {
      const { timeline } = foldRecords(readFixture(log).records);
      const { items } = new Interpretation(timeline, NO_DIALECTS).update();
      expect(items.map((item) => item.entry)).toEqual(timeline.entries);
      expect(items.every(({ reasons }) => reasons.length === 0)).toBe(true);
    }
  });
});

describe("of several detectors", () => {
  const framework: Framework = {
    id: "f",
    label: "F",
    detectors: [
      { source: "text", match: /^!/, meaning: "tool-start", confidence: "guess" },
      { source: "artifact.name", match: "idea", meaning: "thought", confidence: "likely" },
      { source: "extension", key: "urn:x/result", meaning: "result", confidence: "certain" },
      {
        source: "artifact.metadata",
        key: "is.a",
        match: "plan",
        meaning: "plan",
        confidence: "certain",
      },
    ],
  };
  const kindOf = (artifact: object, settings = {}) => {
    const { timeline } = createStreamLog(artifact);
    const defaults = { on: true, frameworks: [], kinds: [], rules: [] };
    const interpretation = new Interpretation(timeline, { ...defaults, ...settings }, [
      framework,
    ]).update();
    return interpretation.items.find(({ entry }) => entry.kind === "artifact");
  };
  const all = { metadata: { is: { a: "plan" } }, extensions: ["urn:x/result"] };

  test("explicit metadata ranks before a URI, a name, a text pattern", () => {
    expect(kindOf(said("idea", [text("!go")], all))?.reasons).toEqual([
      {
        firstEvent: 0,
        kind: "plan",
        dialect: "f",
        why: "artifact.metadata.is.a = plan",
        confidence: "certain",
      },
    ]);
    const second = said("idea", [text("!go")], { extensions: ["urn:x/result"] });
    expect(kindOf(second)?.reasons[0]?.why).toBe("extension urn:x/result");
    expect(kindOf(said("idea", [text("!go")]))?.reasons[0]?.why).toBe("artifact.name = idea");
    expect(kindOf(said("x", [text("!go")]))?.reasons[0]?.why).toBe("text !");
    expect(kindOf(said("x", [text("go !")]))?.reasons).toEqual([]);
  });

  test("a disabled kind falls back to the next one, a disabled framework to none", () => {
    expect(kindOf(said("idea", [text("!")], all), { kinds: ["plan"] })?.kind).toBe("result");
    expect(kindOf(said("idea", [text("!")], all), { kinds: ["plan", "result"] })?.kind).toBe(
      "thought",
    );
    expect(kindOf(said("idea", [text("!")], all), { frameworks: ["f"] })?.kind).toBe("artifact");
  });

  test("inherited keys never match", () => {
    const sly: Framework = {
      id: "s",
      label: "S",
      detectors: [
        { source: "artifact.metadata", key: "constructor", meaning: "plan", confidence: "guess" },
        { source: "artifact.metadata", key: "a.toString", meaning: "plan", confidence: "guess" },
        { source: "data", key: "__proto__", meaning: "tool-call", confidence: "guess" },
      ],
    };
    const { timeline } = createStreamLog(
      said("x", [{ kind: "data", data: { a: 1 } }], { metadata: { a: {}, b: 1 } }),
    );
    const interpretation = new Interpretation(timeline, undefined, [sly]).update();
    expect(interpretation.items.map(({ kind }) => kind)).not.toContain("plan");
    expect(interpretation.tools).toEqual([]);
  });
});
