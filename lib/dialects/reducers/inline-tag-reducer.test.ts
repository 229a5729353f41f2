import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createStreamLog,
  more,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { InlineTagScanner } from "../inline-tag-scanner.ts";
import { Interpretation } from "../interpretation.ts";
import { getItemChunkedTextAt } from "../item-content.ts";
import { NO_DIALECTS } from "../settings.ts";

const found = (log: ReportLog) =>
  log.report.entries
    .filter(({ dialect }) => dialect === "habits")
    .map(({ kind, text }) => [kind, text]);

const streamed = (pieces: readonly string[]) =>
  createStreamLog(
    ...pieces.map((piece, i) => createArtifactUpdate("a1", piece, i === 0 ? {} : more)),
  );

describe("a thought inside a text", () => {
  test("is found wherever the text is cut", () => {
    const text = "a <b> <think>one < two</thi </think> rest <think>x</think>";
    const cut = fc.array(fc.nat({ max: text.length }), { maxLength: 12 });
    const property = fc.property(cut, (places) => {
      const ends = [...new Set([...places, text.length])].sort((a, b) => a - b);
      const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
      expect(found(streamed(pieces))).toEqual([
        ["thought", "one < two</thi "],
        ["thought", "x"],
      ]);
    });
    fc.assert(property, { numRuns: 200 });
  });

  test("maps to the events that brought it", () => {
    const { timeline } = streamed(["So <thi", "nk>first", ", then", "</think>."]);
    const interpretation = new Interpretation(timeline).update();
    const thought = interpretation.items.find(({ kind }) => kind === "thought");
    if (!thought) throw new Error("no thought");
    expect(thought.firstEvent).toBe(1);
    const text = getItemChunkedTextAt(interpretation, thought, 3);
    expect(text?.textAt(1)).toBe("first");
    expect(text?.textAt(3)).toBe("first, then");
    expect(text?.chunkAt(text.chunkOfCharacter(6)).event).toBe(2);
  });

  test("that never ends continues", () => {
    expect(found(streamed(["<think>", "and", " on"]))).toEqual([["thought", "and on"]]);
  });

  test("restarts with its artifact", () => {
    const log = createStreamLog(
      createArtifactUpdate("a1", "<think>fir"),
      createArtifactUpdate("a1", "st", more),
      createArtifactUpdate("a1", "<think>First.</think> Yes <think>Second.</think>"),
    );
    expect(found(log)).toEqual([
      ["thought", "First."],
      ["thought", "Second."],
    ]);
    expect(log.reportAt(1).entries.filter(({ kind }) => kind === "thought")).toMatchObject([
      { text: "first" },
    ]);
  });

  test("of a user, or with the dialect disabled, is ignored", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("<think>me</think>", "m1"))
      .addHead();
    expect(found(log)).toEqual([]);
    const { timeline } = streamed(["<think>x</think>"]);
    const off = { ...NO_DIALECTS, on: true, frameworks: ["habits"] };
    expect(new Interpretation(timeline, off).update().items).toHaveLength(timeline.entries.length);
  });
});

test("a call inside a text has its name and arguments once it is complete", () => {
  const log = streamed(['<tool_call>{"name":"read', '_tide","arguments":{"x":1}}', "</tool_call>"]);
  expect(log.reportAt(1).tools).toMatchObject([{ name: "tool", args: null }]);
  expect(log.report.tools).toMatchObject([{ name: "read_tide", args: { x: 1 } }]);
  const broken = createStreamLog(
    status("working", createMessage("<tool_call>read tide</tool_call>", "m1")),
  );
  expect(broken.report.tools).toMatchObject([{ args: "read tide" }]);
});

test("each character is scanned a bounded number of times", () => {
  let told = 0;
  const sink = {
    open: () => {},
    close: () => {},
    addText: (text: string) => {
      told += text.length;
    },
  };
  const scanner = new InlineTagScanner();
  scanner.push("<think>", sink);
  for (let i = 0; i < 1000; i++) scanner.push("<<</think", sink);
  expect(told).toBeLessThanOrEqual(9000);
  expect(told).toBeGreaterThan(8900);
});
