import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import type { LogAnalysis } from "../api/library-search.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { LogAnalyzer } from "./log-analyzer.ts";

const HEADER = { r: "loupe", version: 1, id: "x", at: "2026-01-01T00:00:00Z", by: "test" };

function analyze({ records }: ReportLog, isWhole = true): LogAnalysis {
  const analyzer = new LogAnalyzer();
  const lines = [HEADER, ...records].map((record) => `${JSON.stringify(record)}\n`);
  analyzer.push(new TextEncoder().encode(lines.join("")));
  return analyzer.end(isWhole);
}

const ask = (text: string, log = new ReportLog(), x = "x1") =>
  log
    .addRequest("message/stream", createSendMessageParams(text, `m-${x}`), x)
    .addHead(200, "text/event-stream", x);

const linesOf = ({ text, places }: LogAnalysis) =>
  text.split("\n").map((line, index) => ({ line, ...places[index] }));

describe("the searchable text", () => {
  test("has requests, answers and failures, each line with the event that brought it", () => {
    const log = ask("Rain in Oslo?").addEvents(
      status("working"),
      createArtifactUpdate("a", "It is dr"),
      createArtifactUpdate("a", "y.\nSun", more),
      createArtifactUpdate("a", "ny tomorrow", more),
      status("failed", createMessage("Out of clouds")),
    );
    expect(linesOf(analyze(log.addEnd()))).toEqual([
      { line: "Rain in Oslo?", row: expect.any(Number), event: null, kind: "message" },
      { line: "It is dry.", row: expect.any(Number), event: 1, kind: "artifact" },
      { line: "Sunny tomorrow", row: expect.any(Number), event: 2, kind: "artifact" },
      { line: "Out of clouds", row: expect.any(Number), event: 4, kind: "message" },
    ]);
  });

  test("names the rows that the screen shows", () => {
    const log = ask("Rain?").addEvents(createArtifactUpdate("a", "Dry")).addEnd();
    const { items } = new Interpretation(foldRecords(log.records).timeline).update();
    const shown = linesOf(analyze(log)).map(({ row = -1 }) => items[row]?.entry.kind);
    expect(shown).toEqual(["message", "artifact"]);
  });

  test("has what a replaced artifact said", () => {
    const log = ask("Rain?").addEvents(
      createArtifactUpdate("a", "Wet at first"),
      createArtifactUpdate("a", "Dry after all"),
    );
    const { text } = analyze(log.addEnd());
    expect(text).toContain("Wet at first");
    expect(text).toContain("Dry after all");
  });

  test("has no ids, headers or URLs", () => {
    const { text } = analyze(ask("Rain?").addEvents(status("completed")).addEnd());
    expect(text).toBe("Rain?");
  });
});

describe("the facts", () => {
  test("count turns, and measure each", () => {
    const log = ask("Rain?").addEvents(createArtifactUpdate("a", "Dry"), status("completed"));
    const both = ask("And now?", log.addEnd(), "x2").addEventsTo("x2", status("failed"));
    const { facts, turns, verdict } = analyze(both.addEnd("complete", "x2"));
    expect(facts).toMatchObject({ agent: null, agentVersion: null, turns: 2, isOpen: false });
    expect(turns).toMatchObject([
      { message: "Rain?", kind: "completed", clean: true, totalMs: expect.any(Number) },
      { message: "And now?", kind: "failed", clean: false, firstTokenMs: null },
    ]);
    expect(verdict?.kind).toBe("failed");
  });

  test("a turn that completed, with something lost on the way, is not clean", () => {
    const log = ask("Rain?").addEvents(
      createTask("working"),
      createArtifactUpdate("a", "Late", { append: true }),
      status("completed"),
    );
    expect(analyze(log.addEnd()).turns).toMatchObject([{ kind: "completed", clean: false }]);
  });

  test("have the agent of the card", () => {
    const card = { name: " Weather\nagent ", version: "1.2.0", url: "http://a/", skills: [] };
    const log = new ReportLog();
    const url = "http://agent.example/.well-known/agent-card.json";
    log.records.push(
      { r: "open", x: "c", t: 0, method: "GET", url, headers: [] },
      { r: "head", x: "c", t: 1, status: 200, headers: [["content-type", "application/json"]] },
      { r: "data", x: "c", t: 2, text: JSON.stringify(card) },
      { r: "end", x: "c", t: 3, cause: "complete" },
    );
    const { facts } = analyze(ask("Rain?", log).addEvents(status("completed")).addEnd());
    expect(facts).toMatchObject({
      agent: "Weather agent",
      agentVersion: "1.2.0",
      turns: 1,
      isOpen: false,
    });
  });

  test("say what failed first, how long it took and what rules it breaks", () => {
    const log = ask("Rain?")
      .addEvents(status("working"), status("failed", createMessage("Out of clouds")))
      .addEnd();
    expect(analyze(log, false).facts).toMatchObject({ firstError: null, durationMs: null });
    expect(analyze(log).facts).toMatchObject({
      firstError: "“Out of clouds”",
      durationMs: expect.any(Number),
      tokens: null,
      dialects: [],
      versions: [expect.stringMatching(/^[01]/)],
    });
    const wrong = analyze(
      ask("Rain?")
        .addEvents(createArtifactUpdate("a", "Dry", more))
        .addEnd(),
    );
    expect(wrong.facts.errors + wrong.facts.warnings).toBeGreaterThan(0);
    expect(analyze(ask("Rain?").addEvents(status("completed")).addEnd()).facts).toMatchObject({
      firstError: null,
      errors: 0,
    });
  });

  test("name the frameworks whose conventions were used", () => {
    const log = readFileSync("fixtures/shapes/adk-code.sse");
    const analyzer = new LogAnalyzer();
    analyzer.push(log);
    expect(analyzer.end(true).facts.dialects).toContain("Google ADK, kagent");
  });

  test("say that an exchange has not ended, and judge no part of a log", () => {
    const log = ask("Rain?").addEvents(status("working"));
    expect(analyze(log).facts.isOpen).toBe(true);
    expect(analyze(log, false).verdict).toBeNull();
  });

  test("keep the end of a long message, where prompts differ", () => {
    const prompt = "Be helpful. ".repeat(100);
    const [one, other] = ["Rain?", "Snow?"].map(
      (question) => analyze(ask(prompt + question).addEnd()).turns[0]?.message ?? "",
    );
    expect(one).not.toBe(other);
    expect(one?.length).toBeLessThanOrEqual(510);
  });
});

test("a file that is no log is refused", () => {
  const analyzer = new LogAnalyzer();
  analyzer.push(new TextEncoder().encode("<html>"));
  expect(() => analyzer.end(true)).toThrow();
});
