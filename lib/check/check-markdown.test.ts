import fc from "fast-check";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { getSpecUrl } from "../report/spec-urls.ts";
import { analyzeLog, type CheckedLog, type CheckResult, createCheckResult } from "./check.ts";
import { formatCheckMarkdown } from "./check-markdown.ts";
import { LogLineIndex } from "./log-lines.ts";

const parse = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

const getText = (node: Nodes) =>
  [...walk(node)].map((one) => ("value" in one ? one.value : "")).join("");

const SOURCE = { importer: "loupe", bytes: 0, records: 0, frames: 0, events: 0, skipped: [] };

function checkFixture(name: string): CheckResult {
  const { timeline } = foldRecords(readFixture(name).records);
  const log = analyzeLog(timeline, new LogLineIndex(), { name, uri: null, source: SOURCE });
  return createCheckResult([log], [], { failOn: "error", ignored: new Set(), known: null });
}

test.each(FIXTURE_NAMES)("lists each new error and warning in a row: %s", (name) => {
  const result = checkFixture(name);
  const nodes = [...walk(parse(formatCheckMarkdown(result)))];
  const rows = nodes.filter(({ type }) => type === "tableRow").slice(1);
  const shown = result.logs.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity !== "info"),
  );
  expect(
    rows.map((row) => ("children" in row ? row.children.slice(0, 2).map(getText) : [])),
  ).toEqual(shown.map(({ severity, rule }) => [severity, rule]));
  const links = nodes.flatMap((node) => (node.type === "link" ? [node.url] : []));
  expect(links).toEqual(shown.flatMap(({ spec }) => (spec && getSpecUrl(spec)) ?? []));
});

test("says what could not be read, what fails and what is gone", () => {
  const result = checkFixture("recorded/faults/cut.jsonl");
  const markdown = formatCheckMarkdown(result);
  expect(markdown).toMatch(/^## ✗ A2A check failed\n\n1 log: 1 error, .*; failed: verdict\/cut\n/);
  expect(formatCheckMarkdown({ ...result, fails: false })).toMatch(/^## ✓ A2A check passed\n/);
  const unread = [{ name: "a|b.jsonl", reason: "ENOENT: <no> such file" }];
  const where = { rule: "STR-FIRST", in: "stream", at: null };
  const gone = [{ ...where, message: "m", severity: "error" as const, why: null }];
  const text = formatCheckMarkdown({ ...result, unread, gone });
  expect(text).toMatch(/^## ✗ A2A check incomplete\n/);
  expect(text).toContain("### Not checked\n\n- `a¦b.jsonl`: ENOENT: &#60;no&#62; such file\n");
  expect(text).toContain("### Known problems that were not found\n\n- `STR-FIRST in stream`: m\n");
});

test("stays short however many problems and logs there are", () => {
  const [log] = checkFixture("recorded/faults/cut.jsonl").logs;
  if (log === undefined) throw new Error("no log");
  const [problem] = log.findings;
  if (problem === undefined) throw new Error("no problem");
  const long = { ...problem, rule: "card/url", message: "x".repeat(5000), at: null };
  const many: CheckedLog = { ...log, findings: Array.from({ length: 300 }, () => long) };
  const result = checkFixture("recorded/faults/cut.jsonl");
  const text = formatCheckMarkdown({ ...result, logs: Array.from({ length: 200 }, () => many) });
  expect(text.length).toBeLessThan(500_000);
  expect(text).toContain("Not listed: 200 more problems.");
  expect(text).toContain("150 more logs not listed.");
});

describe("text of agents", () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            ..."` | \\ * _ ~ # $ > < ! [ ] ( ) @ & ; :// www. https://x.example a@b.example".split(
              " ",
            ),
            ..."<img/src=x> <!-- ]]> ![a](b) [a](b) **a** @all #12 &lt; \\| ``` \n \r --- | a|b".split(
              " ",
            ),
          ),
          fc.string({ maxLength: 3 }),
          fc.constantFrom(" ", "\n"),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join("")),
  );

  test("stays in its place, as text", () => {
    const result = checkFixture("recorded/faults/cut.jsonl");
    const [log] = result.logs;
    const [problem] = log?.findings ?? [];
    if (log === undefined || problem === undefined) throw new Error("no problem");
    const withText = (text: string): CheckResult => {
      const path = text;
      const first = { ...problem.first, path };
      const own = { rule: "card/url", spec: null, message: text, detail: text, remedy: text };
      const findings = [{ ...problem, ...own, first, last: null }, problem];
      const verdict = { ...log.verdict, because: text };
      const unread = [{ name: text, reason: text }];
      return { ...result, unread, logs: [{ ...log, name: text, verdict, findings }] };
    };
    const shape = (text: string) => {
      const root = parse(formatCheckMarkdown(withText(text)));
      const nodes = [...walk(root)];
      const rows = nodes.flatMap((node) =>
        node.type === "tableRow" ? [node.children.length] : [],
      );
      const kinds = new Set(nodes.map(({ type }) => type));
      kinds.delete("inlineCode");
      return { blocks: root.children.map(({ type }) => type), rows, kinds };
    };
    const plain = shape("plain");
    fc.assert(
      fc.property(hostile, (text) => {
        expect(shape(`a${text}a`)).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  test("is readable as it was", () => {
    const because = "it says <b>`a|b`</b> & *c* at www.x.example/y, or _d_ $e$ #1 ~f~ 100%";
    const result = checkFixture("recorded/faults/cut.jsonl");
    const logs = result.logs.map((log) => ({ ...log, verdict: { ...log.verdict, because } }));
    const text = getText(parse(formatCheckMarkdown({ ...result, logs })));
    expect(text).toContain("it says <b>a¦b</b> & *c* at www.x.example/y, or _d_ $e$ #1 ~f~ 100%");
  });
});
