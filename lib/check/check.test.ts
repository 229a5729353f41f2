import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture, readFixtureBytes } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { getProblemsAt, isCardProblem } from "../lint/problems.ts";
import { getVerdictAt } from "../lint/verdict.ts";
import { LogOpener } from "../log/log-opener.ts";
import { Ingest } from "../timeline/ingest.ts";
import { formatBaseline, parseBaseline } from "./baseline.ts";
import type { CheckProblem } from "./check-problem.ts";
import { wrapText } from "./check-text.ts";
import { LogLineIndex } from "./log-lines.ts";
import { formatRulesPage } from "./rules-page.ts";
import { collectRunProblems } from "./run-problems.ts";
import { createVerdictProblem } from "./verdict-problems.ts";

test("the page of the rules has each rule once, with an example, and its contents lead to sections", () => {
  const page = formatRulesPage();
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id);
  expect(headings.toSorted()).toEqual([...RULES_BY_ID.keys()].toSorted());
  expect(page.split("```text").length - 1).toBe(headings.length);
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
  const links = [...page.matchAll(/^- \[(.+)\]\(#([\w-]+)\)$/gm)];
  expect(links.map(([, title]) => title)).toEqual(sections);
  expect(new Set(links.map(([, , anchor]) => anchor)).size).toBe(sections.length);
});

describe("problems by kind of exchange", () => {
  test.each(FIXTURE_NAMES)("are those of the report, with the same counts: %s", (name) => {
    const { timeline } = foldRecords(readFixture(name).records);
    const interpretation = new Interpretation(timeline).update();
    const counts = new Map<string, number>();
    for (const { rule, count } of collectRunProblems(interpretation, new LogLineIndex())) {
      counts.set(rule, (counts.get(rule) ?? 0) + count);
    }
    const reported = getProblemsAt(timeline, timeline.lastEvent, interpretation).filter(
      (finding) => !isCardProblem(finding),
    );
    expect(counts).toEqual(new Map(reported.map(({ rule, count }) => [rule, count])));
    const verdict = getVerdictAt(timeline, timeline.lastEvent);
    expect(createVerdictProblem(timeline, verdict, new LogLineIndex()) === null).toBe(
      verdict.clean,
    );
  });
});

describe("lines", () => {
  test.each(["recorded/1.0/two.jsonl", "recorded/0.2/cancel.jsonl", "shapes/crlf-keep-alive.sse"])(
    "of %s are the same for any chunking, and contain their records",
    (name) => {
      const bytes = readFixtureBytes(name);
      const text = bytes.toString().split("\n");
      fc.assert(
        fc.property(fc.integer({ min: 1, max: bytes.length }), (length) => {
          const lines = new LogLineIndex();
          const ingest = new Ingest();
          const opener = new LogOpener({
            record(record, place) {
              lines.addRecord(record, place);
              ingest.push(record);
            },
            skip: () => undefined,
          });
          for (let at = 0; at < bytes.length; at += length) {
            const chunk = bytes.subarray(at, at + length);
            lines.addChunk(chunk);
            opener.push(chunk);
          }
          opener.end();
          lines.finish(opener);
          const { events, exchanges } = ingest.timeline;
          for (let event = 0; event < events.length; event++) {
            const exchange = exchanges[events.exchange.at(event)];
            const line = exchange && lines.findPositionLine(exchange, events.start.at(event));
            const lineText = text[(line ?? 0) - 1] ?? "";
            if (lines.isBody) expect(lineText).toMatch(/^(?:data|id)/);
            else expect(JSON.parse(lineText)).toMatchObject({ r: "data", x: exchange?.id });
          }
        }),
        { numRuns: 20 },
      );
    },
  );
});

const finding = fc.record({
  rule: fc.constantFrom("STR-FIRST", "card/url", "verdict/cut"),
  in: fc.constantFrom("stream", "card"),
  at: fc.option(fc.string()),
  severity: fc.constantFrom("error" as const, "warning" as const, "info" as const),
  message: fc.string(),
});

describe("the baseline", () => {
  test("contains each problem once, without notes", () => {
    fc.assert(
      fc.property(fc.array(finding), (findings) => {
        const text = formatBaseline(findings as unknown as CheckProblem[], []);
        const known = parseBaseline(text);
        if (typeof known === "string") throw new Error(known);
        const keyOf = (one: { rule: string; in: string; at: string | null }) =>
          JSON.stringify([one.rule, one.in, one.at]);
        const weighty = findings.filter(({ severity }) => severity !== "info");
        expect(new Set(known.map(keyOf))).toEqual(new Set(weighty.map(keyOf)));
        expect(known).toHaveLength(new Set(known.map(keyOf)).size);
        expect(formatBaseline(findings as unknown as CheckProblem[], known)).toBe(text);
      }),
    );
  });

  test("is parsed or rejected, whatever the input", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const known = parseBaseline(text);
        if (typeof known === "string") expect(known).not.toBe("");
        else expect(JSON.parse(text)).toMatchObject({ format: 1 });
      }),
    );
  });
});

test("wrapped lines contain every word in order, and fit", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 40, max: 120 }), (text, width) => {
      const lines = [...wrapText(text, "  ", width)];
      const words = (from: string) => from.split(/[^\x21-\x7e]+/).filter(Boolean);
      expect(words(lines.join(" "))).toEqual(words(text));
      for (const line of lines) {
        if (line.trim().includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
      }
    }),
  );
});
