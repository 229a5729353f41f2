import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { formatCode, formatCodeBlock, formatTableRow } from "../report/markdown.ts";
import { redactUrl } from "../secrets/redact-url.ts";
import { writeExport } from "./exporter.ts";
import { markdown } from "./markdown.ts";

const NASTY =
  "# Not a heading\n```\n<script>x</script> ![p](http://e.example/p.png) | @all `t` ````";
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(NASTY, "`", "``", "|\\|", ""));

/** Lines outside of fenced blocks. */
function getUnfencedLines(report: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of report.split("\n")) {
    const [run] = /^`{3,}/.exec(line) ?? [];
    if (fence === null && run) fence = run;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null) lines.push(line);
  }
  expect(fence).toBeNull();
  return lines;
}

describe("untrusted text", () => {
  test("cannot end the code block that contains it", () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(getUnfencedLines(formatCodeBlock(content))).toEqual([""]);
      }),
    );
  });

  test("stays inline code on one line, in one table cell", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const line = formatTableRow([formatCode(one), formatCode(other)]);
        expect(line.trimEnd()).not.toContain("\n");
        // Cells are separated by bars without a backslash.
        expect(line.match(/(?<!\\)\|/g)?.length).toBe(3);
      }),
    );
  });

  test("adds no markup anywhere in a report", () => {
    const { records } = new ReportLog()
      .addRequest("message/stream", createSendMessageParams(NASTY, "m1"))
      .addHead()
      .addEvents(
        createTask("working"),
        createArtifactUpdate(NASTY, NASTY),
        status("failed", createMessage(NASTY, "m2")),
      )
      .addEnd();
    const report = [...writeExport(markdown, records, { name: NASTY, by: "loupe/0.1.0" })].join("");
    const bare = getUnfencedLines(report).map((line) =>
      line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, ""),
    );
    expect(bare.join("\n")).not.toMatch(/script|Not a heading|!\[|@all/);
    expect(report).toContain("failed");
  });
});

test.each([
  [
    "https://me:pw@a.example/x?api_key=k&page=2#token=t",
    "https://a.example/x?api_key=…&page=2#token=…",
  ],
  ["http://a.example/rpc", "http://a.example/rpc"],
  ["http://a.example/@me?q=1", "http://a.example/@me?q=1"],
  ["", ""],
])("redactUrl: %j becomes %j", (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});
