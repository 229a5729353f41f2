import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { records } from "../../fixtures/arbitrary.ts";
import { caipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import { folded, stream } from "../../fixtures/compose.ts";
import { FIXTURES, fixture } from "../../fixtures/read.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { ITEM_KINDS } from "./kinds.ts";
import { DialectReading } from "./reading.ts";
import { RowList } from "./rows.ts";
import { NO_DIALECTS } from "./settings.ts";
import type { Family } from "./signal.ts";

const said = (name: string, parts: unknown[], more: object = {}) => ({
  kind: "artifact-update",
  taskId: "t1",
  contextId: "c1",
  artifact: { artifactId: name, name, parts, ...more },
});
const text = (words: string, metadata?: object) => ({ kind: "text", text: words, metadata });

/** All that a reading has come to, in a form that two can be compared by. */
function told(reading: DialectReading): unknown[] {
  return reading.items.map((item) => ({
    entry: item.entry.index,
    birth: item.birth,
    parent: item.parent?.index ?? null,
    absorbed: item.absorbed && [item.absorbed.birth, item.absorbed.by.index],
    reasons: item.reasons,
    attachments: item.attachments.length,
    remarks: item.remarks,
    events: Array.from({ length: item.track.count }, (_, i) => item.track.at(i)),
    facet: reading.facets.get(item)?.kind ?? null,
  }));
}

function expectSame(records: readonly WireRecord[]): void {
  const ingest = new Ingest();
  const often = new DialectReading(ingest.timeline);
  const rows = new RowList(often, "all");
  for (const record of records) {
    ingest.push(record);
    rows.update();
  }
  ingest.finish();
  rows.update();
  const once = new DialectReading(ingest.timeline).update();
  expect(told(often)).toEqual(told(once));
  const late = new RowList(once, "all");
  late.update();
  const bitwise = new DialectReading(ingest.timeline);
  while (bitwise.update(3).isBehind);
  expect(told(bitwise)).toEqual(told(once));
  const slices = new RowList(bitwise, "all");
  while (slices.update(2).isBehind);
  const indexes = (list: RowList) =>
    Array.from({ length: list.count }, (_, row) => list.itemAt(row)?.index);
  const columns = ({ histogram }: DialectReading) => [
    ...histogram.columns({ from: 0, to: 1e6 }, 50),
  ];
  for (const reading of [often, bitwise]) expect(columns(reading)).toEqual(columns(once));
  for (const list of [rows, slices]) {
    expect(indexes(list)).toEqual(indexes(late));
    for (const kind of ITEM_KINDS) expect(list.countOf(kind)).toBe(late.countOf(kind));
  }
}

describe("a reading", () => {
  test.each(FIXTURES)("of %s is the same, however often one looks", (log) => {
    expectSame(fixture(log).records);
  });

  test("of whatever a supervisor says is the same, however often one looks", () => {
    fc.assert(fc.property(caipeRecords, expectSame), { numRuns: 200 });
  });

  test("of whatever agents say is the same, however often one looks", () => {
    fc.assert(fc.property(records, expectSame), { numRuns: 200 });
  });

  test("with the dialects off has one plain item for each entry", () => {
    for (const log of FIXTURES) {
      const { timeline } = folded(fixture(log).records);
      const { items } = new DialectReading(timeline, NO_DIALECTS).update();
      expect(items.map((item) => item.entry)).toEqual(timeline.entries);
      expect(items.every(({ reasons }) => reasons.length === 0)).toBe(true);
    }
  });
});

describe("of several signs", () => {
  const family: Family = {
    id: "f",
    label: "F",
    signals: [
      { where: "text", match: /^!/, means: "tool-start", sure: "guess" },
      { where: "artifact.name", match: "idea", means: "thought", sure: "likely" },
      { where: "extension", key: "urn:x/result", means: "result", sure: "certain" },
      { where: "artifact.metadata", key: "is.a", match: "plan", means: "plan", sure: "certain" },
    ],
  };
  const kindOf = (artifact: object, settings = {}) => {
    const { timeline } = stream(artifact);
    const defaults = { on: true, families: [], kinds: [], rules: [] };
    const reading = new DialectReading(timeline, { ...defaults, ...settings }, [family]).update();
    return reading.items.find(({ entry }) => entry.kind === "artifact");
  };
  const all = { metadata: { is: { a: "plan" } }, extensions: ["urn:x/result"] };

  test("explicit metadata is believed before a URI, a name, a look", () => {
    expect(kindOf(said("idea", [text("!go")], all))?.reasons).toEqual([
      {
        birth: 0,
        kind: "plan",
        dialect: "f",
        why: "artifact.metadata.is.a = plan",
        sure: "certain",
      },
    ]);
    const second = said("idea", [text("!go")], { extensions: ["urn:x/result"] });
    expect(kindOf(second)?.reasons[0]?.why).toBe("extension urn:x/result");
    expect(kindOf(said("idea", [text("!go")]))?.reasons[0]?.why).toBe("artifact.name = idea");
    expect(kindOf(said("x", [text("!go")]))?.reasons[0]?.why).toBe("text !");
    expect(kindOf(said("x", [text("go !")]))?.reasons).toEqual([]);
  });

  test("a kind that is switched off leaves the next one, a family none", () => {
    expect(kindOf(said("idea", [text("!")], all), { kinds: ["plan"] })?.kind).toBe("result");
    expect(kindOf(said("idea", [text("!")], all), { kinds: ["plan", "result"] })?.kind).toBe(
      "thought",
    );
    expect(kindOf(said("idea", [text("!")], all), { families: ["f"] })?.kind).toBe("artifact");
  });

  test("keys that every object inherits are found nowhere", () => {
    const sly: Family = {
      id: "s",
      label: "S",
      signals: [
        { where: "artifact.metadata", key: "constructor", means: "plan", sure: "guess" },
        { where: "artifact.metadata", key: "a.toString", means: "plan", sure: "guess" },
        { where: "data", key: "__proto__", means: "tool-call", sure: "guess" },
      ],
    };
    const { timeline } = stream(
      said("x", [{ kind: "data", data: { a: 1 } }], { metadata: { a: {}, b: 1 } }),
    );
    const reading = new DialectReading(timeline, undefined, [sly]).update();
    expect(reading.items.map(({ kind }) => kind)).not.toContain("plan");
    expect(reading.tools).toEqual([]);
  });
});
